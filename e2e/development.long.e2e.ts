import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { projectFolder } from '../server/folders.ts';
import { type ContentSite, startSiteWithTestContent } from '../testing/content-sites.ts';
import { expectAccessible } from './axe.ts';
import { expect, getSiteAddress, test } from './browser.ts';
import { signIn } from './studio-site.ts';

// `npm run dev` on a copy of the project whose sources are edited.

const address = '/why-us';

let copy: string;
let site: ContentSite | undefined;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(120_000);
  copy = await mkdtemp(join(projectFolder, 'dist/development-'));
  // Packages are linked instead of copied, because they are many and do not change.
  await promisify(execFile)('cp', ['-al', join(projectFolder, 'node_modules'), copy]);
  for (const name of ['api', 'contract', 'site', 'studio', 'server', 'themes', 'package.json', 'package-lock.json'])
    await cp(join(projectFolder, name), join(copy, name), { recursive: true });
  site = await startSiteWithTestContent({}, { isDevelopment: true, sources: copy });
  // Vite reloads pages until its folder of packages is complete.
  await expect
    .poll(() => existsSync(join(copy, 'node_modules/.vite/deps/_metadata.json')), { timeout: 60_000 })
    .toBe(true);
});
test.afterAll(async () => {
  await site?.stop();
  if (copy) await rm(copy, { recursive: true, force: true });
});

const getAddress = () => site?.address ?? '';

/** Opens a page, and waits until it is hydrated and receives the updates of edited files. */
async function openConnected(page: Page, path: string): Promise<void> {
  const isConnected = page.waitForEvent('console', (message) => message.text() === '[vite] connected.');
  await page.goto(getAddress() + path);
  await isConnected;
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true', { timeout: 20_000 });
}

async function editFile(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(copy, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(copy, file), text.replace(from, to));
}

/** Takes a screenshot of a page in a browser without scripts. */
async function takeScreenshot(browser: Browser, origin: string): Promise<Buffer> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(origin + address);
  // A font that arrives after the first paint is shown by the next one.
  await page.reload();
  await page.evaluate(() => document.fonts.ready);
  const pixels = await page.screenshot();
  await context.close();
  return pixels;
}

test('a page of the development server looks like the built page before any script runs', async ({ browser }) => {
  expect((await takeScreenshot(browser, getAddress())).equals(await takeScreenshot(browser, getSiteAddress()))).toBe(
    true,
  );
});

test('every part of the site is accessible', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto(`${getAddress()}/_parts`);
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true', { timeout: 20_000 });
  await expectAccessible(page, { state: 'parts of the site' });
  for (const size of ['empty', 'short', 'long']) {
    await page.goto(`${getAddress()}/_parts`);
    await page.getByRole('link', { name: `Sections: ${size}` }).click();
    await expect(page.locator('[data-kind="storage"]')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true', { timeout: 20_000 });
    await expectAccessible(page, { state: `${size} sections` });
  }
});

test('an edited view and an edited style show without a reload', async ({ page }) => {
  await openConnected(page, address);
  const figure = page.locator('#evidence li p').first();
  const heading = page.getByRole('heading', { level: 2, name: 'The evidence' });
  await expect(heading).toBeVisible();
  const isSamePage = () => page.evaluate(() => 'isSamePage' in window);
  const before = await page.evaluate(() => getComputedStyle(document.querySelector('header') as Element).position);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  await editFile('site/parts/section-frame.tsx', 'title={section.title}', "title={section.title && 'The proof'}");
  await expect(page.getByRole('heading', { level: 2, name: 'The proof' }).first()).toBeVisible();
  expect(await isSamePage()).toBe(true);
  await editFile('site/sections/claims/view.module.css', '.figure {\n', '.figure {\n  color: rgb(1, 2, 3);\n');
  await expect(figure).toHaveCSS('color', 'rgb(1, 2, 3)');
  expect(await isSamePage()).toBe(true);
  // A style that every page shares is replaced too.
  await editFile('site/styles/base.css', 'background: var(--ground);', 'background: rgb(4, 5, 6);');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(4, 5, 6)');
  expect(await isSamePage()).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('header') as Element).position)).toBe(
    before,
  );

  // The server also renders both edits.
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'The proof' }).first()).toBeVisible();
  await expect(figure).toHaveCSS('color', 'rgb(1, 2, 3)');
});

test('an edit keeps typed text, a change of the server restarts it in seconds, and errors are shown with their line', async ({
  page,
  expectComplaint,
}) => {
  // Vite's client reports restarts and errors in the console too.
  expectComplaint(/./);
  await openConnected(page, '/contact-us');
  const message = page.locator('#field-message');
  await message.fill('Two fibres, one duct.');
  await editFile('site/sections/contact-form/contact-form.tsx', 'label={contact.send}', 'label="Send it"');
  await expect(page.getByRole('button', { name: 'Send it' })).toBeVisible();
  await expect(message).toHaveValue('Two fibres, one duct.');

  await editFile('api/http/plugin.ts', 'Everything that the pages', 'All that the pages');
  const readRestartTimes = () =>
    [...(site?.output() ?? '').matchAll(/Restarted in (\d+) ms/g)].map(([, time]) => Number(time));
  await expect.poll(readRestartTimes, { timeout: 30_000 }).toEqual([expect.any(Number)]);
  await expect(page.getByRole('button', { name: 'Send it' })).toBeVisible();

  const lines = (await readFile(join(copy, 'api/content/feed/feed.ts'), 'utf8')).split('\n');
  const line = lines.findIndex((text) => text.includes('listLatestEntries(')) + 1;
  await editFile('api/content/feed/feed.ts', 'function listLatestEntries(', 'function listLatestEntries((');
  await expect(page.locator('vite-error-overlay')).toContainText(`api/content/feed/feed.ts:${line}:`, {
    timeout: 20_000,
  });
  // A page that is opened later shows the error too.
  await page.reload();
  await expect(page.locator('vite-error-overlay')).toContainText(`api/content/feed/feed.ts:${line}:`, {
    timeout: 20_000,
  });
});

test('a preview has the styles of the page', async ({ page, context }) => {
  if (!site) throw new Error('The site did not start');
  await signIn(context, site);
  const readBar = () => page.locator('[data-part="header-bar"]').evaluate((bar) => getComputedStyle(bar).display);
  await page.goto(getAddress() + address);
  const display = await readBar();
  expect(display).not.toBe('block');
  await page.goto(`${getAddress()}/studio/preview?path=${address}`);
  await expect(page.locator('html')).toHaveAttribute('data-preview', 'page');
  expect(await readBar()).toBe(display);
});
