import { describe, expect, it } from 'vitest';
import { getTimeDaysAgo, makeMail, makeSubmission } from '../../../testing/message-makers.ts';
import { removeMessages, setUpDatabase } from '../../../testing/set-up.ts';
import { replies } from '../../db/message-tables.ts';
import { outbox, submissions } from '../../db/tables.ts';
import { applyRetention } from './retention.ts';

const database = await setUpDatabase(removeMessages);

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
