import type { Page } from '@playwright/test';
import { getEntryPath } from '../contract/content/entry-types.ts';
import { makeEntry } from '../testing/makers.ts';
import { testEntries } from '../testing/site-content.ts';
import { expectAccessible } from './axe.ts';
import { waitForHydration } from './browser.ts';
import { expect, signIn, test } from './studio-site.ts';

// Browsers of this suite name themselves, and programs are not counted.
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('views, visitors and sources are shown, without JavaScript', async ({ browser, page, context, studioSite }) => {
  const visitor = await browser.newContext({ baseURL: studioSite.address, userAgent });
  const visit = await visitor.newPage();
  const { slug } = await makeEntry(studioSite.database, 'BLOG', { text: { title: 'Counted' } });
  const path = `/blog/${slug}`;
  await visit.goto(`${path}?utm_source=Newsletter`);
  await visit.goto(path);
  await visit.goto('/blogs', { referer: 'https://www.search.example/q?secret=1' });
  await visit.goto(getEntryPath('INFOGRAPHIC', testEntries.INFOGRAPHIC[0]?.slug ?? ''));
  await Promise.all([visit.waitForEvent('download'), visit.getByRole('link', { name: 'SVG' }).first().click()]);
  await visitor.close();

  const plain = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  await signIn(plain, studioSite, 'READER');
  const screen = await plain.newPage();
  await screen.goto('/studio/numbers?days=7');
  const today = screen.getByRole('table', { name: 'Views and visitors by day' }).getByRole('row').nth(1);
  // Other tests visit the site too.
  await expect(today.getByRole('cell')).toHaveText([/^(?:[3-9]|\d\d+)$/, /^[1-9]/]);
  await screen.getByRole('link', { name: 'Pages' }).click();
  await expect(screen).toHaveURL(/days=7/);
  const row = (name: string) => screen.getByRole('row', { name }).getByRole('cell');
  await expect(row(path)).toHaveText(['2 none before', '1']);
  await expect(row('.svg')).toHaveText(['1 none before']);
  await screen.getByRole('link', { name: 'Sources' }).click();
  await expect(row('newsletter')).toHaveText(['1 none before', '1']);
  await expect(screen.getByText('Countries are not known')).toBeVisible();
  const [file] = await Promise.all([
    screen.waitForEvent('download'),
    screen.getByRole('link', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('sources-7-days.csv');
  await plain.close();

  await signIn(context, studioSite, 'READER');
  for (const tab of ['', '/pages', '/sources', '/searches', '/forms', '/speed']) {
    await page.goto(`/studio/numbers${tab}`);
    // Only the axis has a zero: the days without a view have no figure.
    if (tab === '') await expect(page.getByRole('img').getByText('0', { exact: true })).toHaveCount(1);
    await expectAccessible(page, { state: tab });
  }
});

test('pages report speed and forms only after an owner turned it on, and not after a refusal', async ({
  browser,
  page,
  context,
  studioSite,
}) => {
  const reports: string[] = [];
  /** Begins the contact form in a browser of its own. */
  const begin = async (hasSignal = false) => {
    const visitor = await browser.newContext({ baseURL: studioSite.address, userAgent });
    if (hasSignal)
      await visitor.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    const seen = await visitor.newPage();
    seen.on('request', (request) => {
      if (request.url().includes('measure') || request.url().includes('web-vitals')) reports.push(request.url());
    });
    await seen.goto('/contact-us');
    await waitForHydration(seen);
    await seen.getByLabel('Name').first().fill('Ada');
    await seen.getByLabel('Message').first().fill('Hello');
    await seen.waitForLoadState('networkidle');
    return seen;
  };
  /** Tells a page that it is left. Requests of a page that is gone lose the user agent of this test. */
  const leave = (seen: Page) =>
    seen.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      dispatchEvent(new Event('pagehide'));
    });
  await leave(await begin());
  expect(reports).toEqual([]);

  await signIn(context, studioSite, 'OWNER');
  await page.goto('/studio/numbers/speed');
  await page.getByRole('button', { name: 'Turn the reports on' }).press('Enter');
  await expect(page.getByText('Pages report from now on.')).toBeVisible();
  // The change is announced to the page cache.
  await expect.poll(async () => (await page.request.get('/contact-us')).text()).toContain('/assets/measure-');
  await leave(await begin(true));
  const measured = await begin();
  const row = page.getByRole('row', { name: '/contact-us' });
  await expect(async () => {
    // The browser measures when it is idle.
    await leave(measured);
    await page.reload();
    await expect(row).toContainText('ms', { timeout: 1_000 });
  }).toPass();
  await page.getByRole('navigation', { name: 'Numbers' }).getByRole('link', { name: 'Forms' }).click();
  const contact = page.getByRole('table', { name: 'Forms', exact: true }).getByRole('row', { name: 'Contact' });
  await expect(contact.getByRole('cell')).toHaveText(['1', '0', '1']);
  await expect(page.getByRole('row', { name: 'Message' })).toContainText('1 time, 100 %');
  await page.getByRole('button', { name: 'Turn the reports off' }).click();
  await expect(page.getByText('Pages report nothing any more.')).toBeVisible();
  await expect.poll(async () => (await page.request.get('/contact-us')).text()).not.toContain('/assets/measure-');
});
