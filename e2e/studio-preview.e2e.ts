import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { sessions } from '../api/db/studio-tables.ts';
import type { ContentSite } from '../testing/content-sites.ts';
import { expectAccessible, narrow } from './axe.ts';
import { expect, getEntryId, showDetails, showPreview, signIn, test, waitForSave } from './studio-site.ts';

// The preview beside a text: the pages that show an entry, other moments, and what is seen while there is no preview.

const getPreview = (page: Page) => page.frameLocator('iframe[data-shown]');
const getHeading = (page: Page) => getPreview(page).getByRole('heading', { level: 1 });

async function openInfographic(page: Page, site: ContentSite, slug: string): Promise<void> {
  await page.goto(`/studio/content/${await getEntryId(site, 'INFOGRAPHIC', slug)}`);
  await showPreview(page);
  await page.getByLabel('Title', { exact: true }).first().fill('A drawing nobody has seen');
  await waitForSave(page);
  await expect(getHeading(page)).toHaveText('A drawing nobody has seen');
}

test('the draft is previewed on every page that shows it, and links stay inside', async ({
  editorPage: page,
  studioSite,
}) => {
  await openInfographic(page, studioSite, 'height-of-a-tree');
  const choice = page.getByLabel('Page to preview');
  for (const [label, heading] of [
    ['Its list', 'Infographics'],
    ['A search for its title', /./],
    ['Its category', /./],
  ] as const) {
    await choice.selectOption(label);
    await expect(getHeading(page)).toHaveText(heading);
    await expect(getPreview(page).getByRole('main').getByText('A drawing nobody has seen').first()).toBeVisible();
  }
  await choice.selectOption('Its list');
  await getPreview(page).getByRole('link', { name: 'A drawing nobody has seen' }).click();
  await expect(getHeading(page)).toHaveText('A drawing nobody has seen');
  await expect(choice).toHaveValue('');
  await getPreview(page).getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'About us' }).click();
  await expect(choice).toHaveValue('/about-us');
  await expect(getHeading(page)).toHaveText('Six people who know their trees');
  // A frame that is being replaced has no address for a moment.
  const readFrames = () =>
    page
      .frames()
      .slice(1)
      .map((frame) => frame.url());
  await expect.poll(() => readFrames().filter((url) => !url.includes('/studio/preview?'))).toEqual([]);

  await choice.selectOption('Its social picture');
  await expect(getPreview(page).locator('img')).toHaveJSProperty('naturalWidth', 1200);

  await choice.selectOption('Its list');
  await page.getByText('Now', { exact: true }).click();
  await page.getByLabel('As of').fill('2001-01-01T09:00');
  await expect(getPreview(page).getByText('The site as of 01 Jan 2001, 09:00')).toBeVisible();
  await expect(getPreview(page).getByRole('main').getByText('A drawing nobody has seen')).toBeVisible();
  await expectAccessible(page, { state: 'preview as of a moment', at: narrow });
});

test('a draft is shared with somebody without an account, and the link is revoked', async ({ browser, studioSite }) => {
  // Neither the editor nor the reader of the link needs JavaScript.
  const options = { baseURL: studioSite.address, javaScriptEnabled: false };
  const [own, strange] = [await browser.newContext(options), await browser.newContext(options)];
  await signIn(own, studioSite);
  const page = await own.newPage();
  await page.goto(`/studio/content/${await getEntryId(studioSite, 'APP', 'tally')}`);
  await page.getByRole('link', { name: 'Share', exact: true }).click();
  await page.getByLabel('It shows').selectOption('This version only');
  await page.getByRole('button', { name: 'Create a link' }).click();
  const address = await page.getByLabel('Address of the preview').inputValue();
  await page.setViewportSize({ width: 320, height: 700 });
  await expect(page.getByRole('main')).toHaveJSProperty('scrollWidth', 320);

  const guest = await strange.newPage();
  await guest.goto(address);
  await expect(guest.getByText('It shows the version that was shared.')).toBeVisible();
  await guest.setViewportSize({ width: 320, height: 700 });
  await expect(guest.locator('.preview-bar')).toHaveJSProperty('scrollWidth', 320);

  await page.getByRole('button', { name: 'Revoke the link' }).click();
  await expect(page.getByText(/^Revoked\./)).toBeVisible();
  await guest.goto(address);
  await expect(guest.getByText('This link has expired, was revoked, or was not copied whole.')).toBeVisible();
  for (const context of [own, strange]) await context.close();
});

test('the last preview stays, with the reason, while a new one cannot be made', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/422|401/);
  const { userId } = await signIn(context, studioSite);
  await openInfographic(page, studioSite, 'rain-by-month');
  await showDetails(page);
  await page.getByLabel('Unit').first().fill('');
  const pane = page.getByRole('region', { name: 'Preview' });
  await expect(pane.getByText(/The preview appears when “.*unit” is complete/)).toBeVisible();
  await expect(getHeading(page)).toHaveText('A drawing nobody has seen');
  await page.getByLabel('Unit').first().fill('crates');
  await expect(pane.getByText(/The preview appears when/)).toBeHidden();
  await waitForSave(page);
  await studioSite.database.db.delete(sessions).where(eq(sessions.userId, userId));
  await page.getByLabel('Page to preview').selectOption('Home');
  await expect(pane.getByText(/your session has ended/)).toBeVisible();
  await expectAccessible(page, { state: 'a preview that cannot be made', at: narrow });
  await expect(getHeading(page)).toHaveText('A drawing nobody has seen');
  await signIn(context, studioSite);
  await pane.getByRole('button', { name: 'Try again' }).click();
  await expect(pane.getByText(/your session has ended/)).toBeHidden();
  await expect(getHeading(page)).not.toHaveText('A drawing nobody has seen');
});
