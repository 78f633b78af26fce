import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { VersionSummary } from '../../../contract/studio/history-operations.ts';
import type { Caller, Context } from '../../context.ts';
import { keptVersions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from '../../people/index.ts';
import { findContentIds } from '../drafts/content-of.ts';
import { type EntryRow, findEntry, findVersion, lockEntry } from '../drafts/find.ts';
import { checkCanWrite } from '../drafts/save.ts';
import { unindexSupersededRevisions } from '../entries/index-text.ts';
import { type RenderedContent, renderContent } from '../entries/render-content.ts';
import { storeRevision } from '../entries/store-revision.ts';
import { getVersion } from './get.ts';

/** Who stored a revision, and the name under which it was kept; null: it was published. */
interface StoredBy {
  label: string | null;
  storedBy: number | null;
}

/**
 * Stores a content as a revision that visitors do not see. Returns its id. Call in a transaction that has locked the
 * entry.
 */
export async function storeTextRevision(
  ctx: Context,
  { id: entryId, type, slug }: Pick<EntryRow, 'id' | 'type' | 'slug'>,
  content: DraftContent,
  rendered: RenderedContent,
  { label, storedBy }: StoredBy,
): Promise<number> {
  const { title, summary, body, keywords, interests, fields, position } = content;
  const { authorId, categoryId } = await findContentIds(ctx, type, content);
  const revisedAt = content.revisedAt === null ? null : new Date(content.revisedAt);
  const text = { title, summary, body, keywords, interests, fields, authorId, revisedAt };
  const publishedBy = label === null ? storedBy : null;
  const revisionId = await storeRevision(
    ctx,
    { entryId, type, slug, isShown: false, publishedBy },
    null,
    text,
    rendered,
  );
  if (label !== null)
    await ctx.db.insert(keptVersions).values({ revisionId, label, keptBy: storedBy, categoryId, position });
  await unindexSupersededRevisions(ctx, entryId);
  return revisionId;
}

/**
 * Keeps a save as a revision under a name. `conflict` for a revision, which is kept anyway; `not_found` if the save is
 * unknown or not kept.
 */
export async function keepVersion(
  ctx: Context,
  { id, version, label }: { id: number; version: string; label: string },
  caller: Caller,
): Promise<VersionSummary> {
  const actor = requireActor(caller);
  const entry = await findEntry(ctx, id);
  checkCanWrite(actor, entry);
  if (version.startsWith('revision-'))
    throw new ApiError('conflict', 'This is a revision already, so it is kept without a name too.');
  const content = await findVersion(ctx, id, version);
  if (!content) throw new ApiError('not_found', 'This version of the entry is not kept.');
  // Before the transaction, so that a slow text holds no connection and no lock.
  const rendered = await renderContent(ctx, entry, entry.type, content);
  const revisionId = await ctx.db.transaction(async (db) => {
    const tx = { db };
    const locked = await lockEntry(tx, id);
    return storeTextRevision(tx, locked, content, rendered, { label, storedBy: actor.userId });
  });
  const { content: _, ...summary } = await getVersion(ctx, { id, version: `revision-${revisionId}` });
  return summary;
}
