import { and, eq, gt, isNull, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { ListOrder } from '../../../contract/content/list-settings.ts';
import { categories, type Database, entries, entryStates, parseId, revisions, shownMonths } from '../../db/index.ts';

/** Returns the condition: published and due at a moment. */
export function isEnabledAt(moment: SQL): SQL {
  return and(lte(entries.publishedAt, moment), or(isNull(entries.withdrawnAt), gt(entries.withdrawnAt, moment))) as SQL;
}

/** Returns SQL for the id of the revision that visitors see at a moment, if they see the entry. */
export function createShownRevisionIdSql(moment: SQL): SQL {
  return sql`case when ${entries.nextAt} <= ${moment} then ${entries.nextRevisionId} else ${entries.liveRevisionId} end`;
}

const now = sql`now()`;

/**
 * Condition: published and due by the database's clock, so that schedules hold without a worker (readings, "enabled").
 */
export const isEnabled = isEnabledAt(now);

/**
 * Condition: the entry was withdrawn, and visitors do not see it again yet. A withdrawn entry whose return is scheduled
 * has the time of its return as its publication; only its earlier states tell that it was withdrawn.
 */
export const isWithdrawn = or(
  and(lte(entries.publishedAt, now), lte(entries.withdrawnAt, now)),
  and(
    gt(entries.publishedAt, now),
    sql`exists (select from ${entryStates} where ${entryStates.entryId} = ${entries.id} and ${entryStates.since} <= now()
      and ${entryStates.publishedAt} <= ${entryStates.withdrawnAt}
      and ${entryStates.withdrawnAt} <= least(${entryStates.until}, now()))`,
  ),
) as SQL;

/** Condition: the entry's category is enabled. A disabled category has no page to link to. */
export const isShownCategory = and(eq(categories.id, entries.categoryId), eq(categories.enabled, true));

/** SQL for the id of the revision that visitors see now. */
export const shownRevisionId = createShownRevisionIdSql(now);

/**
 * Joins a revision to its entry in queries that find revisions first, so that the index on `entry_id` applies.
 * `coalesce` hides the second condition from the planner, which would otherwise estimate a single row.
 */
export const isShownRevision = and(
  eq(revisions.entryId, entries.id),
  sql`coalesce(${revisions.id} = ${shownRevisionId}, false)`,
);

export const cardColumns = {
  id: entries.id,
  type: entries.type,
  slug: entries.slug,
  publishedAt: entries.publishedAt,
  title: revisions.title,
  summary: revisions.summary,
  fields: revisions.fields,
  schemaVersion: revisions.schemaVersion,
  interests: revisions.interests,
  revisedAt: revisions.revisedAt,
  words: revisions.words,
  cover: revisions.cover,
  categoryId: categories.id,
  categorySlug: categories.slug,
  categoryName: categories.name,
};

/**
 * Selects the cards of shown entries that match a condition, in the given order, without bodies. `total` is read in the
 * same statement and repeated in every row.
 */
export function selectShownCards(
  db: Database,
  where: SQL | undefined,
  order: SQL[],
  limit: number | Placeholder,
  total: SQL<number | null> = sql<null>`null`,
) {
  return db
    .select({ ...cardColumns, total })
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, shownRevisionId))
    .leftJoin(categories, isShownCategory)
    .where(and(isEnabled, where))
    .orderBy(...order)
    .limit(limit);
}

export type CardRow = Omit<Awaited<ReturnType<typeof selectShownCards>>[number], 'total'>;

export const newestFirst = [sql`${entries.publishedAt} desc`, sql`${entries.id} desc`];

export function createListOrderSql(order: ListOrder): SQL[] {
  return order === 'date' ? newestFirst : [sql`${entries.position}`, sql`${entries.id}`];
}

/** Returns the condition that matches an entry by slug or, if the text is a number, by id. */
export function hasSlugOrId(slugOrId: string): SQL {
  const bySlug = eq(entries.slug, slugOrId);
  const id = parseId(slugOrId);
  return (id === null ? bySlug : or(bySlug, eq(entries.id, id))) as SQL;
}

export interface ShownEntryCount {
  /** The number of entries shown now. */
  total: number;
  /**
   * In a list with the newest first, the end of the month of the entry at `place`; null beyond the last entry.
   */
  before: Date | null;
  /** The number of entries of later months, which come before that month in the list. */
  passed: number;
}

function isOfKind(type: EntryType | Placeholder, categoryId: number | Placeholder | undefined): SQL | undefined {
  return and(eq(shownMonths.type, type), categoryId === undefined ? undefined : eq(shownMonths.categoryId, categoryId));
}

/** Returns SQL for the number of shown entries of a type or a category. */
export function createShownTotalSql(
  type: EntryType | Placeholder,
  categoryId: number | Placeholder | undefined,
): SQL<number> {
  const months = sql`from ${shownMonths} where ${isOfKind(type, categoryId)}`;
  return sql`(select coalesce(sum(${shownMonths.shown}), 0) ${months})`.mapWith(Number);
}

/** Counts the shown entries of a type or a category from counts by month, so that large sites cost no more. */
export async function countShownEntries(
  db: Database,
  type: EntryType,
  categoryId: number | undefined,
  place: number,
): Promise<ShownEntryCount> {
  const { rows } = await db.execute<{ total: number; before: string | null; passed: number }>(sql`
    select coalesce(max(upto), 0) as total, coalesce(max(upto) filter (where upto <= ${place}), 0) as passed,
      month_after(max(month) filter (where upto > ${place})) as before
    from (
      select ${shownMonths.publishedMonth} as month,
        sum(sum(${shownMonths.shown})) over (order by ${shownMonths.publishedMonth} desc)::bigint as upto
      from ${shownMonths} where ${isOfKind(type, categoryId)} group by 1
    ) as months`);
  const [{ total, before, passed }] = rows as [(typeof rows)[number]];
  return { total, before: before === null ? null : new Date(before), passed };
}
