import type { Page } from '@playwright/test';
import { createApiContext } from '../testing/api-context.ts';
import type { ContentSite } from '../testing/content-sites.ts';
import { createAnimation } from '../testing/sample-files.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { expectAccessible } from './axe.ts';
import { waitForHydration } from './browser.ts';
import { expect, test } from './studio-site.ts';

const slug = 'moving-picture';
const alt = 'Red and green';

/** Publishes a page with an animated picture, once for all tests. */
async function publish(site: ContentSite): Promise<void> {
  const ctx = createApiContext(site.database.db, site.dataDir);
  const editor = createHttpStudioClient(site.address, (await makeUser(ctx, 'EDITOR')).token);
  const { bytes } = await createAnimation();
  const [picture] = await editor.uploadPictures([new File([new Uint8Array(bytes)], 'moving.gif')]);
  if ((await editor.call('pictures', { q: 'moving', only: 'USED' })).total > 0) return;
  const { id } = await editor.call('createEntry', { type: 'PAGE', title: 'Moving picture', slug });
  const opened = await editor.call('openEntry', { id });
  const body = `Words.\n\n![${alt}](media/${picture?.name} "A caption")\n`;
  const content = { ...opened.content, summary: 'A picture that moves.', body };
  const { version } = await editor.call('saveDraft', { id, version: opened.version, content });
  await editor.call('publishEntry', { id, version });
}

/** Returns whether the picture changes between any of several looks, which are longer apart than its frames. */
async function isMoving(page: Page): Promise<boolean> {
  const image = page.getByRole('img', { name: alt });
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate(({ complete }: HTMLImageElement) => complete)).toBe(true);
  const looks = new Set<string>();
  for (let look = 0; look < 5; look++) {
    looks.add((await image.screenshot()).toString('base64'));
    await page.waitForTimeout(110);
  }
  return looks.size > 1;
}

const play = { name: `Play the animation: ${alt}` };
const stop = { name: `Stop the animation: ${alt}` };

test.beforeEach(({ studioSite }) => publish(studioSite));

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`a picture is still until its button plays it, and its button stops it (${reducedMotion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(`/${slug}`);
    await expect(page.getByRole('link', play)).toBeVisible();
    await waitForHydration(page);
    const button = page.getByRole('button', play);
    await expect(button).toBeVisible();
    expect(await isMoving(page)).toBe(false);
    expect(loaded).not.toContain('/media/moving.webp');
    await expectAccessible(page, { state: 'a still picture', within: 'main' });

    await button.press('Enter');
    await expect(page.getByRole('button', stop)).toBeFocused();
    await expect.poll(() => isMoving(page)).toBe(true);
    await page.getByRole('button', stop).click();
    await expect(button).toBeFocused();
    await expect.poll(() => isMoving(page)).toBe(false);
  });

test('a click before the page’s code has arrived plays the picture in place', async ({ page }) => {
  await page.goto(`/${slug}`);
  // Dispatched without a movement of the pointer, which would hydrate the page first.
  await page.getByRole('link', play).dispatchEvent('click');
  await expect(page.getByRole('button', stop)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/${slug}$`));
  await expect.poll(() => isMoving(page)).toBe(true);
});

test('an animation that cannot be loaded leaves the still picture, and says so', async ({ page, expectComplaint }) => {
  expectComplaint(/net::ERR_FAILED/);
  await page.route('**/media/moving.webp', (route) => route.abort());
  await page.goto(`/${slug}`);
  await waitForHydration(page);
  await page.getByRole('button', play).click();
  await expect(page.getByText('The animation could not be loaded. Please try again.')).toBeVisible();
  await expect(page.getByRole('button', play)).toBeVisible();
  const image = page.getByRole('img', { name: alt });
  expect(await image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the picture is still, and a link leads to the moving one', async ({ page, expectComplaint }) => {
    // A picture that is opened by itself is sandboxed, so it has no origin.
    expectComplaint(/origin-keyed agent cluster/);
    await page.goto(`/${slug}`);
    expect(await isMoving(page)).toBe(false);
    await page.getByRole('link', play).click();
    await expect(page).toHaveURL(/\/media\/moving\.webp$/);
  });
});
