import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';

/**
 * Lets all later reads of a transaction see the content as of a moment, past or future. The views and the `now()` of
 * the schema `as_of` come first in the search path, so every query reads them without a change. Call in a transaction
 * that is rolled back.
 */
export async function viewAsOf({ db }: Context, moment: Date): Promise<void> {
  // PostgreSQL searches `pg_catalog` first unless the path names it.
  await db.execute(sql`select set_config('site.moment', ${moment.toISOString()}, true),
    set_config('search_path', concat('as_of, ', current_setting('search_path'), ', pg_catalog'), true)`);
}
