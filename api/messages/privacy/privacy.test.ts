import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getTimeDaysAgo, makeFile, makeMail, makeSubmission } from '../../../testing/message-makers.ts';
import { removeMessages, setUpDatabase } from '../../../testing/set-up.ts';
import { consultations } from '../../db/consultation-tables.ts';
import { messageActs, replies } from '../../db/message-tables.ts';
import { logRecords } from '../../db/studio-tables.ts';
import { files, outbox, submissions } from '../../db/tables.ts';
import {
  erasePersonalData,
  exportPersonalData,
  nonPersonalTables,
  personalTables,
  userTables,
} from './personal-tables.ts';
import { applyRetention } from './retention.ts';

const database = await setUpDatabase(removeMessages);

describe('personal data of an e-mail address', () => {
  it("is found and erased in every table, whatever the case of the address, without other people's data", async () => {
    const company = 'inbox@site.example';
    const hers = await makeSubmission(database, { email: 'Ada+x@Example.org' });
    await makeMail(database, { submissionId: hers.id, recipient: 'Ada+x@Example.org', sentAt: new Date() });
    await makeMail(database, { submissionId: hers.id, recipient: company, replyTo: 'Ada+x@Example.org' });
    await makeMail(database, { recipient: 'ADA+X@EXAMPLE.ORG', subject: 'to her, of no submission' });
    await makeMail(database, { recipient: company, replyTo: 'ada+x@example.org', subject: 'for her' });
    await makeMail(database, { recipient: company, body: 'It was ada+x@example.org.' });
    const moment = new Date('2030-01-07T10:00:00Z');
    await database.db.insert(consultations).values({
      adviser: 1,
      during: sql`tstzrange(${moment}, ${moment}::timestamptz + interval '30 minutes')`,
      status: 'BOOKED',
      timeZone: 'Europe/London',
      submissionId: hers.id,
    });
    await database.db.insert(messageActs).values({ submissionId: hers.id, kind: 'NOTE', text: 'Call her.' });
    await makeFile(database, { name: 'her.pdf', submissionId: hers.id });
    const mail = { fromAddress: 'Ada+x@example.org', messageId: '<1@example.org>', contentSha256: 'x', size: 1 };
    const [reply] = await database.db.insert(replies).values(mail).returning();
    await makeFile(database, { name: 'mailed.pdf', replyId: reply?.id ?? null });
    const his = await makeSubmission(database, { email: 'bada+x@example.org', message: 'I know ada+x@example.org' });
    await makeMail(database, { submissionId: his.id, recipient: company, body: 'I know ada+x@example.org' });
    await makeMail(database, {
      recipient: company,
      body: 'bada+x@example.org, ada+x@example.organic, adaxx@example.org',
    });

    const found = await exportPersonalData(database, 'ada+X@example.ORG');
    expect(Object.entries(found).map(([table, rows]) => [table, rows.length])).toEqual([
      ['consultations', 1],
      ['files', 2],
      ['outbox', 5],
      ['replies', 1],
      ['message_acts', 1],
      ['submissions', 1],
    ]);
    expect(await erasePersonalData(database, 'ada+X@example.ORG')).toEqual({
      consultations: 1,
      files: 2,
      outbox: 5,
      replies: 1,
      message_acts: 1,
      submissions: 1,
    });
    expect((await database.db.select().from(submissions)).map(({ id }) => id)).toEqual([his.id]);
    expect(await database.db.select().from(outbox)).toHaveLength(2);
    expect(await erasePersonalData(database, 'ada+X@example.ORG')).toEqual({
      consultations: 0,
      files: 0,
      outbox: 0,
      replies: 0,
      message_acts: 0,
      submissions: 0,
    });
    // The next removal of unlinked files deletes the bytes.
    const [file] = await database.db.select().from(files);
    expect([file?.name, file?.submissionId, file?.createdAt]).toEqual(['', null, new Date(0)]);
  });

  it('is declared present or absent for every table', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    );
    const placed = personalTables.map(({ table }) => table);
    expect([...placed, ...nonPersonalTables, ...userTables].sort()).toEqual(rows.map(({ name }) => name));
  });

  it('has no column, by its name, in a table that is declared to be without personal data', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = any($1)
        and column_name ~ '(^|_)(e?mail|recipient|reply_to|sender|message|phone|number|contact|company|address|ip|visitor|device|person)(_|$)'`,
      [nonPersonalTables],
    );
    // The hash of a day, whose salt is thrown away, the number of an entry's revision, and a browser's random id.
    expect(rows.map(({ name }) => name).sort()).toEqual(['measurements.visitor', 'revisions.number', 'views.device']);
  });
});

const apply = () => applyRetention(database, { submissionMonths: 24, mailDays: 90 });
const listNames = async () => (await database.db.select().from(submissions)).map(({ name }) => name).sort();
const listSubjects = async () => (await database.db.select().from(outbox)).map(({ subject }) => subject).sort();

describe('retention', () => {
  it('removes submissions after their months, with their mails, and keeps the others', async () => {
    const old = await makeSubmission(database, { name: 'old', createdAt: getTimeDaysAgo(740) });
    await makeMail(database, { submissionId: old.id, subject: 'goes with it' });
    await makeSubmission(database, { name: 'kept', createdAt: getTimeDaysAgo(720) });
    expect(await apply()).toEqual({ submissions: 1, mails: 0, replies: 0 });
    expect(await listNames()).toEqual(['kept']);
    expect(await listSubjects()).toEqual([]);
    expect(await apply()).toEqual({ submissions: 0, mails: 0, replies: 0 });
    expect(await database.db.select().from(logRecords)).toMatchObject([
      { kind: 'system.ERASE', doneBy: null, facts: { submissions: 1, mails: 0, replies: 0 } },
    ]);
  });

  it('keeps an enquiry as long as the newest one that was merged into it', async () => {
    const old = await makeSubmission(database, { name: 'old', createdAt: getTimeDaysAgo(800) });
    await makeSubmission(database, { name: 'added', createdAt: getTimeDaysAgo(10), mergedInto: old.id });
    await makeSubmission(database, { name: 'added long ago', createdAt: getTimeDaysAgo(790), mergedInto: old.id });
    expect(await apply()).toEqual({ submissions: 1, mails: 0, replies: 0 });
    expect(await listNames()).toEqual(['added', 'old']);
  });

  it('removes sent mails after their days, and unsent mails without a submission after the months', async () => {
    const { id } = await makeSubmission(database);
    await makeMail(database, { submissionId: id, subject: 'sent long ago', sentAt: getTimeDaysAgo(91) });
    await makeMail(database, { submissionId: id, subject: 'sent', sentAt: getTimeDaysAgo(89) });
    await makeMail(database, {
      submissionId: id,
      subject: 'dead',
      createdAt: getTimeDaysAgo(400),
      deadAt: getTimeDaysAgo(398),
    });
    const old = { createdAt: getTimeDaysAgo(740), dueAt: getTimeDaysAgo(740) };
    await makeMail(database, { ...old, subject: 'dead, of nothing', deadAt: getTimeDaysAgo(738) });
    await makeMail(database, { ...old, subject: 'still to be sent', dueAt: new Date(Date.now() + 60_000) });
    expect(await apply()).toEqual({ submissions: 0, mails: 2, replies: 0 });
    expect(await listSubjects()).toEqual(['dead', 'sent', 'still to be sent']);
    expect(await apply()).toEqual({ submissions: 0, mails: 0, replies: 0 });
  });

  it('keeps a message as long as the newest answer to it, and mails without a message by what they need', async () => {
    const reply = { contentSha256: 'x', size: 1 };
    const { id } = await makeSubmission(database, { name: 'answered', createdAt: getTimeDaysAgo(800) });
    await database.db.insert(replies).values([
      { ...reply, submissionId: id, messageId: '<1@a>', receivedAt: getTimeDaysAgo(10) },
      { ...reply, messageId: '<2@a>', subject: 'waits', receivedAt: getTimeDaysAgo(700) },
      { ...reply, messageId: '<3@a>', subject: 'old', receivedAt: getTimeDaysAgo(740) },
      { ...reply, messageId: '<4@a>', subject: 'automatic', isAutomatic: true, receivedAt: getTimeDaysAgo(91) },
      { ...reply, messageId: '<5@a>', subject: 'dismissed', dismissedAt: new Date(), receivedAt: getTimeDaysAgo(91) },
    ]);
    expect(await apply()).toEqual({ submissions: 0, mails: 0, replies: 3 });
    expect(await listNames()).toEqual(['answered']);
    expect((await database.db.select().from(replies)).map(({ subject }) => subject).sort()).toEqual(['', 'waits']);
  });

  it('keeps an answer of a person as long as its message', async () => {
    const { id } = await makeSubmission(database);
    const answer = { submissionId: id, fromName: 'Ada of WSE', sentAt: getTimeDaysAgo(400) };
    await makeMail(database, { ...answer, subject: 'answer' });
    expect(await apply()).toEqual({ submissions: 0, mails: 0, replies: 0 });
    await database.db.update(submissions).set({ createdAt: getTimeDaysAgo(800) });
    expect(await apply()).toEqual({ submissions: 1, mails: 0, replies: 0 });
    expect(await listSubjects()).toEqual([]);
  });

  it('removes more than one batch', async () => {
    const mail = { recipient: 'a@example.org', subject: 's', body: 'b', sentAt: getTimeDaysAgo(100) };
    await database.db.insert(outbox).values(Array.from({ length: 2_300 }, () => mail));
    expect(await apply()).toEqual({ submissions: 0, mails: 2_300, replies: 0 });
  });
});
