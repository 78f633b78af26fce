import type { BrowserContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { getEntryPath } from '../contract/content/entry-types.ts';
import { storageKeys } from '../site/device/storage.ts';
import { storedDataPath } from '../site/parts/navigation.ts';
import { articleWithCode } from '../testing/site-content.ts';
import { findViolations } from './axe.ts';
import { expect, holdRequests, test, waitForHydration, waitForPaint } from './browser.ts';

// The theme follows the system until the visitor chooses one, in the footer of any page.

const grounds = { light: 'rgb(246, 243, 234)', dark: 'rgb(15, 22, 19)' };
const getChoices = (page: Page) => page.getByRole('group', { name: 'Theme' });
const getChoice = (page: Page, name: 'System' | 'Light' | 'Dark') => getChoices(page).getByRole('radio', { name });
const readKept = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);

function readStyle(locator: Locator, name: string): Promise<string> {
  return locator.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
}

const readBackground = (page: Page) => readStyle(page.locator('html'), 'background-color');

/** Returns the colour of the browser's address bar (`theme-color`). */
function readBarColour(page: Page): Promise<string | undefined> {
  return page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
        ({ media }) => matchMedia(media).matches,
      )?.content,
  );
}

const barColours = { light: '#f6f3ea', dark: '#0f1613' };

/** Waits until a page and the browser's address bar have the colours of a theme. */
async function expectColours(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const readColours = async () => [await readBackground(page), await readBarColour(page)];
  await expect.poll(readColours).toEqual([grounds[theme], barColours[theme]]);
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

/** Returns the colour of the left upper corner of a frame. */
async function readCorner(frame: string): Promise<string> {
  const pixel = await sharp(Buffer.from(frame, 'base64'))
    .extract({ left: 3, top: 3, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  return `rgb(${[...pixel].join(', ')})`;
}

/**
 * Returns the colour of the left upper corner of every frame that the browser shows while a page is opened, the white
 * of the empty window included.
 */
async function recordFrames(context: BrowserContext, page: Page, work: () => Promise<void>): Promise<string[]> {
  const session = await context.newCDPSession(page);
  const frames: Promise<string>[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(readCorner(data));
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await work();
  // A frame is delivered some time after it was shown.
  const empty = 'rgb(255, 255, 255)';
  await expect.poll(async () => (await Promise.all(frames)).at(-1) ?? empty).not.toBe(empty);
  await session.send('Page.stopScreencast');
  await session.detach();
  return Promise.all(frames);
}

test('a chosen theme overrides the system from the first frame, in every window, until it is reset', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await open(page, '/thank-you');
  await expect(getChoice(page, 'System')).toBeChecked();
  expect(await readKept(page)).toEqual({});
  for (const option of await getChoices(page).locator('label').all())
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await getChoice(page, 'System').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(getChoice(page, 'Dark')).toBeChecked();
  await expect(getChoice(page, 'Dark')).toBeFocused();
  await expectColours(page, 'dark');
  await expect.poll(() => readKept(page)).toEqual({ [storageKeys.theme]: '"dark"' });

  // The page's code never loads, so the document alone paints the theme, and the switch has its final place.
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const release = await holdRequests(other, '**/assets/*.js');
  const frames = await recordFrames(context, other, async () => {
    await other.goto('/privacy-policy', { waitUntil: 'commit' });
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await waitForPaint(other);
  });
  expect(frames).toContain(grounds.dark);
  expect(frames).not.toContain(grounds.light);
  const before = await getChoices(other).boundingBox();
  release();
  await waitForHydration(other);
  await expect(getChoice(other, 'Dark')).toBeChecked();
  expect(await getChoices(other).boundingBox()).toEqual(before);

  await open(other, storedDataPath);
  const row = other.locator('#stored').getByRole('listitem').filter({ hasText: storageKeys.theme });
  await expect(row).toContainText('The dark theme.');
  await getChoice(page, 'Light').check();
  await expect(row).toContainText('The light theme.');
  await expectColours(other, 'light');
  await getChoice(other, 'Dark').check();
  await expect.poll(() => readBackground(page)).toBe(grounds.dark);
  await row.getByRole('button', { name: `Remove ${storageKeys.theme}` }).click();
  for (const window of [page, other]) {
    await expect(getChoice(window, 'System')).toBeChecked();
    await expectColours(window, 'light');
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectColours(page, 'dark');
  await getChoice(page, 'Light').check();
  await expectColours(page, 'light');
  await getChoice(page, 'System').check();
  await expect.poll(() => readKept(page)).toEqual({});
});

test('drawings, code, the spinner and the switch follow the chosen theme, and print is light', async ({ page }) => {
  // The response never comes, so that the spinner stays.
  await page.route('**/assets/contact-*.js', () => undefined);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await open(page, getEntryPath('BLOG', articleWithCode.slug));
  await waitForPaint(page);
  const plate = page.locator('main header svg').last();
  // A picture is a separate document with its own colour scheme.
  const card = page.locator('main li img').first();
  await card.scrollIntoViewIfNeeded();
  await expect
    .poll(() => card.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true);
  const readCodeColours = () =>
    page
      .locator('main pre span')
      .evaluateAll((spans) => [...new Set(spans.map((span) => getComputedStyle(span).color))]);
  const readLook = async () => ({
    plate: (await plate.screenshot()).toString('base64'),
    card: (await card.screenshot()).toString('base64'),
    code: await readCodeColours(),
    ground: await readBackground(page),
  });
  const dark = await readLook();
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await readLook();
  expect(light.plate).not.toBe(dark.plate);
  expect(light.card).not.toBe(dark.card);
  expect(light.code).not.toEqual(dark.code);
  await page.emulateMedia({ media: 'print' });
  const printed = await readCodeColours();
  await page.emulateMedia({ media: 'screen' });

  await getChoice(page, 'Dark').check();
  expect(await findViolations(page, { within: 'footer' })).toEqual([]);
  expect(await readLook()).toEqual(dark);
  await page.emulateMedia({ media: 'print' });
  expect(await readStyle(page.locator('html'), 'color-scheme')).toBe('light');
  expect(await readCodeColours()).toEqual(printed);
  expect(await readBackground(page)).toBe('rgb(255, 255, 255)');
  await expect(getChoices(page)).toBeHidden();

  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await getChoice(page, 'Light').check();
  expect(await findViolations(page, { within: 'footer' })).toEqual([]);
  expect(await readLook()).toEqual(light);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).click();
  const arc = page.getByRole('status').filter({ hasText: 'Loading the page' }).locator('path');
  expect(await readStyle(arc, 'stroke')).toBe('rgb(11, 122, 62)');
  await getChoice(page, 'Dark').check();
  expect(await readStyle(arc, 'stroke')).toBe('rgb(85, 211, 140)');
});

test('a chosen theme lasts for the open page if storage is blocked, and invalid storage is ignored', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const nonsense of ['{broken', '"blue"', 'null']) {
    await page.addInitScript(([key, text]) => localStorage.setItem(key, text), [storageKeys.theme, nonsense] as const);
    await open(page, '/thank-you');
    await expect(getChoice(page, 'System')).toBeChecked();
    expect(await readBackground(page)).toBe(grounds.light);
  }
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await open(page, '/thank-you');
  await getChoice(page, 'Dark').check();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL('/contact-us');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(getChoice(page, 'Dark')).toBeChecked();
  await expect.poll(() => readBackground(page)).toBe(grounds.dark);
  await getChoice(page, 'System').check();
  await expect.poll(() => readBackground(page)).toBe(grounds.light);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the theme is the system’s, and no switch is shown', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/thank-you');
    expect(await page.locator('footer fieldset').count()).toBe(1);
    await expect(page.locator('footer fieldset')).toBeHidden();
  });
});

test('a printed page has the address to write to instead of its form', async ({ page }) => {
  for (const path of ['/contact-us', '/book-a-free-consultation']) {
    await page.goto(path);
    const main = page.getByRole('main');
    const form = main.locator('form[method="post"]').filter({ has: page.getByLabel('Your name') });
    const line = main.getByText(/^Write to .+@.+, or use the form at http/).filter({ visible: true });
    const times = main.locator('button[name="slot"]').filter({ visible: true });
    await expect(form).toBeVisible();
    await expect(line).toHaveCount(0);
    await expect(times).not.toHaveCount(path === '/contact-us' ? 1 : 0);
    await page.emulateMedia({ media: 'print' });
    await expect(form).toBeHidden();
    await expect(times).toHaveCount(0);
    await expect(line).toHaveCount(1);
    await expect(line).toContainText(path);
    await page.emulateMedia({ media: 'screen' });
  }
});
