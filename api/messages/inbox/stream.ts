import { and, desc, exists, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Context } from '../../context.ts';
import { submissions } from '../../db/index.ts';
import { createInboxFilterSql, type InboxFilter } from './select-messages.ts';

export type Submission = typeof submissions.$inferSelect;

/** A submission and the submissions merged into it, oldest first. */
export interface InboxItem {
  submission: Submission;
  merged: Submission[];
}

const batch = 200;

/**
 * Lists submissions, newest first, in batches. A merged submission is listed under its target, also where only the
 * merged submission matches the filter.
 */
export async function* streamInbox({ db }: Context, filter: InboxFilter = {}): AsyncGenerator<InboxItem> {
  const child = alias(submissions, 'child');
  const hasChild = exists(
    db
      .select({ one: sql`1` })
      .from(child)
      .where(
        and(
          sql`${child.mergedInto} = ${submissions.id}`,
          // An alias has the columns of its table.
          createInboxFilterSql(child as unknown as typeof submissions, filter),
        ),
      ),
  );
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await db
      .select()
      .from(submissions)
      .where(
        and(
          lt(submissions.id, before),
          isNull(submissions.mergedInto),
          or(createInboxFilterSql(submissions, filter), hasChild),
        ),
      )
      .orderBy(desc(submissions.id))
      .limit(batch);
    const ids = rows.map(({ id }) => id);
    const merged =
      ids.length > 0
        ? await db.select().from(submissions).where(inArray(submissions.mergedInto, ids)).orderBy(submissions.id)
        : [];
    for (const submission of rows) {
      yield { submission, merged: merged.filter(({ mergedInto }) => mergedInto === submission.id) };
    }
    const last = ids.at(-1);
    if (last === undefined || rows.length < batch) return;
    before = last;
  }
}
