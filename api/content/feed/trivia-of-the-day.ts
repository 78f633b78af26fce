import { eq, sql } from 'drizzle-orm';
import type { EntryFields } from '../../../contract/content/entry-fields.ts';
import { upgradeFields } from '../../../contract/studio/content-versions.ts';
import type { ApiContext } from '../../context.ts';
import { entries } from '../../db/index.ts';
import { selectShownCards } from '../entries/visibility.ts';

/**
 * Returns the question of the day, or null. The day begins in the company's time zone. All servers pick the same entry;
 * a new entry changes the pick only if the new entry is picked itself.
 */
export async function getTriviaOfTheDay({ db, company }: Pick<ApiContext, 'db' | 'company'>) {
  const day = sql`(now() at time zone ${company.timeZone})::date`;
  const order = [sql`md5(${entries.slug} || ${day}::text)`];
  const [row] = await selectShownCards(db, eq(entries.type, 'TRIVIA'), order, 1);
  if (!row) return { item: null };
  const { question, options, answer } = upgradeFields(row, row.schemaVersion, row.fields) as EntryFields['TRIVIA'];
  return { item: { slug: row.slug, question, options, answer } };
}
