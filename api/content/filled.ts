import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { sharedValues } from '../db/tables.ts';

/** The shared value that an import leaves for good. */
export const filledValue = 'content_filled_at';

/** Whether content was ever imported into this database; stays true after everything was removed. */
export async function wasFilled({ db }: Context): Promise<boolean> {
  return (await db.$count(sharedValues, eq(sharedValues.name, filledValue))) > 0;
}

/** Remembers that content was imported. Run it in the import's transaction. */
export async function rememberFilled({ db }: Context): Promise<void> {
  await db.insert(sharedValues).values({ name: filledValue, value: new Date().toISOString() }).onConflictDoNothing();
}
