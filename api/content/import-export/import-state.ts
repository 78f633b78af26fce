import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { sharedValues } from '../../db/index.ts';

/** The key of the stored value that a first import sets. */
export const contentImportedKey = 'content_filled_at';

/** Returns whether content was ever imported into this database, even if all of it was removed. */
export async function isContentImported({ db }: Context): Promise<boolean> {
  return (await db.$count(sharedValues, eq(sharedValues.name, contentImportedKey))) > 0;
}

/** Records that content was imported. Call in the import's transaction. */
export async function markContentImported({ db }: Context): Promise<void> {
  await db
    .insert(sharedValues)
    .values({ name: contentImportedKey, value: new Date().toISOString() })
    .onConflictDoNothing();
}
