import { eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Context } from '../../context.ts';
import { entries } from '../../db/index.ts';
import type { EntryRow } from '../drafts/find.ts';
import { fixFeedId } from '../feed/feed-ids.ts';
import { unindexSupersededRevisions } from './index-text.ts';

/**
 * Changes what visitors see of an entry, increases the version of the entry, and removes texts that are no longer shown
 * from the search index. Returns the changed entry. Call in a transaction that has locked the entry.
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
  if (changed.publishedAt) await fixFeedId(ctx, id);
  if ('liveRevisionId' in change || 'nextRevisionId' in change) await unindexSupersededRevisions(ctx, id);
  return changed;
}
