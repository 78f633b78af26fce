import type { Context } from '../context.ts';
import { entries } from '../db/tables.ts';

/** True for a database in which nobody has put an entry yet. */
export async function isEmpty({ db }: Context): Promise<boolean> {
  return (await db.select({ id: entries.id }).from(entries).limit(1)).length === 0;
}
