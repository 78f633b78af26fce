import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { sharedValues } from '../../db/index.ts';

/** Returns the time from which on every state of an entry is recorded; see migration 0037. */
export async function findRecordStart({ db }: Context): Promise<Date> {
  const [row] = await db.select().from(sharedValues).where(eq(sharedValues.name, 'entry_states_since'));
  if (!row) throw new Error('The database does not say since when it records states');
  return new Date(row.value);
}
