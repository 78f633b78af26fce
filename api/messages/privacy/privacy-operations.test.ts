import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { personalTableNames } from '../../../contract/studio/privacy-kinds.ts';
import { getTimeDaysAgo, makeMail, makeSubmission, makeTextFile } from '../../../testing/message-makers.ts';
import { removeMessages, setUpApi } from '../../../testing/set-up.ts';
import { getFailure, makeUser } from '../../../testing/studio.ts';
import { messageActs, privacyActs } from '../../db/message-tables.ts';
import { users } from '../../db/studio-tables.ts';
import { submissions } from '../../db/tables.ts';
import { personalTables } from './personal-tables.ts';
import { applyRetention, readRetentionTimes } from './retention.ts';
import { rowWords } from './row-words.ts';

const api = await setUpApi(async (database) => {
  await removeMessages(database);
  await database.pool.query(
    'delete from privacy_acts; delete from users; delete from files; delete from shared_values where name = $$retention$$',
  );
});
const { ctx } = api;
const email = 'ada.l@example.org';

/** Stores a message of the address with a mail, a note and a file, and a message of somebody else that names it. */
async function storeEverything() {
  const hers = await makeSubmission(ctx, { kind: 'ENQUIRY', email: 'Ada.L@Example.org' });
  await makeMail(ctx, { submissionId: hers.id, recipient: email, subject: 'Your enquiry' });
  await ctx.db.insert(messageActs).values({ submissionId: hers.id, kind: 'NOTE', text: 'Call her on Monday.' });
  const file = await makeTextFile(ctx, { text: Buffer.from('Her letter'), submissionId: hers.id });
  await ctx.files.put(file.storageKey, Buffer.from('Her letter'), 'text/plain');
  const his = await makeSubmission(ctx, { name: 'Charles', email: 'cb@example.org', message: `Ask ADA.L@example.org` });
  const noted = await makeSubmission(ctx, { name: 'Mary', email: 'ms@example.org' });
  await ctx.db.insert(messageActs).values({ submissionId: noted.id, kind: 'NOTE', text: `As ${email} says` });
  return { hers, his, noted, file };
}

const operate = async () => (await makeUser(ctx, 'OPERATOR', 'Grace')).client;

describe('personal data in the Studio', () => {
  it('is listed in words, with messages of others that name the address, and the user who has it', async () => {
    const { hers, his, noted } = await storeEverything();
    await ctx.db.insert(users).values({ name: 'Ada', email, role: 'AUTHOR' });
    const found = await (await operate()).call('findPersonalData', { email: ' ADA.l@example.org ' });
    expect(found.groups.map(({ name, count, items }) => [name, count, items[0]?.text, items[0]?.reference])).toEqual([
      ['messages', 1, 'Enquiry: Hello', hers.reference],
      ['mails to the address or about it', 1, `Your enquiry, to ${email}`, hers.reference],
      ['files', 1, 'letter.txt, 1 kB', hers.reference],
      ['notes and acts on messages', 1, 'noted: Call her on Monday.', hers.reference],
    ]);
    expect(found).toMatchObject({ count: 4, isOwn: false, missingFiles: 0 });
    expect(found.user).toEqual({ name: 'Ada', role: 'AUTHOR', isDisabled: false });
    expect(found.mentions).toEqual([
      { reference: his.reference, name: 'Charles' },
      { reference: noted.reference, name: 'Mary' },
    ]);
  });

  it('has words for each table', () => {
    const tables = personalTables.map(({ table }) => table).sort();
    expect([Object.keys(rowWords).sort(), Object.keys(personalTableNames).sort()]).toEqual([tables, tables]);
  });

  it('is exported with all columns and the files that were sent', async () => {
    const { hers, file } = await storeEverything();
    const client = await operate();
    expect(await client.call('planPersonalExport', { email })).toEqual({
      rows: 4,
      files: 1,
      bytes: 10,
      missingFiles: 0,
    });
    const exported = await client.call('exportPersonalData', { email });
    expect(exported.stored).toMatchObject({ submissions: [{ reference: hers.reference, message: 'Hello' }] });
    const path = `files/${file.token.slice(0, 8)}-letter.txt`;
    expect(exported.files).toEqual([{ token: file.token, path, isMissing: false }]);
  });

  it('is erased with its files, and nothing of other people', async () => {
    const { his, noted, file } = await storeEverything();
    const client = await operate();
    const { count } = await client.call('findPersonalData', { email });
    const { erased } = await client.call('erasePersonalData', { email, count });
    expect(erased).toMatchObject({ submissions: 1, outbox: 1, files: 1, message_acts: 1 });
    expect((await ctx.db.select().from(submissions)).map(({ id }) => id)).toEqual([his.id, noted.id]);
    expect(await ctx.files.has(file.storageKey)).toBe(false);
    expect((await client.call('findPersonalData', { email })).count).toBe(0);
  });

  it('is not erased if something was stored since it was listed', async () => {
    await storeEverything();
    const client = await operate();
    const { count } = await client.call('findPersonalData', { email });
    await makeSubmission(ctx, { email });
    expect(await getFailure(client.call('erasePersonalData', { email, count }))).toMatchObject({ status: 409 });
    expect((await client.call('findPersonalData', { email })).count).toBe(count + 1);
  });

  it('is not erased for an address of the company, nor while bytes of files are elsewhere', async () => {
    const client = await operate();
    expect((await client.call('findPersonalData', { email: 'INBOX@site.example' })).isOwn).toBe(true);
    const own = await getFailure(client.call('erasePersonalData', { email: 'INBOX@site.example', count: 0 }));
    expect([own.status, own.fields[0]?.path]).toEqual([422, 'email']);
    const { file } = await storeEverything();
    await ctx.files.remove(file.storageKey);
    const { count, missingFiles } = await client.call('findPersonalData', { email });
    expect(missingFiles).toBe(1);
    const elsewhere = await getFailure(client.call('erasePersonalData', { email, count }));
    expect([elsewhere.status, elsewhere.fields[0]?.path]).toEqual([422, 'lostFiles']);
    expect((await client.call('erasePersonalData', { email, count, lostFiles: true })).erased.files).toBe(1);
  });

  it('leaves a record of who did what, without the address', async () => {
    await storeEverything();
    const client = await operate();
    const { count } = await client.call('findPersonalData', { email });
    await client.call('exportPersonalData', { email });
    const { record } = await client.call('erasePersonalData', { email, count });
    const { items } = await client.call('privacyActs', {});
    expect(items.map(({ kind, doneBy }) => [kind, doneBy])).toEqual([
      ['ERASE', 'Grace'],
      ['EXPORT', 'Grace'],
      ['FIND', 'Grace'],
    ]);
    expect(items[0]).toMatchObject({ id: record, counts: { submissions: 1, outbox: 1, files: 1 } });
    const [row] = await ctx.db.select().from(privacyActs).where(eq(privacyActs.id, record));
    expect(Object.keys(row ?? {})).toEqual(['id', 'kind', 'doneBy', 'doneAt', 'counts']);
  });

  it('is for owners and operators only', async () => {
    for (const role of ['EDITOR', 'AUTHOR', 'READER'] as const) {
      const { client } = await makeUser(ctx, role);
      expect(await getFailure(client.call('findPersonalData', { email }))).toMatchObject({ status: 403 });
    }
  });
});

describe('retention', () => {
  const times = { submissionMonths: 24, mailDays: 90 };

  it('is changed by owners, who have seen what a shorter time erases, and is recorded', async () => {
    await makeSubmission(ctx, { email, createdAt: getTimeDaysAgo(200) });
    await makeMail(ctx, { sentAt: getTimeDaysAgo(20) });
    const { client } = await makeUser(ctx, 'OWNER');
    expect(await client.call('retention', {})).toMatchObject({ times });
    const shorter = { submissionMonths: 6, mailDays: 10 };
    expect(await client.call('planRetention', shorter)).toEqual({ submissions: 1, mails: 1, replies: 0 });
    expect(await getFailure(client.call('changeRetention', { ...shorter, count: 1 }))).toMatchObject({ status: 409 });
    expect(await readRetentionTimes(ctx, {})).toEqual(times);
    expect((await client.call('changeRetention', { ...shorter, count: 2 })).times).toEqual(shorter);
    expect(await readRetentionTimes(ctx, {})).toEqual(shorter);
    expect(await applyRetention(ctx, await readRetentionTimes(ctx, {}))).toEqual({
      submissions: 1,
      mails: 1,
      replies: 0,
    });
    const { items } = await client.call('privacyActs', {});
    expect(items[0]).toMatchObject({ kind: 'RETENTION', counts: shorter });
  });

  it('is not changed by operators, nor where the environment sets it, which wins', async () => {
    const operator = (await makeUser(ctx, 'OPERATOR')).client;
    expect(await getFailure(operator.call('changeRetention', { ...times, count: 0 }))).toMatchObject({ status: 403 });
    ctx.privacy.retention = { submissionMonths: 12 };
    const { client } = await makeUser(ctx, 'OWNER');
    expect(await client.call('retention', {})).toEqual({
      times: { submissionMonths: 12, mailDays: 90 },
      isFixed: { submissionMonths: true, mailDays: false },
    });
    const refused = await getFailure(client.call('changeRetention', { submissionMonths: 6, mailDays: 90, count: 0 }));
    expect([refused.status, refused.fields[0]?.path]).toEqual([422, 'submissionMonths']);
    expect(
      (await client.call('changeRetention', { submissionMonths: 12, mailDays: 60, count: 0 })).times.mailDays,
    ).toBe(60);
    ctx.privacy.retention = {};
  });
});
