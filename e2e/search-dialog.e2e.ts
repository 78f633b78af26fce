import type { Page, Request } from '@playwright/test';
import { getEntryPath } from '../contract/content/entry-types.ts';
import { storedDataPath } from '../site/parts/navigation.ts';
import { testSearchWords } from '../testing/site-content.ts';
import { findViolations } from './axe.ts';
import { expect, holdRequests, test, waitForHydration, waitForPaint } from './browser.ts';
import { createApiClient } from './routes.ts';

// The search dialog over any page: by pointer and keyboard, in every state.

const word = testSearchWords.everywhere;
const chunk = '**/assets/search-dialog-*.js';
const answers = '**/api/search/list*';
const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const getField = (page: Page) => getDialog(page).getByRole('combobox', { name: 'Search for' });
const getStatus = (page: Page) => getDialog(page).getByRole('status');
const getLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Search', exact: true });
const getActiveOption = (page: Page) => getDialog(page).getByRole('option', { selected: true });
const getSearchText = (request: Request) => new URL(request.url()).searchParams.get('q');

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

test('the search works by keyboard alone: open, type, move, close, open again, follow, and Back', async ({ page }) => {
  const { items, total } = await createApiClient().call('search', { q: word, size: 8 });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/about-us');
  const about = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await waitForPaint(page);
  expect(fetched.filter((address) => address.includes('search-dialog'))).toEqual([]);
  await expect(getLink(page)).toHaveAttribute('aria-keyshortcuts', 'Control+K /');

  const plans = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our plans' });
  await plans.focus();
  const releaseCode = await holdRequests(page, chunk);
  await page.keyboard.press('/');
  await page.keyboard.type('a/b');
  const typedSearch = page.waitForEvent('requestfinished', (request) => getSearchText(request) === 'a/b');
  releaseCode();
  await expect(getField(page)).toBeFocused();
  await expect(getField(page)).toHaveValue('a/b');
  await typedSearch;
  fetched.length = 0;
  await getField(page).fill('');
  await expect(getStatus(page)).toContainText('Type a word or two');
  await expect(getField(page)).toHaveAttribute('aria-expanded', 'false');
  const box = await getDialog(page).boundingBox();

  // All letters in one task: with pauses between keys, a busy machine lets the delay of the search pass.
  const answered = page.waitForEvent('requestfinished', (request) => getSearchText(request) === word);
  await page.evaluate(async (letters) => {
    for (const letter of letters) {
      document.execCommand('insertText', false, letter);
      // React renders in a microtask.
      await Promise.resolve();
    }
  }, word);
  await answered;
  await waitForPaint(page);
  await expect(getStatus(page)).toHaveText(`${total} results, the best 8 here.`);
  expect(fetched.filter((address) => address.includes('/api/search/list'))).toHaveLength(1);
  const options = getDialog(page).getByRole('listbox', { name: 'Results' }).getByRole('option');
  await expect(options.locator('.title')).toHaveText(items.map(({ title }) => title));
  await expect(options.first().locator('mark').first()).toHaveText(new RegExp(`^${word}`, 'i'));
  await expect(getField(page)).toHaveAttribute('aria-expanded', 'true');
  expect(await getDialog(page).boundingBox()).toEqual(box);

  await expect(getActiveOption(page)).toHaveCount(0);
  for (const [key, place] of [
    ['ArrowDown', 0],
    ['ArrowDown', 1],
    ['End', 7],
    ['ArrowDown', -1],
    ['ArrowUp', 7],
    ['Home', 0],
    ['ArrowUp', -1],
    ['ArrowDown', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(getField(page)).toBeFocused();
    if (place === -1) await expect(getActiveOption(page)).toHaveCount(0);
    else {
      await expect(getActiveOption(page).locator('.title')).toHaveText(items[place]?.title ?? '');
      await expect(getActiveOption(page)).toBeInViewport({ ratio: 0.9 });
      await expect(getField(page)).toHaveAttribute(
        'aria-activedescendant',
        (await getActiveOption(page).getAttribute('id')) ?? 'none',
      );
    }
  }

  await page.keyboard.press('Escape');
  await expect(getDialog(page)).toHaveCount(0);
  await expect(plans).toBeFocused();
  // The browser closes the dialog first and sends `close` later (HTML standard, the dialog element).
  await expect.poll(() => page.evaluate(() => document.documentElement.getAttribute('style') || '')).toBe('');

  await getLink(page).press('Enter');
  await getField(page).fill(word);
  await expect(options).toHaveCount(8);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const [first] = items;
  if (!first) throw new Error('nothing found');
  await expect(page).toHaveURL((url) => url.pathname === getEntryPath(first.type, first.slug));
  await expect(getDialog(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: about })).toBeFocused();
  await expect(getDialog(page)).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await expect(getField(page)).toBeFocused();
  await page.keyboard.type('a/b');
  await expect(getField(page)).toHaveValue('a/b');
  await getField(page).fill(word);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.pathname === '/search' && url.searchParams.get('q') === word);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${total} results for “${word}”`);

  // In the page's own field the key types a letter. Back closes an open dialog.
  await page.getByRole('searchbox').press('End');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toHaveValue(`${word}/`);
  await expect(getDialog(page)).toHaveCount(0);
  await getLink(page).click();
  await expect(getDialog(page)).toBeVisible();
  await page.goBack();
  await expect(getDialog(page)).toHaveCount(0);
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(word);
  await expect(getDialog(page)).toHaveCount(0);
});

test('every state of the search names itself and says what to do', async ({ page, context, expectComplaint }) => {
  expectComplaint(/Failed to load resource/);
  await open(page, '/why-us');
  await getLink(page).click();
  await getField(page).fill(testSearchWords.nowhere);
  await expect(getStatus(page)).toHaveText(`Nothing found for “${testSearchWords.nowhere}”.`);
  await expect(getDialog(page).getByRole('link', { name: 'ask us directly' })).toBeVisible();
  await getField(page).fill(testSearchWords.mistyped);
  await expect(getStatus(page)).toHaveText(
    new RegExp(`^No exact match for “${testSearchWords.mistyped}”\\. \\d+ results for “${testSearchWords.several}”`),
  );

  // The page gives the first of these requests up.
  const release = await holdRequests(page, answers, (route) => route.continue().catch(() => undefined));
  const asked = page.waitForRequest((request) => getSearchText(request) === 'apple');
  await getField(page).fill('apple');
  await expect(getStatus(page)).toHaveText('Searching…');
  await expect(getDialog(page).getByRole('option').first()).toBeVisible();
  const request = await asked;
  const givenUp = page.waitForEvent('requestfailed', (failed) => failed === request);
  await getField(page).fill('apples');
  await givenUp;
  release();
  await expect(getStatus(page)).toHaveText(/^\d+ results?/);

  await page.unroute(answers);
  await page.route(answers, (route) => route.fulfill({ status: 500, json: {} }));
  await getField(page).fill('ladder');
  await expect(getStatus(page)).toHaveText('Search is not working right now.');
  await page.unroute(answers);
  await getDialog(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(getStatus(page)).toHaveText(/^\d+ results?/);

  await context.setOffline(true);
  await getField(page).fill('ladders');
  await expect(getStatus(page)).toHaveText('You are offline.');
  await context.setOffline(false);
  await expect(getStatus(page)).toHaveText(/^\d+ results?/);
  await getDialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(getLink(page)).toBeFocused();
});

test('the / key can be turned off, which is listed as stored, and Ctrl-K still works', async ({ page }) => {
  await open(page, storedDataPath);
  await getLink(page).click();
  await getDialog(page).getByRole('checkbox', { name: 'The / key opens the search' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(getLink(page)).toBeFocused();
  await expect(getLink(page)).toHaveAttribute('aria-keyshortcuts', 'Control+K');
  await page.keyboard.press('/');
  await expect(getDialog(page)).toHaveCount(0);
  await expect(page.locator('#stored')).toContainText('The / key does not open the search.');
  await page.keyboard.press('Control+k');
  await expect(getDialog(page).getByRole('checkbox')).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(getDialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove searchKey' }).press('Enter');
  await expect(getLink(page)).toHaveAttribute('aria-keyshortcuts', 'Control+K /');
  await page.keyboard.press('/');
  await expect(getDialog(page).getByRole('checkbox')).toBeChecked();
});

test('a shortcut opens a closing dialog again, an option stays active, and a section of the site is found first', async ({
  page,
}) => {
  await open(page, '/why-us');

  await test.step('a shortcut that is pressed while the dialog closes opens it again', async () => {
    await getLink(page).click();
    await expect(getField(page)).toBeFocused();
    await page.evaluate(async () => {
      document.querySelector('dialog')?.requestClose();
      await Promise.resolve();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve));
    });
    await expect(getField(page)).toBeFocused();
  });

  await test.step('an option stays active if later results contain it too, until the search changes', async () => {
    const word = testSearchWords.several;
    const isLast = (request: Request) => getSearchText(request) === word;
    await getField(page).fill(word.slice(0, -1));
    await expect(getStatus(page)).toHaveText(/^\d+ results?/);

    const release = await holdRequests(page, answers);
    const asked = page.waitForRequest(isLast);
    await getField(page).press(word.slice(-1));
    await asked;
    await getField(page).press('ArrowDown');
    const title = (await getActiveOption(page).locator('.title').textContent()) ?? '';
    const answered = page.waitForEvent('requestfinished', isLast);
    release();
    await answered;
    await waitForPaint(page);
    await expect(getActiveOption(page).locator('.title')).toHaveText(title);
    await getField(page).press('Backspace');
    await expect(getActiveOption(page)).toHaveCount(0);
  });

  await test.step('a search for a section of the site finds its page first', async () => {
    await getField(page).fill('pricing');
    const options = getDialog(page).getByRole('option');
    await expect(options.first()).toHaveAttribute('href', '/our-plans');
    const count = await options.count();
    await expect(getStatus(page)).toHaveText(count === 1 ? '1 result.' : `${count} results.`);
    await getField(page).press('ArrowDown');
    await getField(page).press('Enter');
    await expect(page).toHaveURL(/\/our-plans$/);
  });
});

test('the open dialog is accessible in light and dark, narrow and wide, with targets large enough for a finger', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/thank-you');
  await getLink(page).click();
  for (const text of ['', word]) {
    await getField(page).fill(text);
    await expect(getDialog(page).getByRole('option')).toHaveCount(text ? 8 : 0);
    if (text) await getField(page).press('ArrowDown');
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 640 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const onlyColours = colorScheme === 'dark';
        expect(await findViolations(page, { onlyColours }), `${colorScheme}, ${width} px wide, “${text}”`).toEqual([]);
      }
    }
  }
  expect(await getDialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 640 });
  const sizes = await getDialog(page)
    .locator('a, button, label')
    .evaluateAll((found) => found.map((target) => target.getBoundingClientRect().height));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
});

test('without its code, the link leads to the search page', async ({ page, expectComplaint }) => {
  expectComplaint(/Failed to load resource|Failed to fetch dynamically imported module/);
  await page.route(chunk, (route) => route.abort());
  await open(page, '/about-us');
  await page.keyboard.press('/');
  await expect(page).toHaveURL(/\/search#search$/);
  await expect(page.getByRole('searchbox', { name: 'Search for' })).toBeInViewport();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('Search is a link to the search page and names no keyboard shortcut', async ({ page }) => {
    await page.goto('/about-us');
    await expect(getLink(page)).not.toHaveAttribute('aria-keyshortcuts');
    await getLink(page).click();
    await expect(page).toHaveURL(/\/search#search$/);
  });
});
