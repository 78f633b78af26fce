import { countries } from 'countries-list';
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../../context.ts';
import { cities, states } from '../../db/index.ts';

/** Names that the package spells without their accents. */
const accented: Record<string, string> = {
  AX: 'Åland Islands',
  BL: 'Saint Barthélemy',
  CI: 'Côte d’Ivoire',
  CW: 'Curaçao',
  RE: 'Réunion',
  ST: 'São Tomé and Príncipe',
};

const allCountries = Object.entries(countries)
  .map(([code, { name, phone }]) => ({ code, name: accented[code] ?? name, phone: `+${phone[0]}` }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

export async function listCountries() {
  return { items: allCountries };
}

interface Paging {
  page: number;
  size: number;
}

async function countPlaces({ db }: Context, table: PgTable, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(table).where(where);
  return row?.total ?? 0;
}

/** Lists states by name, of one country or of all. */
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
  return { items, page, size, total: await countPlaces(ctx, states, where) };
}

interface CityInput extends Paging {
  countryCode?: string | undefined;
  stateCode?: string | undefined;
  name?: string | undefined;
}

/** Matches cities of a state by its whole code, or by the part after the country code. */
function isOfState(stateCode: string, country: string | undefined): SQL {
  const codes = country ? [stateCode, `${country}-${stateCode}`, `${country}.${stateCode}`] : [stateCode];
  return inArray(cities.stateCode, codes);
}

/** Matches names with this beginning, regardless of case and accents. A range can use the index for any text. */
function createBeginsWithSql(name: string): SQL {
  const folded = sql`lower(unaccent(${name}))`;
  return sql`(${cities.folded} ~>=~ ${folded} and ${cities.folded} ~<~ (${folded} || chr(1114111)))`;
}

/** Lists cities by name, of one state, of one country or of all; `name` filters by the beginning of the name. */
export async function listCities(ctx: Context, { countryCode, stateCode, name, page, size }: CityInput) {
  const country = countryCode?.toUpperCase();
  const where = and(
    country ? eq(cities.countryCode, country) : undefined,
    stateCode ? isOfState(stateCode, country) : undefined,
    name ? createBeginsWithSql(name) : undefined,
  );
  const byName = name ? [sql`${cities.folded} using ~<~`] : [];
  const items = await ctx.db
    .select({ countryCode: cities.countryCode, stateCode: cities.stateCode, name: cities.name })
    .from(cities)
    .where(where)
    .orderBy(...byName, cities.countryCode, cities.stateCode, cities.name)
    .limit(size)
    .offset(page * size);
  return { items, page, size, total: await countPlaces(ctx, cities, where) };
}
