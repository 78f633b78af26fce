import { and, eq, sql } from 'drizzle-orm';
import type { EntryType } from '../../contract/entry-types.ts';
import type { Database } from '../db/connect.ts';
import { shownMonths } from '../db/tables.ts';

export interface ShownCount {
  /** How many entries are shown now. */
  total: number;
  /** Of a list with the newest first: the place of an entry is in the month that ends here; null beyond the last. */
  before: Date | null;
  /** How many entries of later months stand before it. */
  passed: number;
}

/** Counts a type's shown entries, or a category's, by months, which costs as little where there are very many. */
export async function countShown(
  db: Database,
  type: EntryType,
  categoryId: number | undefined,
  place: number,
): Promise<ShownCount> {
  const ofCategory = categoryId === undefined ? undefined : eq(shownMonths.categoryId, categoryId);
  const { rows } = await db.execute<{ total: number; before: string | null; passed: number }>(sql`
    select coalesce(max(upto), 0) as total, coalesce(max(upto) filter (where upto <= ${place}), 0) as passed,
      month_after(max(month) filter (where upto > ${place})) as before
    from (
      select ${shownMonths.publishedMonth} as month,
        sum(sum(${shownMonths.shown})) over (order by ${shownMonths.publishedMonth} desc)::bigint as upto
      from ${shownMonths} where ${and(eq(shownMonths.type, type), ofCategory)} group by 1
    ) as months`);
  const [{ total, before, passed }] = rows as [(typeof rows)[number]];
  return { total, before: before === null ? null : new Date(before), passed };
}
