import { isSameContent } from '../../../contract/studio/merge-contents.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { checkContentVersion, findVersion, getCurrentContent } from '../drafts/find.ts';
import { recordDraftOutcome } from '../drafts/remove.ts';
import { runEntryChange } from '../drafts/run-entry-change.ts';
import { checkCanWrite } from '../drafts/save.ts';
import { storeDraft } from '../drafts/store.ts';

/**
 * Replaces the draft with an earlier revision or save. Nothing is published, and the replaced draft stays among the
 * saves. Throws `conflict` if the current content is not the `version` that was seen.
 */
export async function restoreVersion(
  ctx: Context,
  { id, version, restored }: { id: number; version: string; restored: string },
  caller: Caller,
): Promise<OpenedEntry> {
  return runEntryChange(ctx, id, caller, async (tx, entry, actor) => {
    checkCanWrite(actor, entry);
    const current = await getCurrentContent(tx, entry);
    checkContentVersion(current, version, 'replace');
    const content = await findVersion(tx, id, restored);
    if (!content) throw new ApiError('not_found', 'This version of the entry is not kept.');
    if (isSameContent(content, current.content)) return;
    if (current.draft) await recordDraftOutcome(tx, current.draft, 'REPLACED', actor.userId);
    await storeDraft(tx, { entryId: id, content, baseRevisionId: current.revisionId, savedBy: actor.userId });
  });
}
