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
