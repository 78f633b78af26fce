import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from '../../people/index.ts';
import { getCurrentContent, lockEntry } from './find.ts';
import { openEntry } from './open.ts';
import { removeDraft } from './remove.ts';
import { checkCanWrite } from './save.ts';

/**
 * Removes the draft of a published entry; its saves are kept. `conflict` if the draft is not the version that was seen.
 */
export async function discardDraft(
  ctx: Context,
  { id, version }: { id: number; version: string },
  caller: Caller,
): Promise<OpenedEntry> {
  const actor = requireActor(caller);
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    const entry = await lockEntry(tx, id);
    checkCanWrite(actor, entry);
    const current = await getCurrentContent(tx, entry);
    if (current.version !== version)
      throw new ApiError(
        'conflict',
        'Somebody has saved another version in the meantime. Read it before you discard it.',
      );
    if (!current.draft) throw new ApiError('conflict', 'There is no draft to discard.');
    if (current.revisionId === null)
      throw new ApiError('conflict', 'This entry has never been published: its draft is all there is.');
    await removeDraft(tx, current.draft, 'DISCARDED', actor.userId);
  });
  return openEntry(ctx, { id }, caller);
}
