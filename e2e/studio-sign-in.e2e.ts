import { randomInt } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { sessions, users } from '../api/db/studio-tables.ts';
import { createJoinLink, getJoinAddress } from '../api/people/users/links.ts';
import { getEntryPath } from '../contract/content/entry-types.ts';
import { paths } from '../contract/http/paths.table.ts';
import type { StudioOperationName } from '../contract/studio/operations.ts';
import { getStudioApiPath } from '../contract/studio/paths.ts';
import type { Role } from '../contract/studio/permissions.ts';
import { createApiContext } from '../testing/api-context.ts';
import { type ContentSite, startSiteWithTestContent } from '../testing/content-sites.ts';
import { makeEntry } from '../testing/makers.ts';
import { createOneTimeCode, goodPassword } from '../testing/studio-api.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './browser.ts';
import { getPublishButton, holdStudioCode, openEditor, waitForSave, write } from './studio-site.ts';

// The ways into the Studio, from the first owner's link to a recovery code, on a site of their own.

let site: ContentSite;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await startSiteWithTestContent({ TRUST_PROXY: '1' });
});
test.afterAll(() => site?.stop());

/** Gives a page a passkey authenticator that confirms every request without asking. */
async function addAuthenticator(page: Page) {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function makeInvitation(role: Role, email: string): Promise<string> {
  const token = await createJoinLink(site.database, { purpose: 'INVITATION', role, email, name: 'Grace' });
  return getJoinAddress(site.address, 'INVITATION', token);
}

/** Joins by an invitation with a password, and returns the authenticator app's secret and the recovery codes. */
async function joinWithPassword(page: Page, email: string) {
  await page.goto(await makeInvitation('EDITOR', email));
  const choose = page.getByRole('button', { name: 'Use a password and an authenticator app instead' });
  await choose.click();
  const shown = page.getByText(/^(?:[A-Z2-7]{4} ?){8}$/);
  const secret = ((await shown.textContent()) ?? '').replace(/\s/g, '');
  await page.reload();
  await choose.click();
  await expect(shown, 'a code that was scanned before a reload is right').toHaveText(
    secret.replace(/.{4}(?=.)/g, '$& '),
  );
  await page.getByLabel('Password').fill(goodPassword);
  await page.getByLabel('Code that the app shows').fill(createOneTimeCode(secret));
  await page.getByRole('button', { name: 'Continue with the password' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  return { secret, codes: await page.getByRole('listitem').allTextContents() };
}

/** Sends a call of the API from the page, and returns its status. */
function callFromPage(page: Page, name: StudioOperationName, body: object): Promise<number> {
  return page.evaluate(
    async ([path, text, tokenPath]) => {
      await fetch(tokenPath);
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const headers = { 'content-type': 'application/json', 'x-xsrf-token': token };
      return (await fetch(path, { method: 'POST', headers, body: text })).status;
    },
    [getStudioApiPath(name), JSON.stringify(body), paths.formToken] as const,
  );
}

test('the first owner sets the Studio up by passkey, signs out, and signs in again', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 400/);
  await addAuthenticator(page);
  const [link = ''] = /http\S+\/studio\/set-up#\S+/.exec(site.output()) ?? [];
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set up the Studio' })).toBeVisible();
  await expectAccessible(page, { state: 'setting up', at: [320, 1280] });
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByLabel('E-mail address').fill('ada@example.org');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, { state: 'recovery codes', at: [320, 1280] });
  await page.getByRole('link', { name: 'I have saved them, continue' }).click();
  await page.locator('summary').filter({ hasText: 'Ada Lovelace' }).click();
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByRole('heading', { name: 'How you sign in' })).toBeVisible();
  await expectAccessible(page, { state: 'the account', at: [320, 1280] });

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page, { state: 'signing in', at: [320, 1280] });
  const finished = page.waitForRequest(/finish-sign-in/);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(`${site.address}/studio`);

  // The same signature, sent again with the session and without it, lets nobody in.
  const sent = (await finished).postDataJSON() as { credential: object };
  expect(await callFromPage(page, 'finishSignIn', sent)).toBe(400);
  await page.context().clearCookies();
  expect(await callFromPage(page, 'finishSignIn', sent)).toBe(400);
  expect((await page.request.get(`${site.address}/studio/me`, { maxRedirects: 0 })).status()).toBe(302);
});

test('the set-up link cannot be used a second time', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 410/);
  const [link = ''] = /http\S+\/studio\/set-up#\S+/.exec(site.output()) ?? [];
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This link is no longer valid.');
});

test('a guessable password and a signature that was made for another origin are refused', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 400/);
  await addAuthenticator(page);
  await page.goto(await makeInvitation('AUTHOR', 'hedy@example.org'));
  // What is wrong with a password is said beside its field, and Enter sends the form.
  await page.getByRole('button', { name: 'Use a password and an authenticator app instead' }).click();
  await page.getByLabel('Password').fill('password-password1');
  await page.getByLabel('Code that the app shows').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/consists of common words and numbers/);
  await expectAccessible(page, { state: 'a refused password', at: [320, 1280] });
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  // The credential names another origin, as one that was created on the page of another site would.
  await page.route(/finish-join/, async (route) => {
    const body = route.request().postDataJSON();
    const data = JSON.parse(Buffer.from(body.credential.response.clientDataJSON, 'base64url').toString());
    const foreign = JSON.stringify({ ...data, origin: 'https://evil.example' });
    body.credential.response.clientDataJSON = Buffer.from(foreign).toString('base64url');
    await route.continue({ postData: JSON.stringify(body) });
  });
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('The passkey could not be verified.');
  const [found] = await site.database.db.select().from(users).where(eq(users.email, 'hedy@example.org'));
  expect(found).toBeUndefined();
  await page.unroute(/finish-join/);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
});

test('somebody joins with a password, signs in without JavaScript, and changes their sign-in methods', async ({
  page,
  browser,
  expectComplaint,
}) => {
  expectComplaint(/status of (?:403|409)/);
  const email = 'grace@example.org';
  const { secret, codes } = await joinWithPassword(page, email);
  const plain: BrowserContext = await browser.newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: { 'x-forwarded-for': `2001:db8:${randomInt(0x10000).toString(16)}::1` },
  });
  const form = await plain.newPage();
  await form.goto(`${site.address}/studio/sign-in`);
  // What needs a script is not offered.
  await expect(form.getByRole('button', { name: 'Sign in with a password' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden();
  const signIn = async (code: string) => {
    await form.getByLabel('E-mail address').first().fill(email);
    await form.getByLabel('Password').fill(goodPassword);
    await form.getByLabel('Code of the authenticator app').fill(code);
    await form.getByRole('button', { name: 'Sign in with a password' }).click();
  };
  await signIn('000000');
  await expect(form.getByRole('alert')).toContainText('do not match');
  await signIn(createOneTimeCode(secret, 1));
  await expect(form).toHaveURL(`${site.address}/studio`);
  await plain.clearCookies();

  await form.goto(`${site.address}/studio/sign-in`);
  await form.getByText('Other ways to sign in').click();
  const recover = form.locator('details');
  await recover.getByLabel('E-mail address').fill(email);
  await recover.getByLabel('Recovery code').fill(codes[0] ?? '');
  await recover.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(form).toHaveURL(`${site.address}/studio`);
  await plain.close();

  // A button that is pressed before the page's code has arrived acts as soon as it is there.
  const release = await holdStudioCode(page);
  await page.goto(`${site.address}/studio/me`, { waitUntil: 'commit' });
  await addAuthenticator(page);
  await expect(page.getByText('9 recovery codes are left')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  release();
  await expect(page.getByRole('table', { name: 'Your passkeys' })).toBeVisible();

  // The last confirmation is too old, so the screen asks for a new one in place, and then performs the action.
  await site.database.db.update(sessions).set({ confirmedAt: sql`now() - interval '11 minutes'` });
  await page.getByRole('button', { name: 'Remove password and app' }).click();
  await expect(page.getByRole('alert')).toContainText('First confirm that it is you');
  await expectAccessible(page, { state: 'confirming', at: [320, 1280] });
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'have been removed' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Chrome on Linux' }).click();
  await expect(page.getByRole('alert')).toContainText('This is your only way to sign in.');

  await site.database.db.update(sessions).set({ confirmedAt: sql`now() - interval '11 minutes'` });
  await page.getByRole('button', { name: 'Create new recovery codes' }).click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await expect(page.getByText('10 recovery codes are left')).toBeVisible();
});

test('an owner without JavaScript invites somebody after a proof by password', async ({ page, browser }) => {
  const { secret } = await joinWithPassword(page, 'owner@example.org');
  const { db } = site.database;
  await db.update(users).set({ role: 'OWNER' }).where(eq(users.email, 'owner@example.org'));
  await db.update(sessions).set({ confirmedAt: sql`now() - interval '11 minutes'` });
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const form = await plain.newPage();
  await form.goto(`${site.address}/studio/users`);
  await form.getByRole('link', { name: 'Invite somebody' }).click();
  await form.getByLabel('Name', { exact: true }).fill('Katherine');
  await form.getByLabel('E-mail address').fill('katherine@example.org');
  await form.getByRole('button', { name: 'Create a link' }).click();
  await expect(form.getByRole('alert')).toContainText('First confirm that it is you');
  const proof = form.getByRole('alert');
  await proof.getByLabel('Your password').fill(goodPassword);
  await proof.getByLabel('Code of the authenticator app').fill(createOneTimeCode(secret, 1));
  await proof.getByRole('button', { name: 'Confirm with a password' }).click();
  await expect(form.getByRole('status').filter({ hasText: 'Give this link to Katherine' })).toBeVisible();
  await expect(form.getByLabel('Address of the invitation')).toHaveValue(/\/studio\/join#\S+$/);
  await form.getByRole('row', { name: 'katherine@example.org' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByText('The invitation for katherine@example.org is no longer valid.')).toBeVisible();
  await form.getByRole('link', { name: 'Invite somebody' }).click();
  await form.getByLabel('Name', { exact: true }).fill('Katherine');
  await form.getByLabel('E-mail address').fill('katherine@example');
  await form.getByRole('button', { name: 'Create a link' }).click();
  await expect(form.getByRole('alert')).toContainText('“E-mail address” must be an address such as');
  await expect(form.getByLabel('E-mail address')).toHaveAccessibleDescription(/^must be an address/);
  await plain.close();
});

test('a session that ends while somebody writes is renewed by password in place, and the words are saved', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/Blocked script execution|status of (?:401|403)/);
  const email = 'writer@example.org';
  const { secret } = await joinWithPassword(page, email);
  const { id } = await makeEntry(site.database, 'BLOG', { text: { title: 'Written at length' } });
  await openEditor(page, `${site.address}/studio/content/${id}`);
  await site.database.db.delete(sessions);
  await write(page, 'Typed after the end.');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByLabel('E-mail address')).toHaveValue(email);
  await expectAccessible(page, { state: 'signing in again', at: [320, 1280] });
  const signInAgain = async (code: string) => {
    await dialog.getByLabel('Password').fill(goodPassword);
    await dialog.getByLabel('Code of the authenticator app').fill(code);
    await dialog.getByRole('button', { name: 'Sign in with a password' }).click();
  };
  await signInAgain('000000');
  await expect(dialog.getByRole('alert')).toContainText('do not match');
  await expectAccessible(page, { state: 'a refused sign-in', at: [320] });
  await signInAgain(createOneTimeCode(secret, 1));
  await expect(dialog).toHaveCount(0);
  await waitForSave(page);
  await page.reload();
  await expect(page.locator('.cm-content')).toContainText('Typed after the end.');
});

/** Presses a key until an element has the focus. */
async function moveFocusTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < 120; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${target}`);
}

test('an editor signs in by password, changes a text and publishes it by keyboard alone', async ({ page, request }) => {
  const { secret } = await joinWithPassword(page, 'radia@example.org');
  await page.context().clearCookies();
  await makeEntry(createApiContext(site.database.db, site.dataDir), 'APP', {
    slug: 'without-a-mouse',
    text: { title: 'Without a mouse' },
  });
  await page.goto(`${site.address}/studio/sign-in`);
  await moveFocusTo(page, page.getByLabel('E-mail address').first());
  await page.keyboard.type('radia@example.org');
  await moveFocusTo(page, page.getByLabel('Password'));
  await page.keyboard.type(goodPassword);
  await moveFocusTo(page, page.getByLabel('Code of the authenticator app'));
  await page.keyboard.type(createOneTimeCode(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site.address}/studio`);

  const rail = page.getByRole('navigation', { name: 'Studio' });
  await moveFocusTo(page, rail.getByRole('link', { name: 'Content' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Content' })).toBeVisible();
  await moveFocusTo(page, page.getByRole('searchbox'));
  await page.keyboard.type('Without a mouse');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=Without/);
  await moveFocusTo(page, page.getByRole('link', { name: 'Without a mouse', exact: true }));
  await page.keyboard.press('Enter');

  await moveFocusTo(page, page.locator('.cm-content'));
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' Changed by keys.');
  await waitForSave(page);
  await moveFocusTo(page, getPublishButton(page), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await moveFocusTo(page, page.getByRole('button', { name: 'Publish now' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Published\./)).toBeVisible();
  await expect
    .poll(async () => (await request.get(`${site.address}${getEntryPath('APP', 'without-a-mouse')}`)).text())
    .toContain('Changed by keys.');
});
