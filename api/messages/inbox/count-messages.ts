import { and, count, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { MessageNews } from '../../../contract/studio/message-events.ts';
import { countLimit } from '../../../contract/studio/message-kinds.ts';
import type { MessageCounts } from '../../../contract/studio/message-shapes.ts';
import { hasPermission, roles } from '../../../contract/studio/permissions.ts';
import type { Caller, Context } from '../../context.ts';
import { outbox, sessions, submissions, users } from '../../db/index.ts';
import { isLiveSession, requireActor } from '../../people/index.ts';
import { isRootSql, type SubmissionKind, stateConditions, submissionKinds } from './select-messages.ts';

/** Counts the stored submissions by kind, including kinds with none. */
export async function countSubmissions({ db }: Context): Promise<Record<SubmissionKind, number>> {
  const rows = await db.select({ kind: submissions.kind, count: count() }).from(submissions).groupBy(submissions.kind);
  const counts = Object.fromEntries(rows.map((row) => [row.kind, row.count]));
  return Object.fromEntries(submissionKinds.map((kind) => [kind, counts[kind] ?? 0])) as Record<SubmissionKind, number>;
}

export async function countQuarantined({ db }: Context): Promise<number> {
  const [row] = await db.select({ count: count() }).from(submissions).where(isNotNull(submissions.quarantinedFor));
  return row?.count ?? 0;
}

/** Returns SQL for the number of messages that match a condition, at most `countLimit`. */
const countUpTo = (condition: SQL | undefined) =>
  sql<number>`(select count(*)::int from (select from ${submissions} where ${condition} limit ${countLimit}) counted)`;

const isOpen = and(isRootSql, stateConditions.OPEN);

/** The numbers that are the same for every user, and the number of a user's open messages. */
async function readMessageCounts({ db }: Context, userId: number): Promise<MessageCounts> {
  const [counts] = await db
    .select({
      open: countUpTo(isOpen),
      mine: countUpTo(and(isOpen, eq(submissions.assignedTo, userId))),
      unassigned: countUpTo(and(isOpen, isNull(submissions.assignedTo))),
      quarantine: countUpTo(and(isRootSql, stateConditions.QUARANTINE)),
      givenUp: sql<number>`(select count(distinct submission_id)::int from (
      select submission_id from ${outbox} where dead_at is not null and sent_at is null and submission_id is not null
      limit ${countLimit}) counted)`,
    })
    .from(sql`(values (1)) one`);
  return counts ?? { open: 0, mine: 0, unassigned: 0, quarantine: 0, givenUp: 0 };
}

/** Returns how many messages need a person. */
export async function countMessages(ctx: Context, _input: unknown, caller: Caller): Promise<MessageCounts> {
  return readMessageCounts(ctx, requireActor(caller).userId);
}

/** Returns the people to whom messages can be assigned, and the tags in use, sorted. */
export async function listMessageChoices({ db }: Context) {
  const answering = roles.filter((role) => hasPermission(role, 'answer-messages'));
  const people = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(isNull(users.disabledAt), sql`${users.role}::text = any(${sql.param(answering)})`))
    .orderBy(users.name, users.id);
  const { rows } = await db.execute<{ tag: string }>(sql`
    select distinct unnest(tags) as tag from ${submissions} where tags <> '{}' order by tag limit 200`);
  return { people, tags: rows.map(({ tag }) => tag) };
}

/** Returns a text that differs after every change of a message, or of an answer that is on its way. */
async function readVersion({ db }: Context): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(sql`
    select md5(concat_ws(' ',
      (select max(heard_at) from submissions where merged_into is null),
      (select max(id) from message_acts),
      (select max(undone_at) from message_acts where undone_at is not null),
      (select count(*) from outbox where from_name is not null and sent_at is null and dead_at is null and not held),
      (select count(*) from outbox where dead_at is not null and sent_at is null))) as version`);
  return rows[0]?.version ?? '';
}

/**
 * Returns what the pages of sessions are told about messages, by the public ids of the sessions. A session that has
 * ended, or whose user may not read messages any more, is missing. Sessions are not prolonged.
 */
export async function readMessageNews(
  ctx: Context,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, MessageNews>> {
  const live = await ctx.db
    .select({ id: sessions.id, userId: users.id, role: users.role })
    .from(sessions)
    .innerJoin(users, sql`${users.id} = ${sessions.userId}`)
    .where(and(inArray(sessions.id, [...sessionIds]), isLiveSession, isNull(users.disabledAt)));
  const version = await readVersion(ctx);
  const counts = new Map<number, MessageNews>();
  const news = new Map<string, MessageNews>();
  for (const { id, userId, role } of live) {
    if (!hasPermission(role, 'read-messages')) continue;
    const own = counts.get(userId) ?? { counts: await readMessageCounts(ctx, userId), version };
    counts.set(userId, own);
    news.set(id, own);
  }
  return news;
}
