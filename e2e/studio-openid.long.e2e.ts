import { callbackPath } from '../api/people/identities/openid.ts';
import { createJoinLink, getJoinAddress } from '../api/people/users/links.ts';
import { type ContentSite, startSiteWithTestContent } from '../testing/content-sites.ts';
import { openIdClient, startOpenIdProvider, type TestOpenIdProvider } from '../testing/openid-provider.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './browser.ts';

// Sign-in by OpenID Connect, at a real provider with a login page of its own.

let provider: TestOpenIdProvider;
let site: ContentSite;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  provider = await startOpenIdProvider(() => [site.address + callbackPath]);
  site = await startSiteWithTestContent({
    TRUST_PROXY: '1',
    OPENID_ISSUER: provider.issuer,
    OPENID_CLIENT_ID: openIdClient.clientId,
    OPENID_CLIENT_SECRET: openIdClient.clientSecret,
    OPENID_NAME: 'Example ID',
  });
});
test.afterAll(async () => {
  await site?.stop();
  await provider?.stop();
});

test('somebody joins with an account of the company, signs out, and signs in again without JavaScript', async ({
  page,
  browser,
  expectComplaint,
}) => {
  // The provider's own pages.
  expectComplaint(/Failed to load resource|Content Security Policy/);
  const token = await createJoinLink(site.database, {
    purpose: 'INVITATION',
    role: 'EDITOR',
    email: 'ada@example.org',
  });
  await page.goto(getJoinAddress(site.address, 'INVITATION', token));
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await expectAccessible(page, { state: 'joining' });
  await page.getByRole('button', { name: 'Join with Example ID' }).click();
  await page.locator('[name=login]').fill('ada');
  await page.locator('[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('summary').filter({ hasText: 'Ada Lovelace' }).click();
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByText(/^Account at localhost/)).toBeVisible();
  await expectAccessible(page, { state: 'own account' });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in with Example ID' })).toBeVisible();
  await expectAccessible(page, { state: 'sign-in' });

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.address });
  const form = await plain.newPage();
  await form.goto('/studio/content?type=BLOG');
  await form.getByRole('link', { name: 'Sign in with Example ID' }).click();
  await form.locator('[name=login]').fill('ada');
  await form.locator('[name=password]').fill('any');
  await form.getByRole('button', { name: 'Sign-in' }).click();
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect(form).toHaveURL(/\/studio\/content\?type=BLOG$/);

  // An action that needs a recent confirmation asks for a new sign-in at the provider.
  await site.database.pool.query("update sessions set confirmed_at = now() - interval '11 minutes'");
  await form.goto('/studio/me');
  await form.getByRole('button', { name: 'Remove' }).click();
  await form.getByRole('link', { name: 'Confirm with Example ID' }).click();
  await form.locator('[name=login]').fill('ada');
  await form.locator('[name=password]').fill('any');
  await form.getByRole('button', { name: 'Sign-in' }).click();
  await expect(form).toHaveURL(/\/studio\/me$/);
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect(form.getByRole('alert')).toContainText('only');
  await plain.close();
});

test('a sign-in that is cancelled at the provider says so', async ({ page, request, expectComplaint }) => {
  expectComplaint(/Failed to load resource|Content Security Policy/);
  // A picture of another page with this address begins no sign-in, of which a network has few.
  const headers = { 'sec-fetch-dest': 'image' };
  expect((await request.get(`${site.address}/studio/sign-in/openid`, { headers })).status()).toBe(404);
  await page.goto(`${site.address}/studio/sign-in`);
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
  await page.getByRole('link', { name: /cancel/i }).click();
  await expect(page.getByRole('alert')).toContainText('The sign-in at Example ID was cancelled.');
});

test('a stranger with an account of the company is told whom to ask', async ({ page, expectComplaint }) => {
  expectComplaint(/Failed to load resource|Content Security Policy/);
  await page.goto(`${site.address}/studio/sign-in`);
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
  await page.locator('[name=login]').fill('stranger');
  await page.locator('[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Ask an owner for an invitation');
  await page.goto(`${site.address}/studio/sign-in?problem=<b>constructor`);
  await expect(page.getByRole('alert')).toBeHidden();
});
