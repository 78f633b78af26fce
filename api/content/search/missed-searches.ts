import { desc, gte, sql } from 'drizzle-orm';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { cleanQuery, isBot } from '../../anonymous-counts.ts';
import type { Caller, Context, DayContext } from '../../context.ts';
import { missedSearches } from '../../db/index.ts';
import { createLimiter, getNetwork } from '../../limit-rates.ts';
import { getToday } from '../../numbers/index.ts';

/** The most texts that are stored for one day, so that no stranger can fill the table. */
const mostTextsOfDay = 1_000;

let limiter: ReturnType<typeof createLimiter> | undefined;

/** Returns whether a network may have another search recorded. The counts are in memory and leave no trace. */
async function countNetwork(ctx: Context, address: string): Promise<boolean> {
  limiter ??= createLimiter(ctx, 'missedSearch');
  return limiter.consume(getNetwork(address)).then(
    () => true,
    (refused: unknown) => {
      if (refused instanceof RateLimiterRes) return false;
      throw refused;
    },
  );
}

/**
 * Counts a search without a result by its day, so that editors learn what visitors miss. Texts that look like personal
 * data, and searches of bots, are not counted.
 */
export async function recordMissedSearch(
  ctx: DayContext,
  q: string,
  { address, userAgent }: Pick<Caller, 'address' | 'userAgent'>,
): Promise<void> {
  const query = isBot(userAgent) ? null : cleanQuery(q);
  if (query === null || !(await countNetwork(ctx, address))) return;
  const today = getToday(ctx);
  await ctx.db.execute(sql`
    insert into ${missedSearches} as missed (searched_day, query)
    select ${today}, ${query}::text
    where exists (select from ${missedSearches} where searched_day = ${today} and query = ${query})
      or (select count(*) from ${missedSearches} where searched_day = ${today}) < ${mostTextsOfDay}
    on conflict (searched_day, query) do update set times = missed.times + 1`);
}

/**
 * Returns what visitors searched for in the last seven days without a result, the most frequent first. The dialog
 * searches while a visitor types, so the beginning of a longer text of the list is left out.
 */
export async function listMissedSearches(ctx: DayContext, limit: number): Promise<{ query: string; times: number }[]> {
  const times = sql<number>`sum(${missedSearches.times})::int`;
  const rows = await ctx.db
    .select({ query: missedSearches.query, times })
    .from(missedSearches)
    .where(gte(missedSearches.searchedDay, sql`${getToday(ctx)} - 6`))
    .groupBy(missedSearches.query)
    .orderBy(desc(times), missedSearches.query)
    .limit(10 * limit);
  const isBeginning = (query: string) => rows.some((row) => row.query !== query && row.query.startsWith(query));
  return rows.filter(({ query }) => !isBeginning(query)).slice(0, limit);
}
