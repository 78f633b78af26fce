import { and, eq, inArray, isNotNull, not, or, sql } from 'drizzle-orm';
import type { Context, FilesContext } from '../../context.ts';
import { files, outbox, replies, submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { cleanFileName } from '../files/file-names.ts';
import { storeFile } from '../files/upload.ts';
import { reopenForVisitor } from '../inbox/acts.ts';
import { replyLimits } from './limits.ts';
import type { DeliveryReport, IncomingMail, MailFile } from './read-mail.ts';

/** A reference as `createReference` makes it, anywhere in a subject. */
const reference = /(?<![0-9A-Z])[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}(?![0-9A-Z])/g;

/** The beginning of the Message-IDs of automatic mails, which have a number that a stranger can guess. */
const guessableMessageId = '<outbox-';

type Answering = Pick<IncomingMail, 'inReplyTo' | 'referenceIds' | 'subject' | 'from'>;

/**
 * Returns the id of the message that a mail answers; null if this is uncertain. A reply to an answer from the inbox
 * names the random Message-ID of that answer, so any sender is accepted. A reference in the subject, and the Message-ID
 * of an automatic mail, can be guessed: they count only if the sender's address is stored with the message. For a
 * message that was merged into another one, the id of the other is returned.
 */
async function findThread({ db }: Context, mail: Answering): Promise<number | null> {
  const ids = [...new Set([mail.inReplyTo, ...mail.referenceIds.toReversed()])].flatMap((id) => id ?? []);
  const references = [...new Set(mail.subject.toUpperCase().match(reference))].slice(0, 5);
  if (ids.length === 0 && references.length === 0) return null;
  const isKnown = (address: typeof outbox.recipient | typeof submissions.email | typeof replies.fromAddress) =>
    sql`(${mail.from.address} <> '' and lower(${address}) = lower(${mail.from.address}))`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with found as (
      select ${outbox.submissionId} as id, 0 as kind, array_position(${sql.param(ids)}::text[], ${outbox.messageId}) as place
      from ${outbox} join ${submissions} on ${submissions.id} = ${outbox.submissionId}
      where ${outbox.messageId} = any(${sql.param(ids)}::text[])
        and (not starts_with(${outbox.messageId}, ${guessableMessageId}) or ${isKnown(outbox.recipient)} and ${isKnown(submissions.email)})
      union all
      select ${replies.submissionId}, 1, array_position(${sql.param(ids)}::text[], ${replies.messageId})
      from ${replies}
      where ${replies.messageId} = any(${sql.param(ids)}::text[]) and ${replies.submissionId} is not null and ${isKnown(replies.fromAddress)}
      union all
      select ${submissions.id}, 2, array_position(${sql.param(references)}::text[], ${submissions.reference})
      from ${submissions}
      where ${submissions.reference} = any(${sql.param(references)}::text[])
        and (${isKnown(submissions.email)} or exists (
          select from ${outbox} where ${outbox.submissionId} = ${submissions.id} and ${outbox.fromName} is not null and ${isKnown(outbox.recipient)}))
    )
    select coalesce(root.id, named.id) as id from found
    join ${submissions} as named on named.id = found.id
    left join ${submissions} as root on root.id = named.merged_into
    order by found.kind, found.place limit 1`);
  const [row] = rows;
  return row ? Number(row.id) : null;
}

/**
 * Marks the sent mails that a report names as not delivered, with the reason of the mail server. A message whose answer
 * did not arrive opens again. Returns the id of the message, or null if the report names no mail of this site. The
 * Message-ID of an automatic mail can be guessed, so it counts only with the recipient of that mail.
 */
async function markUndelivered({ db }: Context, report: DeliveryReport): Promise<number | null> {
  if (report.messageIds.length === 0) return null;
  const isRecipient = eq(sql`lower(${outbox.recipient})`, report.recipient.toLowerCase());
  const marked = await db
    .update(outbox)
    .set({ undeliveredAt: sql`now()`, undeliveredReason: report.reason })
    .where(
      and(
        inArray(outbox.messageId, report.messageIds),
        isNotNull(outbox.sentAt),
        or(not(sql`starts_with(${outbox.messageId}, ${guessableMessageId})`), isRecipient),
      ),
    )
    .returning({ submissionId: outbox.submissionId, fromName: outbox.fromName });
  const answered = marked.find(({ fromName, submissionId }) => fromName !== null && submissionId !== null);
  if (answered?.submissionId) await reopenForVisitor({ db }, answered.submissionId);
  return marked.find(({ submissionId }) => submissionId !== null)?.submissionId ?? null;
}

/**
 * What happened to an incoming mail. `known`: an earlier copy is stored, or this site sent the mail to itself. `left`:
 * not stored and still unread in the mailbox, because this sender, or all senders of unmatched mails together, have
 * sent too many.
 */
export type StoredAs = 'reply' | 'unmatched' | 'automatic' | 'known' | 'left';

/** Stands for the sender's network of uploaded files, whose unused files are limited together. */
const mailNetwork = 'mail';

/** Stores the files of a mail. Returns their tokens, and a sentence about each file that was left out. */
async function storeFiles(
  ctx: FilesContext,
  given: readonly MailFile[],
): Promise<{ tokens: string[]; leftOut: string[] }> {
  const tokens: string[] = [];
  const leftOut: string[] = [];
  for (const [index, { name, bytes }] of given.entries()) {
    if (index >= replyLimits.files) {
      leftOut.push(`${cleanFileName(name)}: a mail can bring up to ${replyLimits.files} files.`);
      continue;
    }
    try {
      const isTooLarge = bytes.length > 10 * 1024 * 1024;
      tokens.push((await storeFile(ctx, { name, bytes, isTooLarge }, mailNetwork)).token);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The second sentence tells senders of a form what to do.
      leftOut.push(error.message.split(/(?<=\.)\s/, 1)[0] ?? error.message);
    }
  }
  return { tokens, leftOut };
}

async function countUntilLimit({ db }: Context, where: ReturnType<typeof sql>, limit: number): Promise<boolean> {
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(*) from (select from ${replies} where ${where} limit ${limit}) as found`,
  );
  return Number(rows[0]?.count) >= limit;
}

/** Returns whether the sender has sent so many mails in the last hour that this one is not stored. */
const isSenderAtLimit = (ctx: Context, address: string) =>
  countUntilLimit(
    ctx,
    sql`lower(${replies.fromAddress}) = lower(${address}) and ${replies.receivedAt} > now() - interval '1 hour'`,
    replyLimits.perSenderAndHour,
  );

const isUnmatchedFull = (ctx: Context) =>
  countUntilLimit(ctx, sql`${replies.submissionId} is null`, replyLimits.unmatched);

/** How a mail with the Message-ID of a sent mail is stored; null if no sent mail has it. */
async function findOwnMail({ db }: Context, messageId: string, own: ReadonlySet<string>): Promise<StoredAs | null> {
  const [sent] = await db.select({ recipient: outbox.recipient }).from(outbox).where(eq(outbox.messageId, messageId));
  if (!sent) return null;
  return own.has(sent.recipient.toLowerCase()) ? 'known' : 'automatic';
}

interface Placed {
  submissionId: number | null;
  reason: string | null;
}

/** Returns to which message a mail belongs, and why it is automatic. */
async function placeMail(tx: Context, mail: IncomingMail, automaticReason: string | null): Promise<Placed> {
  const submissionId = await findThread(tx, mail);
  for (const report of mail.reports) {
    const reported = await markUndelivered(tx, report);
    if (reported !== null) {
      const reason = `It reports that a mail to ${report.recipient} was not delivered: ${report.reason}`;
      return { submissionId: reported, reason };
    }
  }
  return { submissionId, reason: automaticReason };
}

/**
 * Stores an incoming mail once, whichever server reads it and however often. A mail that answers a message is added to
 * that message, which becomes open again; other mails are stored without a message. An automatic mail reopens no
 * message. `ownAddresses` are those of this site, in lower case: mails from them count as automatic, so that this site
 * never answers itself.
 */
export async function storeIncomingMail(
  ctx: FilesContext,
  mail: IncomingMail,
  ownAddresses: ReadonlySet<string>,
): Promise<StoredAs> {
  const isStored = and(eq(replies.messageId, mail.messageId), eq(replies.contentSha256, mail.contentSha256));
  if (await ctx.db.$count(replies, isStored)) return 'known';
  const ownMail = await findOwnMail(ctx, mail.messageId, ownAddresses);
  if (ownMail === 'known') return 'known';
  if (await isSenderAtLimit(ctx, mail.from.address)) return 'left';
  const isFromSite = ownAddresses.has(mail.from.address.toLowerCase());
  const automaticReason = ownMail
    ? 'It has the Message-ID of a mail that this site sent.'
    : isFromSite
      ? 'It came from an address of this site.'
      : mail.automaticReason;
  const isFull = await isUnmatchedFull(ctx);
  // Notices of absence have logos, and lists can send anything.
  const isPerson = automaticReason === null && mail.reports.length === 0;
  const stored = isPerson
    ? await storeFiles(ctx, mail.files)
    : { tokens: [], leftOut: mail.files.map(describeUnstored) };
  return ctx.db.transaction(async (db) => {
    const tx = { db };
    const { submissionId, reason } = await placeMail(tx, mail, automaticReason);
    if (submissionId === null && isFull) return 'left';
    const { messageId, contentSha256, inReplyTo, referenceIds, subject, text, size } = mail;
    const [row] = await db
      .insert(replies)
      .values({
        ...{ submissionId, messageId, contentSha256, inReplyTo, referenceIds, subject, text, size },
        fromName: mail.from.name,
        fromAddress: mail.from.address,
        isAutomatic: reason !== null,
        reason: reason ?? '',
        leftOut: [...mail.leftOut, ...stored.leftOut],
      })
      .onConflictDoNothing({ target: [replies.messageId, replies.contentSha256] })
      .returning({ id: replies.id });
    // Another server stored it first; maintenance removes the files of this copy after a day.
    if (!row) return 'known';
    if (stored.tokens.length > 0)
      await db
        .update(files)
        .set({ replyId: row.id, submissionId, network: null })
        .where(inArray(files.token, stored.tokens));
    if (reason !== null) return 'automatic';
    if (submissionId === null) return 'unmatched';
    await reopenForVisitor(tx, submissionId);
    return 'reply';
  });
}

const describeUnstored = ({ name }: MailFile) => `${cleanFileName(name)}: files of automatic mails are not stored.`;
