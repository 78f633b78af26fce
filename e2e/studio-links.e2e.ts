import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkDueLinks, updateLinkCheckRun } from '../api/content/links/external-links.ts';
import { createRequestOutside } from '../api/outside-requests.ts';
import { makeEntry } from '../testing/makers.ts';
import { expectAccessible } from './axe.ts';
import { expect, signIn, test } from './studio-site.ts';

test.beforeEach(({ context, studioSite }) => signIn(context, studioSite));

test('a broken link leads to its line in the editor, and is mended by one click, without JavaScript too', async ({
  page,
  browser,
  request,
  studioSite,
}) => {
  const ctx = { db: studioSite.database.db };
  await makeEntry(ctx, 'PAGE', { slug: 'winter-offer', withdrawnAt: new Date(Date.now() - 60_000) });
  await makeEntry(ctx, 'PAGE', { slug: 'winter-offers', text: { title: 'Winter offers' } });
  const body = 'First.\n\nSecond.\n\nSee [the offer](/winter-offer).';
  await makeEntry(ctx, 'BLOG', { slug: 'frost', text: { title: 'What frost does', body } });
  await page.goto('/studio');
  await page.getByRole('list', { name: 'Broken links' }).getByRole('link', { name: 'What frost does' }).waitFor();
  await page.goto('/studio/links');
  const row = page.getByRole('row', { name: /What frost does/ });
  await expect(row).toContainText('/winter-offer has been withdrawn since');
  await row.getByRole('link', { name: 'What frost does' }).click();
  const readLine = () =>
    page.evaluate(() => getSelection()?.anchorNode?.parentElement?.closest('.cm-line')?.textContent ?? '');
  await expect.poll(readLine).toContain('See');

  const plain = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  await signIn(plain, studioSite);
  const screen = await plain.newPage();
  await screen.goto('/studio/links');
  await screen.getByRole('button', { name: 'Redirect to /winter-offers from /winter-offer' }).click();
  await expect(screen.getByText('/winter-offer now leads to /winter-offers.')).toBeVisible();
  await expect(screen.getByText('What frost does')).toHaveCount(0);
  const moved = await request.get('/winter-offer', { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([308, '/winter-offers']);
  await plain.close();
});

test('what visitors ask for in vain is listed with the page that led there, and redirected by one click', async ({
  page,
  browser,
  studioSite,
}) => {
  const ctx = { db: studioSite.database.db };
  await makeEntry(ctx, 'BLOG', { slug: 'granite-floors', text: { title: 'Granite floors' } });
  // The name of a browser without a window is that of a program, which is not counted.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const visitor = await (await browser.newContext({ baseURL: studioSite.address, userAgent })).newPage();
  await visitor.goto('/about-us');
  await visitor.evaluate(() => location.assign('/blog/granite-floor?name=Ada'));
  await expect(visitor).toHaveTitle(/not found/i);
  await visitor.goto('/wp-login.php');
  const row = page.getByRole('row', { name: /granite-floor/ });
  await expect(async () => {
    await page.goto('/studio/links/not-found?of=SITE');
    await expect(row).toContainText('/about-us', { timeout: 500 });
    await expect(page.getByText('1 request of programs that look for weak spots')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(row).not.toContainText('Ada');
  await row.getByRole('button', { name: 'Redirect to /blog/granite-floors from /blog/granite-floor' }).click();
  await expect(page.getByText('/blog/granite-floor now leads to /blog/granite-floors.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await visitor.goto('/blog/granite-floor');
  await expect(visitor).toHaveURL('/blog/granite-floors');
  await visitor.context().close();
});

test('links to other sites are checked on demand, and the screen says how far the check is', async ({
  page,
  studioSite,
}) => {
  const ctx = { db: studioSite.database.db };
  const other = createServer((request, response) => response.writeHead(request.url === '/gone' ? 404 : 200).end());
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const gone = `http://127.0.0.1:${(other.address() as AddressInfo).port}/gone`;
  await makeEntry(ctx, 'BLOG', { text: { title: 'Sources', body: `See [the measurements](${gone}).` } });
  await updateLinkCheckRun(ctx, { mode: 'on-demand' });
  await page.goto('/studio/links/external?q=gone');
  const row = page.getByRole('row', { name: gone });
  await expect(row).toContainText('Not checked yet');
  await expectAccessible(page, { state: 'links to other sites' });
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('The check begins in a moment', { exact: true })).toBeVisible();
  const requestOutside = createRequestOutside({ allowsLoopback: true, resolveHost: async () => [] });
  const signal = AbortSignal.timeout(60_000);
  await checkDueLinks(ctx, { requestOutside, siteUrl: studioSite.address, signal, pause: 0 });
  // The screen loads itself anew while a check runs.
  await expect(row).toContainText(/Failed once since .*answers with status 404, checked/);
  await expect(row.getByRole('link', { name: 'Sources' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check now' })).toBeEnabled();
  other.close();
});
