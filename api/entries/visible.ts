import { and, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { type EntryType, entryType } from '../../contract/entry-types.ts';
import { asId } from '../db/as-id.ts';
import type { Database } from '../db/connect.ts';
import { categories, entries, revisions } from '../db/tables.ts';

const now = sql`now()`;

/** Published and due, by the database's clock: schedules hold with every worker stopped (readings, "enabled"). */
export const isEnabled = and(
  lte(entries.publishedAt, now),
  or(isNull(entries.withdrawnAt), gt(entries.withdrawnAt, now)),
);

/** The category an entry shows; one that is disabled has no page to lead to. */
export const isShownCategory = and(eq(categories.id, entries.categoryId), eq(categories.enabled, true));

/** The revision a visitor sees now. */
export const shownRevisionId = sql`case when ${entries.nextAt} <= now() then ${entries.nextRevisionId} else ${entries.liveRevisionId} end`;

/**
 * Ties a revision to its entry where a query finds revisions first: by `entry_id` an index leads on to the entry. The
 * second half is wrapped, or the planner would take the two for independent and expect a single row.
 */
export const isShownRevision = and(
  eq(revisions.entryId, entries.id),
  sql`coalesce(${revisions.id} = ${shownRevisionId}, false)`,
);

/** What a card is made of. */
export const cardColumns = {
  id: entries.id,
  type: entries.type,
  slug: entries.slug,
  publishedAt: entries.publishedAt,
  title: revisions.title,
  summary: revisions.summary,
  fields: revisions.fields,
  interests: revisions.interests,
  revisedAt: revisions.revisedAt,
  words: revisions.words,
  categoryId: categories.id,
  categorySlug: categories.slug,
  categoryName: categories.name,
};

/** The rows of entry cards a condition picks, in the given order; the body is never read. */
export function selectCards(db: Database, where: SQL | undefined, order: SQL[], limit: number) {
  return db
    .select(cardColumns)
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, shownRevisionId))
    .leftJoin(categories, isShownCategory)
    .where(and(isEnabled, where))
    .orderBy(...order)
    .limit(limit);
}

export type CardRow = Awaited<ReturnType<typeof selectCards>>[number];

export const newestFirst = [sql`${entries.publishedAt} desc`, sql`${entries.id} desc`];

/** The order of a type's list, as `entry-types.ts` says. */
export function orderOf(type: EntryType): SQL[] {
  return entryType(type).order === 'date' ? newestFirst : [sql`${entries.position}`, sql`${entries.id}`];
}

/** Matches an entry of a type by slug or, where the text is a number, by id. */
export function isEntry(slugOrId: string): SQL {
  const bySlug = eq(entries.slug, slugOrId);
  const id = asId(slugOrId);
  return (id === null ? bySlug : or(bySlug, eq(entries.id, id))) as SQL;
}
