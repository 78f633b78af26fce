import { countries } from 'countries-list';
import { and, count, eq, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../context.ts';
import { cities, states } from '../db/tables.ts';

const allCountries = Object.entries(countries)
  .map(([code, { name, phone }]) => ({ code, name, phone: `+${phone[0]}` }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Every country by English name. */
export async function listCountries() {
  return { items: allCountries };
}

interface Paging {
  page: number;
  size: number;
}

async function total({ db }: Context, table: PgTable, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(table).where(where);
  return row?.total ?? 0;
}

/** States by name, of one country or of all. */
export async function listStates(
  ctx: Context,
  { countryCode, page, size }: Paging & { countryCode?: string | undefined },
) {
  const where = countryCode ? eq(states.countryCode, countryCode.toUpperCase()) : undefined;
  const items = await ctx.db
    .select()
    .from(states)
    .where(where)
    .orderBy(states.countryCode, states.name, states.code)
    .limit(size)
    .offset(page * size);
  return { items, page, size, total: await total(ctx, states, where) };
}

/** Cities by name, of one state, one country or of all. */
export async function listCities(
  ctx: Context,
  { countryCode, stateCode, page, size }: Paging & { countryCode?: string | undefined; stateCode?: string | undefined },
) {
  const where = and(
    countryCode ? eq(cities.countryCode, countryCode.toUpperCase()) : undefined,
    stateCode ? eq(cities.stateCode, stateCode) : undefined,
  );
  const items = await ctx.db
    .select()
    .from(cities)
    .where(where)
    .orderBy(cities.countryCode, cities.stateCode, cities.name)
    .limit(size)
    .offset(page * size);
  return { items, page, size, total: await total(ctx, cities, where) };
}
