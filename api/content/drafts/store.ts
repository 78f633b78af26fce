import { eq, sql } from 'drizzle-orm';
import { contentSchemaVersion } from '../../../contract/studio/content-versions.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { Context } from '../../context.ts';
import { draftSaves, drafts } from '../../db/index.ts';
import { enforceSaveQuota } from './save-quota.ts';

/** A save of a draft. */
export interface NewSave {
  entryId: number;
  /** In the present content schema. */
  content: DraftContent;
  baseRevisionId: number | null;
  /** Null for an import. */
  savedBy: number | null;
}

/**
 * Makes a content the draft of an entry and appends it to the saves. Returns the draft. Call in a transaction that has
 * locked the entry. Writes no table whose changes are announced to page caches. Throws `too_many_requests` if the
 * user's saves take up too many bytes (`save-quota.ts`).
 */
export async function storeDraft(ctx: Context, { entryId, ...save }: NewSave): Promise<typeof drafts.$inferSelect> {
  const { db } = ctx;
  if (save.savedBy !== null) await enforceSaveQuota(ctx, save.savedBy);
  const [last] = await db
    .select({ version: sql<number>`coalesce(max(${draftSaves.version}), 0)` })
    .from(draftSaves)
    .where(eq(draftSaves.entryId, entryId));
  const version = (last?.version ?? 0) + 1;
  const row = { ...save, version, savedAt: new Date(), schemaVersion: contentSchemaVersion };
  const { baseRevisionId: _, ...kept } = row;
  await db.insert(draftSaves).values({ entryId, ...kept });
  const [draft] = await db
    .insert(drafts)
    .values({ entryId, ...row })
    .onConflictDoUpdate({ target: drafts.entryId, set: row })
    .returning();
  if (!draft) throw new Error('The draft was not stored');
  return draft;
}
