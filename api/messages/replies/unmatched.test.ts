import { beforeEach, describe, expect, it } from 'vitest';
import { makeFile, makeSubmission } from '../../../testing/message-makers.ts';
import { setUpApi } from '../../../testing/set-up.ts';
import { makeUser, type TestUser } from '../../../testing/studio.ts';
import { messageActs, replies } from '../../db/message-tables.ts';
import { files, submissions } from '../../db/tables.ts';

const { ctx, database } = await setUpApi();
const { db } = database;
let operator: TestUser;
beforeEach(async () => {
  for (const table of [files, replies, submissions]) await db.delete(table);
  operator ??= await makeUser(ctx, 'OPERATOR');
});

let count = 0;
async function makeReply(reply: Partial<typeof replies.$inferInsert> = {}) {
  count += 1;
  const values = { messageId: `<${count}@example.org>`, contentSha256: 'x', size: 1, fromAddress: 'ada@example.org' };
  const [row] = await db
    .insert(replies)
    .values({ ...values, ...reply })
    .returning();
  if (!row) throw new Error('no reply');
  return row;
}
const list = (state?: 'OPEN' | 'AUTOMATIC' | 'DISMISSED') =>
  operator.client.call('unmatchedReplies', state ? { state } : {});
const assign = (id: number, reference: string | null) => operator.client.call('assignReply', { id, reference });

describe('a mail without a message', () => {
  it('is listed with its own and its quoted words, its files and the messages of its sender', async () => {
    const { reference } = await makeSubmission(ctx, { email: 'ADA@example.org', message: 'A long question' });
    const { id } = await makeReply({ text: 'Yes.\n\n> Is it?', leftOut: ['bomb.zip is not a PDF file.'] });
    await makeFile(ctx, { replyId: id, name: 'plan.pdf' });
    await makeReply({ isAutomatic: true, reason: 'A program sent it.' });
    await makeReply({ dismissedAt: new Date() });
    const { items, counts } = await list();
    expect(counts).toEqual({ OPEN: 1, AUTOMATIC: 1, DISMISSED: 1 });
    expect(items).toMatchObject([
      {
        ...{ id, text: 'Yes.', quoted: '> Is it?', reason: '', leftOut: ['bomb.zip is not a PDF file.'] },
        files: [{ name: 'plan.pdf' }],
        suggestions: [{ reference, excerpt: 'A long question' }],
      },
    ]);
    expect((await list('AUTOMATIC')).items).toMatchObject([{ reason: 'A program sent it.' }]);
  });

  it('is added to a message with its files, opens it again, and can be taken out', async () => {
    const message = await makeSubmission(ctx, { closedAt: new Date() });
    const merged = await makeSubmission(ctx, { mergedInto: message.id });
    const { id } = await makeReply();
    await makeFile(ctx, { replyId: id });
    expect(await assign(id, ` ${merged.reference.toLowerCase()} `)).toEqual({ reference: merged.reference });
    expect(await db.select().from(replies)).toMatchObject([{ submissionId: message.id, handledBy: operator.id }]);
    expect(await db.select().from(files)).toMatchObject([{ submissionId: message.id }]);
    expect(await db.select().from(messageActs)).toMatchObject([{ submissionId: message.id, kind: 'REOPEN' }]);
    await expect(assign(id, message.reference)).rejects.toThrow('Somebody has added this mail');
    expect(await assign(id, null)).toEqual({ reference: null });
    expect((await list()).items).toMatchObject([{ id, files: [{}] }]);
  });

  it('opens nothing if a program sent it', async () => {
    const { id, reference } = await makeSubmission(ctx, { closedAt: new Date() });
    await assign((await makeReply({ isAutomatic: true })).id, reference);
    expect(await db.select().from(replies)).toMatchObject([{ submissionId: id }]);
    expect(await db.select().from(submissions)).toMatchObject([{ closedAt: expect.any(Date) }]);
  });

  it('is refused for an unknown reference, with the field', async () => {
    const { id } = await makeReply();
    const refused = assign(id, '0000-0000');
    await expect(refused).rejects.toMatchObject({ status: 422, fields: [{ path: 'reference' }] });
  });

  it('is set aside, and looked at again', async () => {
    const { id } = await makeReply();
    await operator.client.call('dismissReply', { id, isDismissed: true });
    expect((await list('DISMISSED')).items).toHaveLength(1);
    await operator.client.call('dismissReply', { id, isDismissed: false });
    expect((await list()).items).toHaveLength(1);
  });
});
