import { eq } from 'drizzle-orm';
import { type DraftContent, draftContent } from '../../../contract/studio/draft-content.ts';
import { isSameContent, mergeContents } from '../../../contract/studio/merge-contents.ts';
import type { SavedDraft } from '../../../contract/studio/shapes.ts';
import { isPermitted } from '../../../contract/studio/token-scopes.ts';
import type { Actor, Caller, Context } from '../../context.ts';
import { users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from '../../people/index.ts';
import { followMerges } from '../lists/follow-merges.ts';
import { type CurrentContent, type EntryRow, findVersion, getCurrentContent, lockEntry } from './find.ts';
import { storeDraft } from './store.ts';

/** Returns whether a user may write drafts of an entry: editors of all, authors of their own. */
export function canWrite(actor: Actor, { createdBy }: Pick<EntryRow, 'createdBy'>): boolean {
  return isPermitted(actor, 'publish') || (isPermitted(actor, 'write-drafts') && createdBy === actor.userId);
}

/** Throws `forbidden` unless the caller may write drafts of the entry. */
export function checkCanWrite(actor: Actor, entry: Pick<EntryRow, 'createdBy'>): void {
  if (!canWrite(actor, entry))
    throw new ApiError('forbidden', 'You can change only your own entries. Ask an editor to change this one.');
}

/** Merges a save that is based on `version` with the current content. */
async function mergeWithCurrent(
  ctx: Context,
  entryId: number,
  version: string,
  current: CurrentContent,
  ours: DraftContent,
) {
  if (version === current.version) return { base: current.content, content: ours, conflicts: [] };
  const base = await findVersion(ctx, entryId, version);
  if (!base)
    throw new ApiError('conflict', 'The version you edited is no longer kept. Copy your text and reload the page.');
  const merged = mergeContents({ base, theirs: current.content, ours });
  // Each side is within the limits, but both together may exceed them, and such a draft could not be opened again.
  if (!draftContent.safeParse(merged.content).success)
    throw new ApiError('unprocessable', 'With the changes of others, the entry would be too long. Shorten your text.');
  return { base, ...merged };
}

/**
 * Saves a draft that was edited from `version`. Changes that others saved since are merged; where both changed the same
 * words, nothing is stored and the answer has both texts. A save without a change stores nothing.
 */
export async function saveDraft(
  ctx: Context,
  { id, version, content: ours }: { id: number; version: string; content: DraftContent },
  caller: Caller,
): Promise<SavedDraft> {
  const actor = requireActor(caller);
  return ctx.db.transaction(async (db) => {
    const tx = { db };
    const entry = await lockEntry(tx, id);
    checkCanWrite(actor, entry);
    const current = await getCurrentContent(tx, entry);
    const { base, content: merged, conflicts } = await mergeWithCurrent(tx, id, version, current, ours);
    const content = await followMerges(tx, entry.type, merged);
    const answer = (
      result: SavedDraft['result'],
      saved: { version: string; savedAt: Date; savedBy: string | null },
    ) => ({
      result,
      version: saved.version,
      savedAt: saved.savedAt.toISOString(),
      savedBy: saved.savedBy,
      content: result === 'SAVED' ? null : content,
      base: result === 'CONFLICT' ? base : null,
      current: result === 'CONFLICT' ? current.content : null,
      conflicts,
    });
    const before = { version: current.version, savedAt: current.draft?.savedAt ?? new Date(), savedBy: null };
    if (conflicts.length > 0) {
      const [other] = await db
        .select({ name: users.name })
        .from(users)
        .where(eq(users.id, current.draft?.savedBy ?? 0));
      return answer('CONFLICT', { ...before, savedBy: other?.name ?? null });
    }
    const result = isSameContent(content, ours) ? 'SAVED' : 'MERGED';
    if (isSameContent(content, current.content)) return answer(result, before);
    const draft = await storeDraft(tx, {
      entryId: id,
      content,
      baseRevisionId: current.draft?.baseRevisionId ?? current.revisionId,
      savedBy: actor.userId,
    });
    return answer(result, { version: `draft-${draft.version}`, savedAt: draft.savedAt, savedBy: actor.name });
  });
}
