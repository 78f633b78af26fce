import { createHash } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { completeForms } from '../../../contract/content/form-defaults.ts';
import { type answerTemplate, mostAnswerTemplates } from '../../../contract/content/form-schemas.ts';
import { fillText } from '../../../contract/content/placeholders.ts';
import type { OpenedMessage } from '../../../contract/studio/message-shapes.ts';
import { publishSettingFields } from '../../content/index.ts';
import type { Actor, ApiContext, Caller, Context } from '../../context.ts';
import { messageActs, outbox, submissions, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { runAsActor } from '../../people/index.ts';
import { retryMails } from '../outbox/unsent-mails.ts';
import {
  composeGreeting,
  isolateName,
  type MailCompany,
  readCompanyForMails,
  toSingleLine,
} from '../submissions/mail-text.ts';
import { recordMessageActs } from './acts.ts';
import { lockMessages, markAsRead, storeMessageFields } from './change-messages.ts';

// What a writer of an answer has seen. A message that somebody else answered, noted or closed meanwhile is not answered
// before the writer has seen that.

/** Acts that the writer of an answer must know. */
const tellingKinds = ['ANSWER', 'NOTE', 'STATUS', 'SPAM', 'NOT_SPAM'] as const;

/** Returns the newest thing that the writer of an answer must know, as a text to compare. */
export async function readAnswerBase({ db }: Context, submissionId: number): Promise<string> {
  const { rows } = await db.execute<{ act: string; heard: string }>(sql`
    select (select coalesce(max(id), 0)::text from message_acts where submission_id = message.id) as act,
      (extract(epoch from heard_at) * 1000000)::bigint::text as heard
    from submissions message where id = ${submissionId}`);
  const [row] = rows;
  return `${row?.act ?? 0}-${row?.heard ?? 0}`;
}

/**
 * Throws `conflict` if something happened to a message that the writer of an answer has not seen: the visitor wrote
 * again, anybody answered, or another user added a note or changed the state. The caller has locked the row of the
 * message.
 */
async function checkAnswerBase(ctx: Context, submissionId: number, seen: string, userId: number): Promise<void> {
  const [act = '', heard = ''] = seen.split('-');
  const seenAct = /^\d{1,15}$/.test(act) ? Number(act) : 0;
  const [newer] = await ctx.db
    .select({
      kind: messageActs.kind,
      name: users.name,
      isOwn: sql<boolean>`${messageActs.doneBy} is not distinct from ${userId}::bigint`,
    })
    .from(messageActs)
    .leftJoin(users, eq(users.id, messageActs.doneBy))
    .where(
      and(
        eq(messageActs.submissionId, submissionId),
        gt(messageActs.id, seenAct),
        isNull(messageActs.undoneAt),
        inArray(messageActs.kind, [...tellingKinds]),
        // An answer that the same person sent from another page counts too: this one would be the second.
        or(eq(messageActs.kind, 'ANSWER'), isNull(messageActs.doneBy), ne(messageActs.doneBy, userId)),
      ),
    )
    .orderBy(desc(sql`${messageActs.kind} = 'ANSWER'`), desc(messageActs.id))
    .limit(1);
  if (newer) {
    const who = newer.isOwn ? 'You have' : `${newer.name ?? 'Somebody'} has`;
    const what = newer.kind === 'ANSWER' ? 'answered this message' : 'changed this message';
    throw new ApiError(
      'conflict',
      `${who} ${what} meanwhile, so yours was not sent. Read it above, then send yours if it is still needed.`,
    );
  }
  const now = await readAnswerBase(ctx, submissionId);
  if (now.split('-')[1] !== heard)
    throw new ApiError(
      'conflict',
      'The visitor has written again meanwhile, so your answer was not sent. Read it above first.',
    );
}

interface Visitor {
  reference: string;
  name: string;
  email: string;
}

/** Returns what the placeholders of answers stand for. */
function createValues({ forms, name }: MailCompany, visitor: Visitor, sender: string) {
  return {
    name: isolateName(visitor.name),
    sender: isolateName(sender),
    company: isolateName(name),
    consultation: forms.consultation.name,
    reference: visitor.reference,
  };
}

/** The most Message-IDs of a thread that an answer names: the first and the newest. */
const mostReferences = 20;

/** Returns the Message-IDs of the mails between the company and the visitor about a message, the oldest first. */
async function listThreadIds({ db }: Context, submissionId: number, email: string): Promise<string[]> {
  const { rows } = await db.execute<{ message_id: string }>(sql`
    with part as (select id from submissions where id = ${submissionId} or merged_into = ${submissionId})
    select message_id from (
      select message_id, sent_at as at from outbox
      where submission_id in (select id from part) and message_id is not null and sent_at is not null
        and lower(recipient) = lower(${email}::text)
      union all
      select message_id, received_at from replies where submission_id in (select id from part) and not is_automatic
    ) mail order by at`);
  return [...new Set(rows.map((row) => row.message_id))];
}

/** Returns the subject of an answer: that of the last mail to the visitor, with the reference. */
async function composeSubject({ db }: Context, submissionId: number, visitor: Visitor, company: MailCompany) {
  const [last] = await db
    .select({ subject: outbox.subject })
    .from(outbox)
    .where(and(eq(outbox.submissionId, submissionId), sql`lower(${outbox.recipient}) = lower(${visitor.email}::text)`))
    .orderBy(sql`${outbox.fromName} is not null desc, ${outbox.id} desc`)
    .limit(1);
  const subject = last?.subject ?? `Your message to ${toSingleLine(company.name)}`;
  return addReference(/^re:/i.test(subject) ? subject : `Re: ${subject}`, visitor.reference);
}

/** Returns a subject that names the reference, by which an answer to it is found again. */
function addReference(subject: string, reference: string): string {
  return subject.toUpperCase().includes(reference) ? subject : `${subject} (${reference})`;
}

/** Returns what a writer begins an answer with. */
export async function composeAnswerStart(
  ctx: ApiContext,
  submissionId: number,
  visitor: Visitor,
  { name: sender }: Actor,
): Promise<OpenedMessage['answer']> {
  const company = await readCompanyForMails(ctx);
  const values = createValues(company, visitor, sender);
  const { answers, mails } = company.forms;
  return {
    from: composeFromName(company, sender),
    to: visitor.email,
    replyTo: company.replyTo,
    subject: await composeSubject(ctx, submissionId, visitor, company),
    greeting: composeGreeting(mails, visitor.name),
    signature: fillText(answers.signature, values).trim(),
    templates: answers.templates.map(({ name, text }) => ({ name, text: fillText(text, values).trim() })),
  };
}

/** Returns the name beside the company's address. */
function composeFromName({ name, forms }: MailCompany, sender: string): string {
  return toSingleLine(fillText(forms.answers.fromName, { sender, company: name })).slice(0, 200);
}

interface Answer {
  reference: string;
  subject: string;
  text: string;
  seen: string;
  key: string;
  state: 'WAITING' | 'DONE';
}

/**
 * Queues an answer to a message, as an e-mail of the company in the name of the user, in the thread of the visitor. The
 * message then waits for the visitor, or is done, and belongs to the writer if it belonged to nobody. `conflict` if the
 * message has changed since what the writer has `seen`, or is in quarantine; `unprocessable` if the text is the
 * greeting alone. The same key and text are the same answer.
 */
export async function answerMessage(ctx: ApiContext, answer: Answer, caller: Caller): Promise<{ mailId: number }> {
  const company = await readCompanyForMails(ctx);
  const text = answer.text.replaceAll('\r\n', '\n');
  // Of two tabs that share a draft, the second can send another text with the same key: that is another answer.
  const hash = createHash('sha256')
    .update(JSON.stringify([answer.subject, text]))
    .digest('hex')
    .slice(0, 12);
  const messageId = `<answer-${answer.key}-${hash}@${new URL(ctx.company.siteUrl()).hostname}>`;
  return runAsActor(ctx, caller, 'answer-messages', async (tx, actor) => {
    const { db } = tx;
    const [row] = await lockMessages(tx, eq(submissions.reference, answer.reference));
    if (!row) throw new ApiError('not_found', 'There is no such message.');
    const [visitor] = await db
      .select({ name: submissions.name, email: submissions.email, mergedInto: submissions.mergedInto })
      .from(submissions)
      .where(eq(submissions.id, row.id));
    if (!visitor || visitor.mergedInto !== null) throw new ApiError('conflict', 'This message belongs to another one.');
    if (!visitor.email) throw new ApiError('conflict', 'The sender gave no e-mail address. Call them instead.');
    if (text.trim() === composeGreeting(company.forms.mails, visitor.name).trim()) {
      const message = 'Write your answer below the greeting.';
      throw new ApiError('unprocessable', message, [{ path: 'text', message }]);
    }
    const [queued] = await db
      .select({ id: outbox.id, submissionId: outbox.submissionId })
      .from(outbox)
      .where(eq(outbox.messageId, messageId));
    if (queued?.submissionId === row.id) return { mailId: queued.id };
    if (queued) throw new ApiError('conflict', 'This answer was sent to another message.');
    await checkAnswerBase(tx, row.id, answer.seen, actor.userId);
    if (row.quarantinedFor !== null)
      throw new ApiError('conflict', 'This message is in quarantine. Say first that it is no spam.');
    const thread = await listThreadIds(tx, row.id, visitor.email);
    const values = createValues(company, { ...visitor, reference: row.reference }, actor.name);
    const [mail] = await db
      .insert(outbox)
      .values({
        submissionId: row.id,
        recipient: visitor.email,
        replyTo: company.replyTo,
        subject: addReference(answer.subject, row.reference),
        body: `${text}\n\n${fillText(company.forms.answers.signature, values).trim()}\n`,
        writtenBy: actor.userId,
        fromName: composeFromName(company, actor.name),
        messageId,
        inReplyTo: thread.at(-1) ?? null,
        referenceIds:
          thread.length > mostReferences ? [...thread.slice(0, 1), ...thread.slice(1 - mostReferences)] : thread,
      })
      .returning({ id: outbox.id });
    if (!mail) throw new Error('The answer was not queued');
    const now = new Date().toISOString();
    const after = {
      ...(answer.state === 'DONE' ? { closedAt: now } : { closedAt: null, waitingSince: now }),
      assignedTo: row.assignedTo ?? actor.userId,
    };
    await storeMessageFields(tx, row, after);
    const { closedAt, waitingSince, assignedTo } = row;
    const before = { closedAt, ...(answer.state === 'WAITING' && { waitingSince }), assignedTo };
    await recordMessageActs(tx, [{ submissionId: row.id, kind: 'ANSWER', doneBy: actor.userId, before, after }]);
    await markAsRead(tx, actor.userId, [row.reference]);
    return { mailId: mail.id };
  });
}

/** Stores a text with which answers can begin, in place of one of the same name. */
export async function saveAnswerTemplate(
  ctx: Context,
  template: z.output<typeof answerTemplate>,
  caller: Caller,
): Promise<{ name: string }> {
  await runAsActor(ctx, caller, 'answer-messages', (tx, { userId }) =>
    publishSettingFields(
      tx,
      'forms',
      ({ answers }) => {
        const others = completeForms({ answers }).answers.templates.filter(({ name }) => name !== template.name);
        if (others.length >= mostAnswerTemplates)
          throw new ApiError(
            'conflict',
            `There are ${mostAnswerTemplates} templates already. Remove one in the settings.`,
          );
        return { answers: { ...answers, templates: [...others, template] } };
      },
      userId,
    ),
  );
  return { name: template.name };
}

/** Stores what a person decided about an answer whose delivery is uncertain: it has arrived, or it is sent again. */
export async function settleAnswer(
  ctx: Context,
  { mailId, outcome }: { mailId: number; outcome: 'ARRIVED' | 'SEND_AGAIN' },
  caller: Caller,
): Promise<{ reference: string }> {
  return runAsActor(ctx, caller, 'answer-messages', async (tx, actor) => {
    const { db } = tx;
    const isGivenUp = and(isNotNull(outbox.fromName), isNotNull(outbox.deadAt), isNull(outbox.sentAt));
    const [mail] = await db
      .select({ submissionId: outbox.submissionId })
      .from(outbox)
      .where(and(eq(outbox.id, mailId), isGivenUp))
      .for('update');
    if (!mail?.submissionId)
      throw new ApiError('conflict', 'This answer was not given up, or somebody has decided about it.');
    if (outcome === 'SEND_AGAIN') await retryMails(tx, mailId);
    else
      await db
        .update(outbox)
        .set({ sentAt: sql`coalesce(${outbox.handedOverAt}, now())`, deadAt: null, lastError: null })
        .where(eq(outbox.id, mailId));
    const [row] = await lockMessages(tx, inArray(submissions.id, [mail.submissionId]));
    await recordMessageActs(tx, [
      { submissionId: mail.submissionId, kind: 'SETTLE', doneBy: actor.userId, text: outcome },
    ]);
    return { reference: row?.reference ?? '' };
  });
}
