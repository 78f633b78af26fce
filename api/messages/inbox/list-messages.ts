import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { MessageKind, MessageState } from '../../../contract/studio/message-kinds.ts';
import type { MessageSummary } from '../../../contract/studio/message-shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { createContainsPattern, submissions } from '../../db/index.ts';
import { requireActor } from '../../people/index.ts';
import {
  hasGivenUpMailSql,
  isRootSql,
  isUnreadSql,
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

/** The most words of a search that are compared. */
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
  return sql`(${contains(sql`${submissions.searchText}`)} or ${submissions.id} in (
    select part.merged_into from submissions part where part.merged_into is not null and ${contains(sql`part.search_text`)}))`;
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
    unread && isUnreadSql,
    tag ? sql`${submissions.tags} @> array[${tag}]::text[]` : undefined,
    mail && hasGivenUpMailSql,
    createSearchCondition(q),
  );
}

/** Condition: the message comes after the one at a place that `next` named. */
function createPlaceCondition(after: string): SQL {
  const [microseconds, id] = after.split('-');
  return sql`(${submissions.heardAt}, ${submissions.id}) < (
    timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${id}::bigint)`;
}

/** Returns a page of messages, those with the newest words of their visitors first. */
export async function listMessages(
  ctx: Context,
  { after, size, ...filter }: Filter & { after?: string | undefined; size: number },
  caller: Caller,
): Promise<{ items: MessageSummary[]; next: string | null }> {
  const { userId } = requireActor(caller);
  const rows = await selectMessages(ctx, userId)
    .where(and(toCondition(filter, userId), after ? createPlaceCondition(after) : undefined))
    .orderBy(desc(submissions.heardAt), desc(submissions.id))
    .limit(size + 1);
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    items: shown.map(presentMessage),
    next: rows.length > size && last ? `${last.heardMicroseconds}-${last.id}` : null,
  };
}
