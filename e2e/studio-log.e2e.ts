import { recordToLog } from '../api/log/record.ts';
import { expectAccessible } from './axe.ts';
import { expect, signIn, test } from './studio-site.ts';

test('the log is filtered, followed to its things and exported, without JavaScript', async ({
  browser,
  studioSite,
}) => {
  const context = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  const page = await context.newPage();
  const { userId } = await signIn(context, studioSite, 'OWNER', 'Hedy Lamarr');
  await page.goto('/studio');
  await recordToLog(
    studioSite.database,
    { kind: 'redirect.ADD', by: userId, id: '/frequency-hopping', facts: { target: '/about-us' } },
    { kind: 'entry.PUBLISH', by: userId, id: 1, facts: { title: '=Torpedoes and pianos', token: 'The organ' } },
  );
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  const rows = page.getByRole('row').filter({ hasText: 'Hedy Lamarr' });
  await expect(rows.first()).toContainText(/Hedy Lamarr by the token “The organ”.*published “=Torpedoes and pianos”/);
  await expect(page.getByRole('link', { name: '“=Torpedoes and pianos”' })).toHaveAttribute(
    'href',
    '/studio/content/1',
  );
  await page.getByLabel('What').selectOption('Redirects');
  await page.getByLabel('Who').selectOption('Hedy Lamarr');
  await page.getByLabel('When').selectOption('Last 24 hours');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(rows).toHaveText([/added a redirect from \/frequency-hopping to \/about-us/]);
  await page.getByRole('link', { name: 'All about it: redirect /frequency-hopping' }).click();
  await expect(page.getByText('1 record', { exact: true })).toBeVisible();
  await page.getByLabel('Search things').fill('pianos');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(rows).toHaveText([/published/]);
  for (const [name, expected] of [
    ['CSV', 'Hedy Lamarr by the token “The organ” published “=Torpedoes and pianos”'],
    ['JSON Lines', '"facts":{"title":"=Torpedoes and pianos","token":"The organ"}'],
  ] as const) {
    const href = await page.getByRole('link', { name }).getAttribute('href');
    const text = await (await context.request.get(href ?? '')).text();
    expect(text.trim().split('\n')).toHaveLength(name === 'CSV' ? 2 : 1);
    expect(text).toContain(expected);
  }
  await page.goto('/studio/log');
  await expect(rows.first()).toContainText('exported the log');
  await context.close();
});

test('the log and the state of the server are accessible', async ({ page, context, studioSite }) => {
  const { userId } = await signIn(context, studioSite, 'OWNER', 'Hedy Lamarr');
  await recordToLog(studioSite.database, { kind: 'entry.PUBLISH', by: userId, id: 1, facts: { title: 'Radio' } });
  for (const [path, text] of [
    ['/log', 'published “Radio”'],
    ['/log?q=xylophone', 'No record matches'],
    ['/health', 'Everything is in order'],
  ] as const) {
    await page.goto(`/studio${path}`);
    await expect(page.getByText(text).or(page.getByText('to look at')).first()).toBeVisible();
    await expectAccessible(page, { state: path });
  }
});
