import { eq } from 'drizzle-orm';
import { apiTokens } from '../api/db/access-tables.ts';
import { expectAccessible, narrow } from './axe.ts';
import { expect, signIn, test } from './studio-site.ts';

test('a token is made and revoked without JavaScript, and a program uses it', async ({
  browser,
  playwright,
  studioSite,
}) => {
  const plain = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  await signIn(plain, studioSite, 'OWNER');
  const screen = await plain.newPage();
  await screen.goto('/studio/access');
  await expect(screen.getByRole('row', { name: 'Publish, schedule' }).getByText('Yes')).toHaveCount(2);
  await screen.getByRole('link', { name: 'Tokens' }).click();
  await screen.getByRole('link', { name: 'Make a token' }).click();
  await screen.getByLabel('What it is for').fill('The warehouse');
  await screen.getByLabel('Read all content').check();
  await screen.getByRole('button', { name: 'Make the token' }).press('Enter');
  const secret = await screen.getByLabel('The token').inputValue();
  const program = await playwright.request.newContext({
    baseURL: studioSite.address,
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  });
  expect((await program.get('/api/studio/list-content')).status()).toBe(200);
  expect((await program.get('/api/studio/message-counts')).status()).toBe(403);
  await screen.getByRole('button', { name: 'Revoke The warehouse' }).click();
  await expect(screen.getByText('The token is revoked.')).toBeVisible();
  expect((await program.get('/api/studio/list-content')).status()).toBe(401);
  await program.dispose();
  await plain.close();
});

test('the screens of access are accessible, also with a refused form', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/status of 4/);
  const { userId } = await signIn(context, studioSite, 'OWNER');
  await page.goto('/studio/tokens#new-token');
  await page.getByLabel('What it is for').fill('Nothing');
  await page.getByRole('button', { name: 'Make the token' }).click();
  await expect(page.getByText('must have at least one')).toBeVisible();
  await expectAccessible(page, { state: 'a refused token', at: narrow });
  await page.getByLabel('Read all content').check();
  await page.getByRole('button', { name: 'Make the token' }).click();
  await page.getByLabel('The token').waitFor();
  await expectAccessible(page, { state: 'a new token' });
  await studioSite.database.db.delete(apiTokens).where(eq(apiTokens.userId, userId));
  for (const path of ['access', 'tokens', `users/${userId}`]) {
    await page.goto(`/studio/${path}`);
    await expectAccessible(page, { state: path });
  }
});

test('an owner ends the sessions of somebody else', async ({ page, context, browser, studioSite }) => {
  const other = await browser.newContext({ baseURL: studioSite.address });
  const { userId } = await signIn(other, studioSite, 'EDITOR', 'Ada Lovelace');
  await signIn(context, studioSite, 'OWNER');
  await page.goto('/studio/users');
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await expect(page).toHaveURL(`/studio/users/${userId}`);
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await expect(page.getByText('1 session ended.')).toBeVisible();
  await expect(page.getByText('They are not signed in anywhere.')).toBeVisible();
  const stranger = await other.newPage();
  await stranger.goto('/studio/content');
  await expect(stranger).toHaveURL(/\/studio\/sign-in/);
  await other.close();
});
