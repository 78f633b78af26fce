import { makeEntry } from '../testing/makers.ts';
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
  await screen.getByRole('button', { name: 'Redirect /winter-offer to /winter-offers' }).click();
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
  }).toPass();
  await expect(row).not.toContainText('Ada');
  await expect(
    page.getByText('1 request of programs that look for weak spots of other software is left out.'),
  ).toBeVisible();
  await row.getByRole('button', { name: 'Redirect /blog/granite-floor to /blog/granite-floors' }).click();
  await expect(page.getByText('/blog/granite-floor now leads to /blog/granite-floors.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await visitor.goto('/blog/granite-floor');
  await expect(visitor).toHaveURL('/blog/granite-floors');
  await visitor.context().close();
});
