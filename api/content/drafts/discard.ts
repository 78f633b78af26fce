import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { checkContentVersion, getCurrentContent } from './find.ts';
import { removeDraft } from './remove.ts';
import { runEntryChange } from './run-entry-change.ts';
import { checkCanWrite } from './save.ts';

/**
 * Removes the draft of a published entry; its saves are kept. `conflict` if the draft is not the version that was seen.
 */
export async function discardDraft(
  ctx: Context,
  { id, version }: { id: number; version: string },
  caller: Caller,
): Promise<OpenedEntry> {
  return runEntryChange(ctx, id, caller, async (tx, entry, actor) => {
    checkCanWrite(actor, entry);
    const current = await getCurrentContent(tx, entry);
    checkContentVersion(current, version, 'discard');
    if (!current.draft) throw new ApiError('conflict', 'There is no draft to discard.');
    if (current.revisionId === null)
      throw new ApiError('conflict', 'This entry has never been published: its draft is all there is.');
    await removeDraft(tx, current.draft, 'DISCARDED', actor.userId);
  });
}
