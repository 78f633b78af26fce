import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { getEntryPath } from '../contract/content/entry-types.ts';
import { createClient } from '../contract/http/client.ts';
import { type ContentSite, startSiteWithTestContent } from '../testing/content-sites.ts';
import { findFreePort } from '../testing/free-port.ts';
import { type MailServer, readLink, startMailServer } from '../testing/mail-server.ts';
import { createPdf } from '../testing/sample-files.ts';
import { expect, test, waitForHydration } from './browser.ts';

// A site whose backend is another server under another host name. The backend alone has a mail server, so that a mail
// proves where a form was stored.

let site: ContentSite;
let backend: ContentSite;
let backendAddress: string;
let mails: MailServer;
test.describe.configure({ mode: 'default' });
// A header of our own would need a preflight request for each read of the other host.
test.use({ extraHTTPHeaders: {} });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  mails = await startMailServer();
  const port = await findFreePort();
  const SITE_URL = `http://localhost:${port}`;
  backend = await startSiteWithTestContent({ SITE_URL, SMTP_URL: mails.url, TRUST_FORWARDERS: '127.0.0.1' });
  backendAddress = backend.address.replace('localhost', '127.0.0.1');
  site = await startSiteWithTestContent({
    SITE_URL,
    PORT: String(port),
    API_BASE_URL: backendAddress,
    TRUST_PROXY: '1',
  });
});
test.afterAll(async () => {
  await site?.stop();
  await backend?.stop();
  await mails?.close();
});

let senders = 0;

/** Fills a form's fields and sends it from an address of its own. */
async function send(page: Page, button: RegExp, fields: Record<string, string> = {}): Promise<string> {
  senders += 1;
  const email = `sender-${senders}@example.org`;
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: button }) });
  for (const [name, text] of Object.entries({ name: 'Ada', email, ...fields }))
    await form.locator(`[name="${name}"]`).fill(text);
  await form.getByRole('button', { name: button }).click();
  return email;
}

/** Expects the thank-you page, and a mail from the backend to the sender with the reference of that page. */
async function expectStored(page: Page, email: string): Promise<string> {
  await expect(page).toHaveURL(/thank-you\?reference=[0-9A-Z]{4}-[0-9A-Z]{4}(?:&manage=|$)/);
  const reference = new URL(page.url()).searchParams.get('reference') ?? '';
  await expect(page.getByText(reference).first()).toBeVisible();
  const findMail = () => mails.received.find(({ to, raw }) => to[0] === email && raw.includes(reference))?.raw;
  // With JavaScript a form that was filled in this fast waits for the browser's proof of work, which is a write too.
  await expect.poll(findMail, { timeout: 60_000 }).toBeDefined();
  return findMail() ?? '';
}

/** Calls the API of the site as a script of its pages does. */
async function callSite(path: string, data: object, visitor = '2001:db8:0:1::1', more: Record<string, string> = {}) {
  const answer = await fetch(site.address + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': visitor,
      origin: site.address,
      cookie: 'XSRF-TOKEN=abc',
      'x-xsrf-token': 'abc',
      ...more,
    },
    body: JSON.stringify(data),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });
    test.setTimeout(120_000);

    async function open(page: Page, path: string): Promise<void> {
      await page.goto(site.address + path);
      if (javaScriptEnabled) await waitForHydration(page);
    }

    test('a message is stored with its file', async ({ page }) => {
      await open(page, '/contact-us');
      const { name, bytes } = createPdf('plan.pdf');
      await page.locator('input[type=file]').setInputFiles([{ name, mimeType: '', buffer: bytes }]);
      if (javaScriptEnabled) await expect(page.getByText('plan.pdf is attached.')).toBeAttached();
      const email = await send(page, /^Send message/, { message: `Two fibres ${javaScriptEnabled}` });
      await expectStored(page, email);
      // The mail to the company names the files.
      const reference = new URL(page.url()).searchParams.get('reference') ?? '';
      const isFileNamed = () => mails.received.some(({ raw }) => raw.includes(reference) && raw.includes('plan.pdf'));
      await expect.poll(isFileNamed).toBe(true);
      await expect(page.getByText('Your files did not arrive')).toHaveCount(0);
      const cookies = await page.context().cookies();
      expect(cookies.map((cookie) => [cookie.name, cookie.domain])).toEqual(
        javaScriptEnabled ? [['XSRF-TOKEN', 'localhost']] : [],
      );
    });

    test('an enquiry is stored', async ({ page }) => {
      const { items } = await createClient({ baseUrl: backendAddress, fetch }).entries('SERVICE', 'list', { size: 1 });
      await open(page, getEntryPath('SERVICE', items[0]?.slug ?? ''));
      await expectStored(page, await send(page, /^Send enquiry/, { message: `About it ${javaScriptEnabled}` }));
    });

    test('a consultation is held, booked, moved and cancelled', async ({ page }) => {
      await open(page, '/book-a-free-consultation?zone=Europe/London');
      const slots = page.locator('button[name="slot"]');
      // The first free time may become too near to book while the page is open.
      await slots.nth(1).click();
      await expect(page).toHaveURL(/hold=/);
      const mail = await expectStored(page, await send(page, /^Book this time/));
      const link = readLink(mail, site.address);
      const manage = new URL(link).searchParams.get('manage') ?? '';
      await page.goto(link);
      await expect(page.locator('#appointment time').first()).toBeVisible();
      const { days } = await createClient({ baseUrl: backendAddress, fetch }).call('consultationSlots', {});
      const slot = days.flatMap((day) => day.slots)[3]?.start ?? '';
      const moved = await callSite('/api/consultation/move', { manage, slot, timeZone: 'Europe/London' });
      expect([moved.status, moved.body.start]).toEqual([200, slot]);
      expect((await callSite('/api/consultation/cancel', { manage })).status).toBe(200);
    });

    test('a request for another time is stored', async ({ page }) => {
      await open(page, '/book-a-free-consultation');
      await expectStored(page, await send(page, /^Request a time/, { message: `Sunday ${javaScriptEnabled}` }));
    });

    test('an error is shown beside its field', async ({ page, expectComplaint }) => {
      expectComplaint(/status of 4\d\d/);
      await open(page, '/contact-us');
      await page.locator('form[action="/contact-us"]').evaluate((form) => form.setAttribute('novalidate', ''));
      await send(page, /^Send message/, { message: 'Hello', email: 'nobody' });
      await expect(page.locator('#field-email')).toHaveAttribute('aria-invalid', 'true');
      await expect(page.locator('#field-message')).toHaveValue('Hello');
    });
  });
}

test('a view is counted at the backend', async ({ page }) => {
  const { items } = await createClient({ baseUrl: backendAddress, fetch }).entries('BLOG', 'list', { size: 2 });
  const answered = page.waitForResponse('**/api/user-view-query/create');
  await page.goto(site.address + getEntryPath('BLOG', items[0]?.slug ?? ''));
  const answer = await answered;
  expect([new URL(answer.url()).origin, answer.status()]).toEqual([site.address, 202]);
  await expect.poll(() => backend.output()).toContain('"path":"/api/user-view-query/create","status":202');
});

test('hydrated pages read from the backend', async ({ page }) => {
  const read: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) read.push(`${request.method()} ${new URL(request.url()).origin}`);
  });
  await page.goto(`${site.address}/why-us`);
  await waitForHydration(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blogs', exact: true }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(new Set(read)).toEqual(new Set([`GET ${backendAddress}`]));
});

test('the backend limits the visitor’s network, not the site’s, and says when to try again', async () => {
  const createForm = () => ({ name: 'Ada', email: 'ada@example.org', message: randomUUID(), key: randomUUID() });
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++)
    statuses.push((await callSite('/api/contact/submit', createForm(), '2001:db8:0:2::1')).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  const refused = await callSite('/api/contact/submit', createForm(), '2001:db8:0:2::1');
  expect(refused.body.error.code).toBe('too_many_requests');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1);
  expect((await callSite('/api/contact/submit', createForm(), '2001:db8:0:3::1')).status).toBe(200);
});

test('the site refuses a form that none of its pages sent, and does not forward it', async () => {
  const path = '/api/contact/submit';
  const form = { name: 'Ada', email: 'ada@example.org', message: 'x', key: randomUUID() };
  const strangers: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'x-xsrf-token': 'abd' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of strangers) expect((await callSite(path, form, '2001:db8:0:4::1', headers)).status).toBe(403);
  expect((await callSite(path, form, '2001:db8:0:4::1', { 'content-type': 'text/xml' })).status).toBe(415);
  expect((await callSite(path, { ...form, message: 'x'.repeat(2_000_000) }, '2001:db8:0:4::1')).status).toBe(413);
  expect((await callSite(path, { ...form, email: '' }, '2001:db8:0:4::1')).body.error.fields[0].path).toBe('email');
});

test('a form is answered with 503 and keeps its values while the backend is unavailable', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 503/);
  await page.goto(`${site.address}/contact-us`);
  await waitForHydration(page);
  await backend.stop();
  await send(page, /^Send message/, { message: 'Hello' });
  await expect(page.getByText(/We cannot accept messages right now/).first()).toBeVisible();
  await expect(page.locator('#field-message')).toHaveValue('Hello');
});
