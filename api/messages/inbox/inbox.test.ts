import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { getTimeDaysAgo, makeMail, makeSubmission } from '../../../testing/message-makers.ts';
import { removeMessages, setUpDatabase } from '../../../testing/set-up.ts';
import { outbox } from '../../db/tables.ts';
import { getOutboxState } from '../outbox/mail-state.ts';
import { listUnsentMails, retryMails } from '../outbox/unsent-mails.ts';
import { changeMessagesAs } from './change-messages.ts';
import { countQuarantined, countSubmissions } from './count-messages.ts';
import type { InboxFilter } from './select-messages.ts';
import { exportInbox, showSubmission } from './show.ts';
import { streamInbox } from './stream.ts';

const database = await setUpDatabase(removeMessages);

async function list(filter?: InboxFilter): Promise<string[]> {
  const names: string[] = [];
  for await (const { submission, merged } of streamInbox(database, filter)) {
    names.push([submission, ...merged].map(({ name }) => name).join('+'));
  }
  return names;
}

describe('the inbox', () => {
  it('lists the newest first, and merged enquiries below their first one', async () => {
    const first = await makeSubmission(database, { name: 'first', kind: 'ENQUIRY' });
    await makeSubmission(database, { name: 'second' });
    await makeSubmission(database, { name: 'more', kind: 'ENQUIRY', mergedInto: first.id });
    await makeSubmission(database, { name: 'yet more', kind: 'ENQUIRY', mergedInto: first.id });
    expect(await list()).toEqual(['second', 'first+more+yet more']);
  });

  it('filters by kind, open, quarantined and date', async () => {
    await makeSubmission(database, { name: 'old', createdAt: getTimeDaysAgo(9) });
    await makeSubmission(database, { name: 'closed', closedAt: new Date() });
    await makeSubmission(database, { name: 'spam', quarantinedFor: 'links' });
    const enquiry = await makeSubmission(database, { name: 'enquiry', kind: 'ENQUIRY', createdAt: getTimeDaysAgo(9) });
    expect(await list({ kind: 'ENQUIRY' })).toEqual(['enquiry']);
    expect(await list({ open: true })).toEqual(['enquiry', 'old']);
    expect(await list({ quarantined: true })).toEqual(['spam']);
    expect(await list({ since: getTimeDaysAgo(1) })).toEqual(['spam', 'closed']);
    // A merged enquiry in the filter brings the enquiry that it belongs to.
    await makeSubmission(database, { name: 'added', kind: 'ENQUIRY', mergedInto: enquiry.id });
    expect(await list({ since: getTimeDaysAgo(1), kind: 'ENQUIRY' })).toEqual(['enquiry+added']);
  });

  it('lists more than one batch, each submission once', async () => {
    for (let count = 0; count < 450; count += 1) await makeSubmission(database, { name: `n${count}` });
    expect(new Set(await list()).size).toBe(450);
    expect(await list()).toHaveLength(450);
  });

  it('shows a whole submission, whatever the case of its reference, and reports an unknown one', async () => {
    const stored = await makeSubmission(database);
    await makeMail(database, { submissionId: stored.id, lastError: 'refused' });
    const whole = await showSubmission(database, stored.reference.toLowerCase());
    expect(whole).toMatchObject({
      submission: stored,
      mergedInto: null,
      merged: [],
      mails: [{ lastError: 'refused' }],
    });
    await expect(showSubmission(database, '0000-0000')).rejects.toThrow('There is no submission 0000-0000.');
  });

  it('closes a submission and opens it again', async () => {
    const { reference } = await makeSubmission(database);
    const change = (...names: string[]) => ({
      to: (state: 'DONE' | 'OPEN') =>
        changeMessagesAs(database, { references: names, change: { kind: 'STATUS', state } }, null),
    });
    await change(reference.toLowerCase()).to('DONE');
    expect(await list({ open: true })).toEqual([]);
    await change(reference).to('OPEN');
    expect(await list({ open: true })).toEqual(['Ada']);
    expect(await change('0000-0000').to('DONE')).toEqual({
      group: null,
      changed: [],
      skipped: [{ reference: '0000-0000', reason: 'There is no such message.' }],
      mails: 0,
    });
  });

  it('holds the unsent mails of a quarantined submission, and releases them with it', async () => {
    const { id, reference } = await makeSubmission(database);
    await makeMail(database, { submissionId: id });
    await makeMail(database, { submissionId: id, sentAt: new Date() });
    const references = [reference];
    const change = { kind: 'SPAM', reason: 'by hand' } as const;
    expect(await changeMessagesAs(database, { references, change }, null)).toMatchObject({ mails: 1 });
    expect(await countQuarantined(database)).toBe(1);
    expect((await database.db.select().from(outbox)).map(({ held }) => held).sort()).toEqual([false, true]);
    const released = await changeMessagesAs(database, { references, change: { kind: 'NOT_SPAM' } }, null);
    expect(released).toMatchObject({ mails: 1 });
    expect(await countQuarantined(database)).toBe(0);
    expect((await database.db.select().from(outbox)).some(({ held }) => held)).toBe(false);
  });

  it('counts by kind, including kinds without submissions', async () => {
    await makeSubmission(database, { kind: 'ENQUIRY' });
    expect(await countSubmissions(database)).toEqual({ CONTACT: 0, ENQUIRY: 1, CONSULTATION: 0 });
  });
});

describe('the export', () => {
  it.each(['=1+1', '+44 117', '-1', '@sum', '\tx', '\rx'])('keeps a spreadsheet from running %j', async (message) => {
    await makeSubmission(database, { message, name: 'Weir, "W"\nLine' });
    const csv = String(await buffer(exportInbox(database, {}, 'csv')));
    expect(csv.startsWith('\ufeffreference,kind,')).toBe(true);
    expect(csv).toContain('"Weir, ""W""\nLine"');
    expect(csv).toContain(`'${message}`);
    expect(csv).not.toMatch(/[,\n]"?[=+@\t-]/);
  });

  it.each([
    ['hi;=1+1', "hi;'=1+1"],
    ['hi; "-1', `hi; ""'-1`],
    ['hi\t@sum', "hi\t'@sum"],
    ['hi\n+1\r\n=2', "hi\n'+1\r\n'=2"],
    ['1 = 2; well-known - a@b', '1 = 2; well-known - a@b'],
  ])('keeps a spreadsheet that separates otherwise from running %j', async (message, cell) => {
    await makeSubmission(database, { message });
    expect(String(await buffer(exportInbox(database, {}, 'csv')))).toContain(cell);
  });

  it('is exact as JSON, with merged enquiries and their targets', async () => {
    const message = '=cmd|"\u202e\x1b[31m\n👩🏽‍🔧';
    const stored = await makeSubmission(database, { message, interests: ['a', 'b'] });
    await makeSubmission(database, { mergedInto: stored.id });
    const rows = JSON.parse(await text(exportInbox(database, {}, 'json')));
    expect(rows).toMatchObject([
      { reference: stored.reference, message, interests: ['a', 'b'], mergedInto: null },
      { mergedInto: stored.reference },
    ]);
    expect(rows[0]).not.toHaveProperty('id');
  });

  it('is an empty list without submissions', async () => {
    expect(JSON.parse(await text(exportInbox(database, {}, 'json')))).toEqual([]);
  });
});

const getLaterTime = () => new Date(Date.now() + 3_600_000);

describe('unsent mails', () => {
  it('are counted by state, with the time since the oldest was due', async () => {
    expect(await getOutboxState(database)).toEqual({ waiting: 0, oldestDueSeconds: 0, dead: 0, held: 0 });
    await makeMail(database, { dueAt: getLaterTime() });
    expect(await getOutboxState(database)).toMatchObject({ waiting: 1, oldestDueSeconds: 0 });
    await makeMail(database, { dueAt: new Date(Date.now() - 90_000) });
    await makeMail(database, { dueAt: new Date(0), deadAt: new Date() });
    await makeMail(database, { dueAt: new Date(0), held: true });
    await makeMail(database, { dueAt: new Date(0), sentAt: new Date() });
    const state = await getOutboxState(database);
    expect(state).toMatchObject({ waiting: 2, dead: 1, held: 1 });
    expect(state.oldestDueSeconds).toBeGreaterThanOrEqual(90);
    expect(state.oldestDueSeconds).toBeLessThan(100);
  });

  it('are tried again from the first attempt: one mail, or all dead ones', async () => {
    const dead = { deadAt: new Date(), attempts: 25, dueAt: getLaterTime() };
    const one = await makeMail(database, dead);
    await makeMail(database, dead);
    await makeMail(database, { ...dead, held: true });
    await makeMail(database, { sentAt: new Date() });
    expect(await retryMails(database, one.id)).toBe(1);
    expect(await getOutboxState(database)).toMatchObject({ waiting: 1, dead: 2 });
    expect(await retryMails(database, 'all-dead')).toBe(1);
    expect(await retryMails(database, 'all-dead')).toBe(0);
    expect(await retryMails(database, 0)).toBe(0);
    await retryMails(database, (await makeMail(database, { attempts: 8, lastError: '451', dueAt: getLaterTime() })).id);
    const unsent = [];
    for await (const { attempts, held } of listUnsentMails(database)) unsent.push([attempts, held]);
    expect(unsent).toEqual([
      [0, false],
      [0, false],
      [25, true],
      [8, false],
    ]);
  });

  it('are listed with those that were not delivered, which are sent again by their id alone', async () => {
    const { id } = await makeMail(database, {
      sentAt: new Date(),
      undeliveredAt: new Date(),
      undeliveredReason: '552',
    });
    await makeMail(database, { sentAt: new Date() });
    const listed = [];
    for await (const mail of listUnsentMails(database)) listed.push(mail.id);
    expect(listed).toEqual([id]);
    expect(await retryMails(database, 'all-dead')).toBe(0);
    expect(await retryMails(database, id)).toBe(1);
    expect(await getOutboxState(database)).toMatchObject({ waiting: 1 });
  });
});
