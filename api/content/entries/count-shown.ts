import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { type Database, shownMonths } from '../../db/index.ts';

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
