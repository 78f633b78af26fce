import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFile, makeMail, makeSubmission } from '../../../testing/message-makers.ts';
import { writeDeliveryReport, writeMultipartMail, writeRawMail } from '../../../testing/raw-mails.ts';
import { setUpApi } from '../../../testing/set-up.ts';
import { makeUser } from '../../../testing/studio.ts';
import { messageActs, replies } from '../../db/message-tables.ts';
import { files, outbox, submissions } from '../../db/tables.ts';
import { removeUnlinkedFiles } from '../files/link.ts';
import { replyLimits } from './limits.ts';
import { readMail } from './read-mail.ts';
import { storeIncomingMail } from './store-mail.ts';

const { ctx, database } = await setUpApi();
const { db } = database;
beforeEach(async () => {
  for (const table of [files, replies, outbox, submissions]) await db.delete(table);
});

const own = new Set(['support@site.example', 'inbox@site.example', 'replies@site.example']);
const store = async (raw: Buffer) => storeIncomingMail(ctx, await readMail(raw), own);

/** Makes a message of Ada that was answered and closed. */
async function makeAnswered(messageId = '<3f9c@site.example>') {
  const message = await makeSubmission(ctx, { closedAt: new Date(), waitingSince: new Date() });
  const mail = { submissionId: message.id, messageId, sentAt: new Date(), fromName: 'Grace of WSE' };
  await makeMail(ctx, { ...mail, recipient: message.email });
  return message;
}
const readMessage = async (id: number) => (await db.select().from(submissions).where(eq(submissions.id, id)))[0];

describe('an answer of a visitor', () => {
  it('opens its message again, as unread, with an entry in the record', async () => {
    const { id, heardAt } = await makeAnswered();
    expect(await store(writeRawMail({ fields: ['In-Reply-To: <3f9c@site.example>'], body: 'Yes.\n' }))).toBe('reply');
    expect(await db.select().from(replies)).toMatchObject([
      { submissionId: id, fromName: 'Ada', fromAddress: 'ada@example.org', text: 'Yes.', isAutomatic: false },
    ]);
    const message = await readMessage(id);
    expect(message).toMatchObject({ closedAt: null, waitingSince: null });
    expect(message?.heardAt.getTime()).toBeGreaterThan(heardAt.getTime());
    expect(await db.select().from(messageActs)).toMatchObject([{ submissionId: id, kind: 'REOPEN', doneBy: null }]);
  });

  it('belongs to its message by the references, from any address of the visitor', async () => {
    const { id } = await makeAnswered();
    const fields = ['References: <unknown@example.org> <3f9c@site.example> <other@example.org>'];
    expect(await store(writeRawMail({ from: 'ada.private@example.net', fields }))).toBe('reply');
    // The next mail answers the visitor's own one.
    const [first] = await db.select().from(replies);
    const next = { from: 'ada.private@example.net', fields: [`In-Reply-To: ${first?.messageId}`] };
    expect(await store(writeRawMail(next))).toBe('reply');
    expect((await db.select().from(replies)).map(({ submissionId }) => submissionId)).toEqual([id, id]);
  });

  it('belongs to its message by the reference in the subject, if the message knows the address', async () => {
    const { id, reference } = await makeSubmission(ctx);
    const subject = `AW: We have your message (${reference.toLowerCase()})`;
    expect(await store(writeRawMail({ from: 'ADA@Example.org', subject }))).toBe('reply');
    expect(await db.select().from(replies)).toMatchObject([{ submissionId: id }]);
  });

  it('belongs to the message into which its own was merged', async () => {
    const first = await makeSubmission(ctx, { kind: 'ENQUIRY' });
    const { reference } = await makeSubmission(ctx, { kind: 'ENQUIRY', mergedInto: first.id });
    await store(writeRawMail({ subject: reference }));
    expect(await db.select().from(replies)).toMatchObject([{ submissionId: first.id }]);
  });

  it('of a stranger who guesses stays without a message: a reference, and the Message-ID of an automatic mail', async () => {
    const { id, reference } = await makeSubmission(ctx, { closedAt: new Date() });
    await makeMail(ctx, { submissionId: id, messageId: '<outbox-7@site.example>', sentAt: new Date() });
    const fields = ['In-Reply-To: <outbox-7@site.example>'];
    for (const from of ['eve@evil.example', '']) {
      expect(await store(writeRawMail({ from, subject: `Re: ${reference}` }))).toBe('unmatched');
      expect(await store(writeRawMail({ from, fields }))).toBe('unmatched');
    }
    expect(await readMessage(id)).toMatchObject({ closedAt: expect.any(Date) });
    expect(await store(writeRawMail({ fields }))).toBe('reply');
  });

  it('is stored once, however often and from however many servers it comes', async () => {
    await makeAnswered();
    const raw = writeRawMail({ fields: ['In-Reply-To: <3f9c@site.example>'] });
    const stored = await Promise.all(Array.from({ length: 6 }, () => store(raw)));
    expect(stored.filter((as) => as === 'reply')).toHaveLength(1);
    expect(stored.filter((as) => as === 'known')).toHaveLength(5);
    // A copy with the fields of another server is the same mail.
    expect(await store(Buffer.concat([Buffer.from('Received: from relay\r\n'), raw]))).toBe('known');
    expect(await db.select().from(messageActs)).toHaveLength(1);
  });

  it('is not lost where another mail with the same Message-ID came first', async () => {
    for (const body of ['first', 'second']) await store(writeRawMail({ messageId: '<same@example.org>', body }));
    expect((await db.select().from(replies).orderBy(replies.id)).map(({ text }) => text)).toEqual(['first', 'second']);
  });
});

describe('a mail that no person wrote', () => {
  it.each([
    ['a notice of absence', { fields: ['Auto-Submitted: auto-replied'] }],
    ['a mail from our own address', { from: 'Support@Site.example' }],
    ['a mail with the Message-ID of an answer', { messageId: '<3f9c@site.example>' }],
  ])('opens nothing and is answered by nothing: %s', async (_what, mail) => {
    const { id, reference } = await makeAnswered();
    const fields = [...('fields' in mail ? mail.fields : []), 'In-Reply-To: <3f9c@site.example>'];
    expect(await store(writeRawMail({ subject: `Re: ${reference}`, ...mail, fields }))).toBe('automatic');
    expect(await readMessage(id)).toMatchObject({ closedAt: expect.any(Date), waitingSince: expect.any(Date) });
    expect(await db.select().from(replies)).toMatchObject([
      { isAutomatic: true, reason: expect.stringMatching(/^(?:A|It) .*\.$/) },
    ]);
    expect(await db.select().from(outbox)).toHaveLength(1);
  });

  it('is not stored where the site sent it to the company itself', async () => {
    await makeMail(ctx, { recipient: 'inbox@site.example', messageId: '<outbox-1@site.example>', sentAt: new Date() });
    expect(await store(writeRawMail({ messageId: '<outbox-1@site.example>' }))).toBe('known');
  });

  it('never leads to a mail: two programs that answer each other stop here', async () => {
    const { reference } = await makeAnswered();
    for (let round = 0; round < 20; round += 1)
      await store(writeRawMail({ subject: `Re: ${reference}`, body: `Out of office ${round}` }));
    expect(await db.select().from(outbox)).toHaveLength(1);
  });
});

describe('a report of a mail server', () => {
  it('marks the mail as not delivered, with the reason, and opens the message', async () => {
    const { id } = await makeAnswered();
    expect(await store(writeDeliveryReport({ recipient: 'ada@example.org', messageId: '<3f9c@site.example>' }))).toBe(
      'automatic',
    );
    expect(await db.select().from(outbox)).toMatchObject([
      { undeliveredAt: expect.any(Date), undeliveredReason: '550 5.1.1 no such user' },
    ]);
    expect(await readMessage(id)).toMatchObject({ closedAt: null, waitingSince: null });
    expect(await db.select().from(replies)).toMatchObject([
      {
        submissionId: id,
        reason: 'It reports that a mail to ada@example.org was not delivered: 550 5.1.1 no such user',
      },
    ]);
  });

  it('of a delay, or about a guessed mail to somebody else, marks nothing', async () => {
    await makeAnswered('<outbox-9@site.example>');
    const messageId = '<outbox-9@site.example>';
    await store(writeDeliveryReport({ recipient: 'eve@evil.example', messageId }));
    await store(writeDeliveryReport({ recipient: 'ada@example.org', messageId, action: 'delayed' }));
    expect(await db.select().from(outbox)).toMatchObject([{ undeliveredAt: null }]);
    await store(writeDeliveryReport({ recipient: 'Ada@example.org', messageId, reason: '552 full' }));
    expect(await db.select().from(outbox)).toMatchObject([{ undeliveredReason: '552 full' }]);
  });
});

describe('the files of a mail', () => {
  const attach = (name: string, bytes: Buffer) =>
    [`Content-Disposition: attachment; filename="${name}"`, bytes] as const;

  it('are checked as uploads are: pictures are made anew, and others are named as left out', async () => {
    const { id } = await makeAnswered();
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .withMetadata({ exif: { IFD0: { Copyright: 'secret place' } } })
      .jpeg()
      .toBuffer();
    const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
    const raw = writeMultipartMail(
      'multipart/mixed',
      [
        ['Content-Type: text/plain', 'See the files.'],
        attach('../../photo.jpg', Buffer.concat([picture, Buffer.from('<script>')])),
        attach('exe.\u202egpj.exe', Buffer.from('MZ')),
        attach('bomb.zip', zip),
        attach('macro.docm', zip),
        attach('invite.ics', Buffer.from('BEGIN:VCALENDAR')),
        attach('false.pdf', Buffer.from('<html>')),
      ],
      { fields: ['In-Reply-To: <3f9c@site.example>'] },
    );
    expect(await store(raw)).toBe('reply');
    const [reply] = await db.select().from(replies);
    expect(reply?.leftOut).toEqual([
      'exe.gpj.exe is not a PDF, PNG, JPEG or DOCX file.',
      'bomb.zip is not a PDF, PNG, JPEG or DOCX file.',
      'macro.docm is not a PDF, PNG, JPEG or DOCX file.',
      'invite.ics is not a PDF, PNG, JPEG or DOCX file.',
      'false.pdf ends in .pdf but is not a PDF file.',
    ]);
    const stored = await db.select().from(files);
    expect(stored).toMatchObject([{ name: 'photo.jpg', submissionId: id, replyId: reply?.id, network: null }]);
    const bytes = await ctx.files.get(stored[0]?.storageKey ?? '');
    expect(bytes.toString('latin1')).not.toMatch(/secret place|<script>/);
  });

  it('are kept for a mail without a message, at most ten of a mail, and none of an automatic one', async () => {
    const pdf = Buffer.from('%PDF-1.4\n');
    const parts = Array.from({ length: 12 }, (_, index) => attach(`n${index}.pdf`, pdf));
    await store(writeMultipartMail('multipart/mixed', parts));
    expect(await db.select().from(files)).toHaveLength(replyLimits.files);
    await db.update(files).set({ createdAt: new Date(0) });
    expect(await removeUnlinkedFiles(ctx, ctx.files)).toBe(0);
    await store(writeMultipartMail('multipart/mixed', parts.slice(0, 1), { fields: ['Precedence: bulk'] }));
    expect(await db.select().from(files)).toHaveLength(replyLimits.files);
    const [first, automatic] = await db.select().from(replies).orderBy(replies.id);
    expect(first?.leftOut).toEqual([
      'n10.pdf: a mail can bring up to 10 files.',
      'n11.pdf: a mail can bring up to 10 files.',
    ]);
    expect(automatic?.leftOut).toEqual(['n0.pdf: files of automatic mails are not stored.']);
  });
});

describe('the limits', () => {
  it('leave mails in the mailbox above 30 an hour from one sender', async () => {
    for (let mails = 0; mails < replyLimits.perSenderAndHour; mails += 1) await store(writeRawMail());
    expect(await store(writeRawMail({ from: 'ADA@example.org' }))).toBe('left');
    expect(await store(writeRawMail({ from: 'bob@example.org' }))).toBe('unmatched');
    await db.update(replies).set({ receivedAt: new Date(Date.now() - 3_700_000) });
    expect(await store(writeRawMail())).toBe('unmatched');
  });
});

const operator = await makeUser(ctx, 'OPERATOR');
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
