import { eq } from 'drizzle-orm';
import { replies } from '../api/db/message-tables.ts';
import { outbox, submissions } from '../api/db/tables.ts';
import { storeMailboxState } from '../api/messages/replies/mailbox-state.ts';
import type { ContentSite } from '../testing/content-sites.ts';
import { makeFile, makeMail, makeSubmission } from '../testing/message-makers.ts';
import { expectAccessible, narrow } from './axe.ts';
import { expect, signIn, test } from './studio-site.ts';

const past = new Date(Date.now() - 3_600_000);
const full = '552 5.2.2 The mailbox is full';

async function empty({ database: { db } }: ContentSite): Promise<void> {
  for (const table of [outbox, replies, submissions]) await db.delete(table);
}

/** Makes mails in the states that need a person, and one that was sent. */
async function makeMails({ database }: ContentSite): Promise<string> {
  const { id, reference } = await makeSubmission(database, { message: 'How long does it take?' });
  const about = { submissionId: id, sentAt: past };
  await makeMail(database, { ...about, subject: 'We have your message' });
  const undelivered = { undeliveredAt: new Date(), undeliveredReason: full };
  await makeMail(database, { ...about, ...undelivered, subject: 'Re: Your message', fromName: 'Grace of WSE' });
  for (const recipient of ['a@example.org', 'b@example.org'])
    await makeMail(database, { recipient, deadAt: past, lastError: '550 no such user', attempts: 1 });
  return reference;
}

/** Stores an answer of Ada that belongs to no message. */
async function makeReply({ database }: ContentSite, reply: Partial<typeof replies.$inferInsert> = {}): Promise<number> {
  const values = { messageId: '<1@example.org>', contentSha256: 'x', size: 1, fromAddress: 'ada@example.org' };
  const text = 'Tuesday is fine.\n\n> Would Tuesday suit you?';
  const [row] = await database.db
    .insert(replies)
    .values({ ...values, subject: 'Re: your question', text, ...reply })
    .returning();
  if (!row) throw new Error('no reply');
  return row.id;
}

test.beforeEach(({ studioSite }) => empty(studioSite));

test('the outbox says why mails wait, and sends them again, without JavaScript', async ({ browser, studioSite }) => {
  const plain = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  await signIn(plain, studioSite, 'OPERATOR');
  const reference = await makeMails(studioSite);
  const page = await plain.newPage();
  await page.goto('/studio/outbox');
  const mails = page.getByRole('list', { name: 'Need a person' });
  await expect(mails.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('list', { name: 'Sent' }).getByRole('listitem')).toHaveCount(1);
  await expect(mails.getByText(full)).toBeVisible();
  await page.getByLabel('State').selectOption({ label: 'Not delivered (1)' });
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/state=UNDELIVERED/);
  await expect(mails.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('link', { name: `Message ${reference}` })).toHaveAttribute(
    'href',
    `/studio/inbox/${reference}`,
  );
  await page.getByRole('button', { name: 'Send again: “Re: Your message” to ada@example.org' }).click();
  await expect(page.getByText('The e-mail to ada@example.org is tried now.', { exact: false })).toBeVisible();
  await page.goto('/studio/outbox');
  await page.getByRole('button', { name: 'Send all 2 again' }).click();
  await expect(page.getByText('2 e-mails are being sent.')).toBeVisible();
  const stored = await studioSite.database.db.select().from(outbox);
  expect(stored.filter(({ deadAt, undeliveredAt }) => deadAt || undeliveredAt)).toEqual([]);
  await plain.close();
});

test('an answer without a message is added to one, or set aside, by keyboard alone', async ({
  context,
  page,
  studioSite,
}) => {
  await signIn(context, studioSite, 'OPERATOR');
  const { reference } = await makeSubmission(studioSite.database, { closedAt: new Date() });
  await makeFile(studioSite.database, { replyId: await makeReply(studioSite), name: 'plan.pdf' });
  await makeReply(studioSite, { messageId: '<2@example.org>', subject: 'An offer', text: 'Buy!' });
  await page.goto('/studio/outbox');
  const link = page.getByRole('link', { name: 'Answers without a message (2)' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/studio/outbox/replies');
  const item = page.getByRole('listitem').filter({ hasText: 'Tuesday is fine.' });
  await expect(item.getByText('plan.pdf')).toBeVisible();
  await expect(item.getByText('Would Tuesday suit you?')).toBeHidden();
  await item.getByText('Show the former e-mails below it').focus();
  await page.keyboard.press('Enter');
  await expect(item.getByText('Would Tuesday suit you?')).toBeVisible();
  // The message of the same address is suggested.
  const field = item.getByLabel('Reference of the message');
  await expect(field).toHaveValue(reference);
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`The e-mail is in the message ${reference}.`)).toBeVisible();
  const { db } = studioSite.database;
  expect(await db.select().from(submissions)).toMatchObject([{ closedAt: null }]);
  const offer = page.getByRole('listitem').filter({ hasText: 'Buy!' });
  await offer.getByRole('button', { name: 'It needs nothing' }).press('Enter');
  await expect(page.getByText('The e-mail is set aside.')).toBeVisible();
  await expect(page.getByText('Every answer has found its message')).toBeVisible();
  await page.getByRole('link', { name: /Need nothing/ }).press('Enter');
  await page.getByRole('button', { name: 'Look at it again' }).press('Enter');
  await expect(page.getByText('The e-mail waits for somebody again.')).toBeVisible();
});

test('an unknown reference is refused in its place, and what was typed stays', async ({
  context,
  page,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/422/);
  await signIn(context, studioSite, 'OPERATOR');
  await makeReply(studioSite);
  await page.goto('/studio/outbox/replies');
  await page.getByLabel('Reference of the message').fill('0000-0000');
  await page.getByRole('button', { name: 'Add to the message' }).click();
  await expect(page.getByText('is the reference of no message')).toBeVisible();
  await expect(page.getByLabel('Reference of the message')).toHaveValue('0000-0000');
  await expectAccessible(page, { state: 'refused', at: narrow });
});

test('the text of a stranger runs nothing and loads nothing', async ({ context, page, studioSite }) => {
  await signIn(context, studioSite, 'OPERATOR');
  const hostile = '<img src=https://evil.example/x onerror="document.title=1"><script>document.title=1</script>';
  await makeReply(studioSite, { text: hostile, subject: hostile, fromName: hostile });
  await makeMail(studioSite.database, { subject: hostile, body: hostile, lastError: hostile });
  for (const path of ['outbox', 'outbox/replies']) {
    await page.goto(`/studio/${path}`);
    await expect(page.getByText(hostile).first()).toBeVisible();
    await expect(page).toHaveTitle(/^(?:Outbox|Answers)/);
    await expect(page.locator('main img')).toHaveCount(0);
  }
});

test('the mails of the site are shown as they go out, and sent to oneself alone', async ({
  context,
  page,
  studioSite,
}) => {
  const { userId } = await signIn(context, studioSite, 'EDITOR', 'Grace Hopper', 'grace@example.com');
  await page.goto('/studio/mails');
  await page.getByRole('link', { name: 'Consultation booked' }).click();
  await expect(page).toHaveURL('/studio/mails?mail=booked');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Hello Ada,')).toBeVisible();
  await expect(page.locator('pre')).toContainText('Hello Ada,');
  await expectAccessible(page, { state: 'mails' });
  await page.getByRole('button', { name: 'Send a test to myself' }).click();
  await expect(page.getByText('“Consultation booked” is on its way to grace@example.com.')).toBeVisible();
  const sent = await studioSite.database.db.select().from(outbox);
  expect(sent).toMatchObject([{ recipient: 'grace@example.com', subject: expect.stringMatching(/^\[Test] /) }]);
  expect(userId).toBeGreaterThan(0);
  const html = await page.request.get('/studio/mails/html?mail=booked');
  expect(html.headers()['content-security-policy']).toBe(
    "default-src 'none';style-src 'unsafe-inline';form-action 'none';frame-ancestors 'self';sandbox allow-same-origin",
  );
  expect((await page.request.get('/studio/mails/html?mail=__proto__')).status()).toBe(404);
  await context.clearCookies();
  expect((await page.request.get('/studio/mails/html?mail=booked')).status()).toBe(401);
});

test('every state of the screens is accessible, at every width', async ({ context, page, studioSite }) => {
  test.setTimeout(120_000);
  await signIn(context, studioSite, 'OPERATOR');
  const { database } = studioSite;
  for (const path of ['outbox', 'outbox?state=HELD', 'outbox/replies', 'outbox/replies?state=DISMISSED']) {
    await page.goto(`/studio/${path}`);
    await expectAccessible(page, { state: `${path}, empty`, at: narrow });
  }
  await makeMails(studioSite);
  const long = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`;
  await makeMail(database, { held: true, recipient: long, subject: 'x'.repeat(200) });
  await makeReply(studioSite, { fromAddress: long, leftOut: [`${'n'.repeat(110)}.zip is not a PDF file.`] });
  const failing = { address: 'replies@site.example', checkedAt: past.toISOString(), error: 'Wrong password' };
  await storeMailboxState(database, failing);
  await page.goto('/studio/outbox');
  await expect(page.getByText('Answers to replies@site.example do not arrive')).toBeVisible();
  await expectAccessible(page, { state: 'outbox' });
  await page.goto('/studio/outbox/replies');
  await expectAccessible(page, { state: 'replies' });
  await storeMailboxState(database, null);
  await database.db.delete(replies).where(eq(replies.fromAddress, long));
});

test('editors are told that the outbox is not for their role', async ({
  context,
  page,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/403/);
  await signIn(context, studioSite, 'EDITOR');
  await page.goto('/studio/outbox');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Your role does not permit this.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Outbox/ })).toHaveCount(0);
});
