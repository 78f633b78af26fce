import type { Context } from '../context.ts';
import { isUniqueViolation } from '../db/is-unique-violation.ts';
import { entries } from '../db/tables.ts';
import type { EntryRow } from '../drafts/find.ts';
import { ApiError } from '../errors.ts';

/** Stores an entry without a text. `createdBy` is null for an import. `conflict` if its address is taken. */
export async function insertEntry(
  { db }: Context,
  values: Pick<EntryRow, 'type' | 'slug' | 'createdBy'> & Partial<Pick<EntryRow, 'publishedAt' | 'withdrawnAt'>>,
): Promise<EntryRow> {
  const [entry] = await db
    .insert(entries)
    .values(values)
    .returning()
    .catch((error: unknown) => {
      if (isUniqueViolation(error))
        throw new ApiError('conflict', 'Somebody has just created an entry with this address.');
      throw error;
    });
  if (!entry) throw new Error('The entry was not stored');
  return entry;
}
