import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { MessageKind, MessageState } from '../../../contract/studio/message-kinds.ts';
import type { MessageSummary } from '../../../contract/studio/message-shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { createContainsPattern, submissions } from '../../db/index.ts';
import { requireActor } from '../../people/index.ts';
import {
  createUnreadSql,
  hasFailedMailSql,
  isRootSql,
  presentMessage,
  selectMessages,
  stateConditions,
} from './select-messages.ts';

interface Filter {
  kind?: MessageKind | undefined;
  state?: MessageState | undefined;
  assignee?: string | undefined;
  unread?: 'yes' | undefined;
  tag?: string | undefined;
  mail?: 'given-up' | undefined;
  q: string;
}

const mostWords = 8;

/** Condition: the message, or one that was merged into it, contains every word. Uses the index `submissions_search`. */
function createSearchCondition(q: string): SQL | undefined {
  const words = q.split(/\s+/u).filter(Boolean).slice(0, mostWords);
  const contains = (column: SQL) =>
    sql.join(
      words.map((word) => sql`${column} like fold_message_text(${createContainsPattern(word)})`),
      sql` and `,
    );
  if (words.length === 0) return undefined;
  // With an array in place of a subquery, the planner estimates the matches and uses the indexes of both sides.
  return sql`(${contains(sql`${submissions.searchText}`)} or ${submissions.id} = any(array(
    select part.merged_into from submissions part where part.merged_into is not null and ${contains(sql`part.search_text`)})))`;
}

function createAssigneeCondition(assignee: string, userId: number): SQL {
  if (assignee === 'nobody') return isNull(submissions.assignedTo);
  return eq(submissions.assignedTo, assignee === 'me' ? userId : Number(assignee));
}

function toCondition({ kind, state, assignee, unread, tag, mail, q }: Filter, userId: number): SQL | undefined {
  return and(
    isRootSql,
    kind && eq(submissions.kind, kind),
    state ? stateConditions[state] : sql`${submissions.quarantinedFor} is null`,
    assignee ? createAssigneeCondition(assignee, userId) : undefined,
    unread && createUnreadSql(userId),
    tag ? sql`${submissions.tags} @> array[${tag}]::text[]` : undefined,
    mail && hasFailedMailSql,
    createSearchCondition(q),
  );
}

/** Condition: the message comes after the one at a place that `next` named. */
function createPlaceCondition(after: string): SQL {
  const [microseconds, id] = after.split('-');
  return sql`(${submissions.heardAt}, ${submissions.id}) < (
    timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${id}::bigint)`;
}

/**
 * Reads with a plan for the words of this search. Few messages contain a rare word, which an index finds, and most
 * messages a common one. The kept plan of a prepared statement suits one of them.
 */
function planAnew<T>({ db }: Context, read: (db: Context['db']) => PromiseLike<T>): Promise<T> {
  return db.transaction(async (transaction) => {
    const [, rows] = await Promise.all([
      transaction.execute(sql`set local plan_cache_mode = force_custom_plan`),
      read(transaction),
    ]);
    return rows;
  });
}

/** Returns a page of messages, those with the newest words of their visitors first. */
export async function listMessages(
  ctx: Context,
  { after, size, ...filter }: Filter & { after?: string | undefined; size: number },
  caller: Caller,
): Promise<{ items: MessageSummary[]; next: string | null }> {
  const { userId } = requireActor(caller);
  const read = (db: Context['db']) =>
    selectMessages({ db }, userId)
      .where(and(toCondition(filter, userId), after ? createPlaceCondition(after) : undefined))
      .orderBy(desc(submissions.heardAt), desc(submissions.id))
      .limit(size + 1);
  const rows = await (filter.q ? planAnew(ctx, read) : read(ctx.db));
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    items: shown.map(presentMessage),
    next: rows.length > size && last ? `${last.heardMicroseconds}-${last.id}` : null,
  };
}
