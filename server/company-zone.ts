import { sql } from 'drizzle-orm';
import { readPublishedSettings } from '../api/content/settings.ts';
import type { ApiContext, DayContext } from '../api/context.ts';
import { defaultTimeZone } from '../contract/content/local-time.ts';

/** Returns whether PostgreSQL knows a time zone, whose list may be older than that of Node. */
async function isKnown({ db }: Pick<ApiContext, 'db'>, zone: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from pg_timezone_names where name = ${zone}`);
  return rows.length > 0;
}

/** Gives the API the company's time zone. A zone that PostgreSQL does not know changes nothing. */
export async function setCompanyZone(ctx: DayContext, zone = defaultTimeZone): Promise<void> {
  if (zone !== ctx.company.timeZone && (await isKnown(ctx, zone))) ctx.company.timeZone = zone;
}

/** Returns the company's time zone that is published, or the default one. */
export async function readCompanyZone({ db }: Pick<ApiContext, 'db'>): Promise<string> {
  const company = { timeZone: defaultTimeZone };
  await loadCompanyZone({ db, company });
  return company.timeZone;
}

/** Gives the API the company's time zone that is published; the one before stays while it cannot be read. */
export async function loadCompanyZone(ctx: DayContext): Promise<void> {
  const settings = await readPublishedSettings(ctx).catch(() => null);
  if (settings) await setCompanyZone(ctx, settings.company.timeZone).catch(() => undefined);
}
