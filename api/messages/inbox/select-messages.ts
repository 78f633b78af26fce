import { eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { MessageState } from '../../../contract/studio/message-kinds.ts';
import type { MessageSummary } from '../../../contract/studio/message-shapes.ts';
import type { Context } from '../../context.ts';
import { submissionKindEnum, submissionReads, submissions, users } from '../../db/index.ts';

// How messages are read for lists. A message that was merged into another belongs to that one.

/** The state of a message. The indexes `submissions_open` and others have the same conditions. */
const messageStateSql = sql<MessageState>`case
  when ${submissions.quarantinedFor} is not null then 'QUARANTINE'
  when ${submissions.closedAt} is not null then 'DONE'
  when ${submissions.waitingSince} is not null then 'WAITING'
  else 'OPEN' end`;

/** The condition of each state, as the indexes have it. */
export const stateConditions: Record<MessageState, SQL> = {
  OPEN: sql`(${submissions.closedAt} is null and ${submissions.waitingSince} is null and ${submissions.quarantinedFor} is null)`,
  WAITING: sql`(${submissions.closedAt} is null and ${submissions.waitingSince} is not null and ${submissions.quarantinedFor} is null)`,
  DONE: sql`(${submissions.closedAt} is not null and ${submissions.quarantinedFor} is null)`,
  QUARANTINE: sql`(${submissions.quarantinedFor} is not null)`,
};

export const isRootSql = sql`${submissions.mergedInto} is null`;

/**
 * Returns the condition: the user has not read what the visitor wrote last. A join would compare every message with
 * every read, where the statistics do not know yet that the user has read many.
 */
export function createUnreadSql(userId: number | null): SQL<boolean> {
  return sql<boolean>`coalesce((select read_at < ${submissions.heardAt} from ${submissionReads}
    where user_id = ${userId}::bigint and submission_id = ${submissions.id}), true)`;
}

/** Condition: a mail about the message, or about one that was merged into it, was given up or bounced. */
export const hasFailedMailSql = sql<boolean>`exists (
  select from outbox join submissions part on part.id = outbox.submission_id
  where coalesce(part.merged_into, part.id) = ${submissions.id}
    and (outbox.dead_at is not null and outbox.sent_at is null or outbox.undelivered_at is not null))`;

/** Characters of the text that lists show. */
const excerptLength = 160;

/** The beginning of a message, on one line. */
export const excerptSql = sql<string>`left(regexp_replace(left(${submissions.message}, ${4 * excerptLength}), '\\s+', ' ', 'g'), ${excerptLength})`;

/** The columns of a summary, for a user. */
export function selectMessages({ db }: Context, userId: number | null) {
  return db
    .select({
      id: submissions.id,
      reference: submissions.reference,
      kind: submissions.kind,
      name: submissions.name,
      email: submissions.email,
      company: submissions.company,
      subject: submissions.subject,
      excerpt: excerptSql,
      createdAt: submissions.createdAt,
      heardAt: submissions.heardAt,
      heardMicroseconds: sql<string>`(extract(epoch from ${submissions.heardAt}) * 1000000)::bigint::text`,
      state: messageStateSql,
      isUnread: createUnreadSql(userId),
      assigneeId: users.id,
      assigneeName: users.name,
      tags: submissions.tags,
      files: sql<number>`(select count(*)::int from files where submission_id = ${submissions.id})`,
      merged: sql<number>`(select count(*)::int from submissions part where part.merged_into = ${submissions.id})`,
      hasFailedMail: hasFailedMailSql,
    })
    .from(submissions)
    .leftJoin(users, eq(users.id, submissions.assignedTo));
}

type Row = Awaited<ReturnType<typeof selectMessages>>[number];

/** Returns a row of `selectMessages` as the contract has it. */
export function presentMessage(row: Row): MessageSummary {
  const { id: _, heardMicroseconds: __, assigneeId, assigneeName, createdAt, heardAt, ...rest } = row;
  return {
    ...rest,
    receivedAt: createdAt.toISOString(),
    heardAt: heardAt.toISOString(),
    assignee: assigneeId !== null && assigneeName !== null ? { id: assigneeId, name: assigneeName } : null,
  };
}

export type SubmissionKind = (typeof submissionKindEnum.enumValues)[number];
export const submissionKinds: readonly SubmissionKind[] = submissionKindEnum.enumValues;

/** A filter of submissions; all given conditions must hold. */
export interface InboxFilter {
  kind?: SubmissionKind;
  /** Neither closed nor quarantined. */
  open?: boolean;
  quarantined?: boolean;
  /** Received at this time or later. */
  since?: Date;
}

/** Returns the filter as a condition on the table, or on an alias. */
export function createInboxFilterSql(table: typeof submissions, { kind, open, quarantined, since }: InboxFilter): SQL {
  return sql.join(
    [
      // Never empty: with an empty filter, "this filter or another" would match only the other.
      sql`true`,
      ...(kind ? [eq(table.kind, kind)] : []),
      ...(open ? [isNull(table.closedAt), isNull(table.quarantinedFor)] : []),
      ...(quarantined ? [isNotNull(table.quarantinedFor)] : []),
      ...(since ? [gte(table.createdAt, since)] : []),
    ],
    sql` and `,
  );
}
