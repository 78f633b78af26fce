import { eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Context } from '../context.ts';
import { entries } from '../db/tables.ts';
import type { EntryRow } from '../drafts/find.ts';
import { unindexSupersededRevisions } from './index-text.ts';

/**
 * Changes what visitors see of an entry, gives the entry its next version, and takes texts that are no longer shown out
 * of the search. Returns the entry as it is now. Call in a transaction that holds the entry.
 */
export async function changeEntry(
  ctx: Context,
  id: number,
  change: Omit<PgUpdateSetSource<typeof entries>, 'id' | 'version'>,
): Promise<EntryRow> {
  const [changed] = await ctx.db
    .update(entries)
    .set({ ...change, version: sql`${entries.version} + 1` })
    .where(eq(entries.id, id))
    .returning();
  if (!changed) throw new Error(`There is no entry ${id}`);
  if ('liveRevisionId' in change || 'nextRevisionId' in change) await unindexSupersededRevisions(ctx, id);
  return changed;
}
