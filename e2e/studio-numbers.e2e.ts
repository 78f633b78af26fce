import { expectAccessible, narrow } from './axe.ts';
import { expect, signIn, test } from './studio-site.ts';

// Browsers of this suite name themselves, and programs are not counted.
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('views, visitors and sources are shown, without JavaScript', async ({ browser, page, context, studioSite }) => {
  const visitor = await browser.newContext({ baseURL: studioSite.address, userAgent });
  const visit = await visitor.newPage();
  await visit.goto('/about-us?utm_source=Newsletter');
  await visit.goto('/about-us');
  await visit.goto('/blogs', { referer: 'https://www.search.example/q?secret=1' });

  await visitor.close();

  const plain = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  await signIn(plain, studioSite, 'READER');
  const screen = await plain.newPage();
  await screen.goto('/studio/numbers?days=7');
  const today = screen.getByRole('table', { name: 'Views and visitors by day' }).getByRole('row').nth(1);
  await expect(today.getByRole('cell')).toHaveText(['3', '1']);
  await screen.getByRole('link', { name: 'Pages' }).click();
  await expect(screen).toHaveURL(/days=7/);
  const row = (name: string) => screen.getByRole('row', { name }).getByRole('cell');
  await expect(row('/about-us')).toHaveText(['2', '1', 'none before']);
  await screen.getByRole('link', { name: 'Sources' }).click();
  await expect(row('newsletter')).toHaveText(['1', '1', 'none before']);
  await expect(screen.getByText('Countries are not known')).toBeVisible();
  const [file] = await Promise.all([
    screen.waitForEvent('download'),
    screen.getByRole('link', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('sources-7-days.csv');
  await plain.close();

  await signIn(context, studioSite, 'READER');
  for (const path of ['', '/pages', '/sources', '/searches']) {
    await page.goto(`/studio/numbers${path}`);
    if (path === '') await page.getByRole('img', { name: /Views and visitors/ }).waitFor();
    await expectAccessible(page, { state: path });
    await expectAccessible(page, { state: `${path} narrow`, at: narrow });
  }
});
