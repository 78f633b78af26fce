import { inArray, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { entries, revisions } from '../db/tables.ts';
import { presentCard } from '../entries/present.ts';
import { newestFirst, selectCards } from '../entries/visible.ts';
import { feedTypes } from '../feed/list.ts';

/** The newest entries of the feeds, those that share most interests with the given slugs (comma between) first. */
export async function recommend({ db }: Context, { interests, limit }: { interests: string; limit: number }) {
  const wanted = interests
    .split(',')
    .map((slug) => slug.trim())
    .filter(Boolean);
  const shared = sql`cardinality(array(select unnest(${revisions.interests}) intersect select unnest(${sql.param(wanted)}::text[]))) desc`;
  const order = wanted.length > 0 ? [shared, ...newestFirst] : newestFirst;
  return { items: (await selectCards(db, inArray(entries.type, feedTypes), order, limit)).map(presentCard) };
}
