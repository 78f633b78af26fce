import { and, eq } from 'drizzle-orm';
import type { OpenedEntry } from '../../contract/studio/shapes.ts';
import type { Caller, Context } from '../context.ts';
import { drafts } from '../db/studio-tables.ts';
import { revisions } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import { requireActor } from '../sessions/require-actor.ts';
import { getRevisionContent } from './content-of.ts';
import { getCurrentContent, lockEntry } from './find.ts';
import { openEntry } from './open.ts';
import { checkCanWrite } from './save.ts';
import { storeDraft } from './store.ts';

interface Seen {
  id: number;
  version: string;
}

/** Removes the draft of a published entry; its saves are kept. `conflict` if the draft is not the version that was seen. */
export async function discardDraft(ctx: Context, { id, version }: Seen, caller: Caller): Promise<OpenedEntry> {
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    const entry = await lockEntry(tx, id);
    checkCanWrite(requireActor(caller), entry);
    if ((await getCurrentContent(tx, entry)).version !== version)
      throw new ApiError(
        'conflict',
        'Somebody has saved another version in the meantime. Read it before you discard it.',
      );
    if (entry.liveRevisionId === null)
      throw new ApiError('conflict', 'This entry has never been published: its draft is all there is.');
    await db.delete(drafts).where(eq(drafts.entryId, id));
  });
  return openEntry(ctx, { id }, caller);
}

/** Makes the text of a published revision the draft. Nothing is published. */
export async function restoreRevision(
  ctx: Context,
  { id, version, number }: Seen & { number: number },
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
        'Somebody has saved another version in the meantime. Read it before you replace it.',
      );
    const [revision] = await db
      .select({ id: revisions.id })
      .from(revisions)
      .where(and(eq(revisions.entryId, id), eq(revisions.number, number)));
    const content = revision && (await getRevisionContent(tx, revision.id));
    if (!content) throw new ApiError('not_found', `There is no revision ${number} of this entry.`);
    await storeDraft(tx, { entryId: id, content, baseRevisionId: current.revisionId, savedBy: actor.userId });
  });
  return openEntry(ctx, { id }, caller);
}
