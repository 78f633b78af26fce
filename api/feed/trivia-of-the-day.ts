import { eq, sql } from 'drizzle-orm';
import type { EntryFields } from '../../contract/entry-fields.ts';
import type { ApiContext } from '../context.ts';
import { entries } from '../db/tables.ts';
import { selectShownCards } from '../entries/visible.ts';

/**
 * The question of the day, null where there is none. The day is the company's; all servers pick the same entry, and a new
 * one changes the pick only where it would be first itself.
 */
export async function getTriviaOfTheDay({ db, company }: Pick<ApiContext, 'db' | 'company'>) {
  const day = sql`(now() at time zone ${company.timeZone})::date`;
  const order = [sql`md5(${entries.slug} || ${day}::text)`];
  const [row] = await selectShownCards(db, eq(entries.type, 'TRIVIA'), order, 1);
  if (!row) return { item: null };
  const { question, options, answer } = row.fields as EntryFields['TRIVIA'];
  return { item: { slug: row.slug, question, options, answer } };
}
