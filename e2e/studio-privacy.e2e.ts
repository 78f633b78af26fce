import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { unpackTar } from 'modern-tar';
import { messageActs } from '../api/db/message-tables.ts';
import { submissions } from '../api/db/tables.ts';
import { makeMail, makeSubmission } from '../testing/message-makers.ts';
import { expectAccessible, narrow } from './axe.ts';
import { waitForHydration } from './browser.ts';
import { createArticle, expect, signIn, test, waitForSave, write } from './studio-site.ts';

const email = 'ada.privacy@example.org';

test('everything about an address is found, exported and erased, without JavaScript', async ({
  browser,
  studioSite,
}) => {
  const { database } = studioSite;
  const { id, reference } = await makeSubmission(database, { email: email.toUpperCase(), kind: 'ENQUIRY' });
  await makeMail(database, { submissionId: id, recipient: email, subject: 'Your enquiry' });
  await database.db.insert(messageActs).values({ submissionId: id, kind: 'NOTE', text: 'Call on Monday.' });
  const other = await makeSubmission(database, {
    name: 'Charles',
    email: 'cb@example.org',
    message: `As ${email} says`,
  });
  const context = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  await signIn(context, studioSite, 'OPERATOR', 'Grace Hopper');
  const page = await context.newPage();
  await page.goto('/studio/privacy');
  await page.getByLabel('E-mail address').fill('nobody@nowhere');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('must be an e-mail address')).toBeVisible();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('E-mail address').press('Enter');
  await expect(page.getByRole('heading', { name: `Everything about ${email}: 3 records` })).toBeVisible();
  await expect(page.getByRole('link', { name: reference }).first()).toBeVisible();
  await expect(page.getByText('noted: Call on Monday.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Stays, whatever is erased' })).toContainText(other.reference);
  // The address of the screen never names the person.
  expect(page.url()).toBe(`${studioSite.address}/studio/privacy`);

  await page.getByRole('button', { name: 'Export…' }).press('Enter');
  await expect(page.getByText('has 3 records.')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the archive' }).press('Enter'),
  ]);
  const [, data] = await unpackTar(await readFile(await download.path()));
  expect(JSON.parse(Buffer.from(data?.data ?? []).toString()).stored.submissions[0].reference).toBe(reference);

  await page.goto('/studio/privacy');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByLabel('Type 3 to confirm').fill('2');
  await page.getByRole('button', { name: 'Erase everything listed' }).click();
  await expect(page.getByText('Something else was stored or erased since.')).toBeVisible();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByLabel('Type 3 to confirm').fill('3');
  await page.getByRole('button', { name: 'Erase everything listed' }).press('Enter');
  await expect(page.getByText(/^Erased \(1 message, .*This is number \d+ of the record\.$/)).toBeVisible();
  expect((await database.db.select().from(submissions)).map((row) => row.id)).toContain(other.id);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('Nothing is stored')).toBeVisible();
  await page.goto('/studio/privacy/records');
  await expect(page.getByRole('row').filter({ hasText: 'Erased the data of a person' })).toContainText('1 message');
  expect(await page.content()).not.toContain(email);
  await context.close();
});

test('a list stays while a proof is asked for, and a shorter time says what it erases', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  // The proof that is missing.
  expectComplaint(/403/);
  const { database } = studioSite;
  const { userId } = await signIn(context, studioSite, 'OWNER');
  const old = await makeSubmission(database, { email, createdAt: new Date(Date.now() - 200 * 86_400_000) });
  await database.pool.query("update sessions set confirmed_at = now() - interval '11 minutes' where user_id = $1", [
    userId,
  ]);
  await page.goto('/studio/privacy');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('link', { name: old.reference })).toBeVisible();
  await expectAccessible(page, { state: 'found' });
  await page.getByLabel('Type 1 to confirm').fill('1');
  await page.getByRole('button', { name: 'Erase everything listed' }).click();
  await expect(page.getByText('First confirm that it is you')).toBeVisible();
  await expect(page.getByRole('link', { name: old.reference })).toBeVisible();
  await expectAccessible(page, { state: 'proof', at: narrow });
  await database.pool.query('update sessions set confirmed_at = now() where user_id = $1', [userId]);

  await page.goto('/studio/privacy/retention');
  await page.getByLabel('Messages, in months').fill('6');
  await page.getByRole('button', { name: 'Show what that erases' }).click();
  await expect(page.getByText('Within an hour this erases 1 message')).toBeVisible();
  await expectAccessible(page, { state: 'plan', at: narrow });
  await page.getByRole('button', { name: 'Save, and erase' }).click();
  await expect(page.getByText('Saved. Messages are kept for 6 months')).toBeVisible();
  await expect(page.getByText('6 months after the last word')).toBeVisible();
});

/** Returns the names of everything that a browser stores for a page, and for the site of its context. */
async function readStored(page: Page, context: BrowserContext): Promise<string[]> {
  const inPage = await page.evaluate(async () => [
    ...Object.keys(localStorage).map((key) => `Local storage ${key}`),
    ...Object.keys(sessionStorage).map((key) => `Session storage ${key}`),
    ...(await indexedDB.databases()).map(({ name }) => `IndexedDB ${name}`),
    ...(await caches.keys()).map((key) => `Cache ${key}`),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => `Worker ${scope}`),
  ]);
  return [...inPage, ...(await context.cookies()).map(({ name }) => `Cookie ${name}`)];
}

test('browsers store and send what the Studio lists, and nothing else', async ({
  browser,
  page,
  context,
  studioSite,
}) => {
  test.setTimeout(120_000);
  await signIn(context, studioSite, 'OWNER');
  await page.goto('/studio/privacy/browsers');
  for (const fold of await page.getByText(/^Show all \d+$/).all()) await fold.click();
  await expectAccessible(page, { state: 'browsers' });
  const listed = await page.getByRole('table').evaluateAll((tables) =>
    tables.slice(0, 2).map((table) =>
      [...table.querySelectorAll('tbody tr')].map((row) => {
        const [, key, place] = [...row.children].map((cell) => cell.textContent?.trim() ?? '');
        return `${place} ${key}`;
      }),
    ),
  );
  const [ofVisitors = [], ofUsers = []] = listed;
  const requests = await page.getByRole('table', { name: 'Requests of the site' }).locator('code').allTextContents();
  const patterns = requests.map((text) => new RegExp(`^${text.replace(/\{\w+\}/g, '[^/]+')}$`));

  const visitor = await browser.newContext({ baseURL: studioSite.address });
  const visit = await visitor.newPage();
  const sent = new Set<string>();
  visit.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    sent.add(origin === studioSite.address ? `${request.method()} ${pathname}` : `${origin} from outside`);
  });
  const addresses = [
    '/',
    '/blogs',
    '/blog/oak',
    '/about-us',
    '/contact-us',
    '/get-started',
    '/search?q=tree',
    '/privacy-policy',
  ];
  const open = async (address: string) => {
    await visit.goto(address);
    await waitForHydration(visit);
    await visit.waitForLoadState('networkidle');
  };
  for (const address of addresses) await open(address);
  // Before consent nothing is stored but how far pages were scrolled.
  expect(await readStored(visit, visitor)).toEqual(['Session storage react-router-scroll-positions']);
  await visit.getByRole('region', { name: 'Recognising this device' }).getByRole('button', { name: 'Allow' }).click();
  await expect.poll(async () => (await readStored(visit, visitor)).join()).toContain('deviceuuID');
  for (const address of ['/', '/blog/oak', '/search?q=tree', '/contact-us']) await open(address);
  await visit.getByLabel('Name').first().fill('Ada');
  await visit
    .getByLabel(/e-?mail/i)
    .first()
    .fill(email);
  await visit.getByLabel('Message').first().fill('Hello');
  await visit.getByRole('main').getByRole('button', { name: /send/i }).click();
  await visit.waitForURL(/thank-you/);
  const stored = await readStored(visit, visitor);
  expect(stored).toContain('Cookie XSRF-TOKEN');
  for (const each of stored) expect(ofVisitors).toContain(each);
  for (const each of sent) {
    expect(each).not.toContain('from outside');
    if (each.includes(' /api/'))
      expect(
        patterns.filter((pattern) => pattern.test(each)),
        each,
      ).not.toEqual([]);
  }
  expect(sent).toContain('POST /api/contact/submit');
  await visitor.close();

  await page.getByRole('button', { name: 'Fold the navigation' }).click();
  await createArticle(page, 'Kept on this device');
  await write(page, 'Second words.');
  await waitForSave(page);
  const known = [...ofVisitors, ...ofUsers].map((each) => each.replace('__Host-', ''));
  const kept = await readStored(page, context);
  expect(kept).toContain('Cookie studio');
  for (const each of kept) expect(known).toContain(each);
});
