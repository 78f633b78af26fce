import { eq, sql } from 'drizzle-orm';
import { upgradeText } from '../../contract/studio/content-versions.ts';
import { isSameContent } from '../../contract/studio/merge-contents.ts';
import type { OpenedEntry } from '../../contract/studio/shapes.ts';
import type { Caller, Context } from '../context.ts';
import { acts, categories, drafts } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { recordEntry } from './acts.ts';
import { type EntryRow, findDraft, getCurrentContent, getRevisionContent, lockEntry } from './drafts/find.ts';
import { runEntryChange } from './drafts/open.ts';
import { storeDraft } from './drafts/store.ts';
import { changeEntry } from './entries/change-entry.ts';
import { indexRevision } from './entries/index-text.ts';
import { renameLockedEntry } from './entries/rename.ts';

type ActRow = typeof acts.$inferSelect;

/**
 * Restores the draft that an entry had before an act. A draft that somebody has written since stays. The former
 * category of such a draft is restored if it still has the category that the act gave to `entry`.
 */
async function restoreFormerDraft(
  ctx: Context,
  entry: EntryRow,
  { kind, before: { draft } }: ActRow,
  savedBy: number,
): Promise<void> {
  if (!draft) return;
  const { baseRevisionId: formerBase, schemaVersion = 0, content: former } = draft;
  const { id: entryId, categoryId } = entry;
  const before = upgradeText(entry, schemaVersion, former);
  const later = await findDraft(ctx, entry);
  const isImported = kind === 'IMPORT' && later?.savedBy === null;
  if (!later || isImported) {
    await storeDraft(ctx, { entryId, content: before, baseRevisionId: formerBase, savedBy });
    return;
  }
  const { content, baseRevisionId } = later;
  const [ofEntry] = categoryId
    ? await ctx.db.select({ slug: categories.slug }).from(categories).where(eq(categories.id, categoryId))
    : [];
  const { category } = before;
  if (ofEntry?.slug !== content.category || content.category === category) return;
  await storeDraft(ctx, { entryId, content: { ...content, category }, baseRevisionId, savedBy });
}

/** Removes the draft that a cancelled schedule left, unless somebody has changed it, because it is scheduled again. */
async function removeDraftOfSchedule(ctx: Context, id: number): Promise<void> {
  const { draft, revisionId } = await getCurrentContent(ctx, await lockEntry(ctx, id));
  const scheduled = revisionId === null ? null : await getRevisionContent(ctx, revisionId);
  if (draft && scheduled && isSameContent(draft.content, scheduled))
    await ctx.db.delete(drafts).where(eq(drafts.entryId, id));
}

/** Returns the category into which a category was merged since; itself if it was not. `conflict` if it was removed. */
async function findPresentCategory({ db }: Context, id: number | null): Promise<number | null> {
  if (id === null) return null;
  const [category] = await db.select().from(categories).where(eq(categories.id, id)).for('key share');
  if (!category) throw new ApiError('conflict', 'The former category was removed, so this can no longer be undone.');
  return category.mergedIntoId ?? id;
}

/** Restores what visitors saw of an entry before an act, and its draft. */
async function restoreState(ctx: Context, entry: EntryRow, act: ActRow, userId: number): Promise<void> {
  const { draft: _, publishedAt, withdrawnAt, nextAt, slug: __, ...rest } = act.before;
  const toDate = (text: string | null) => (text === null ? null : new Date(text));
  const times = { publishedAt: toDate(publishedAt), withdrawnAt: toDate(withdrawnAt), nextAt: toDate(nextAt) };
  await changeEntry(ctx, entry.id, { ...rest, ...times, categoryId: await findPresentCategory(ctx, rest.categoryId) });
  for (const revisionId of [rest.liveRevisionId, rest.nextRevisionId])
    if (revisionId !== null) await indexRevision(ctx, revisionId);
  await restoreFormerDraft(ctx, entry, act, userId);
}

/**
 * Restores the state that an entry had before an act. A draft that was written since stays; otherwise the published
 * draft becomes the draft again. After an undone rename the undone address is a redirect, because visitors may have
 * shared it. `conflict` if a later change was made to the entry, or the act was undone already.
 */
export async function undoAct(ctx: Context, { id }: { id: number }, caller: Caller): Promise<OpenedEntry> {
  const [found] = await ctx.db.select({ entryId: acts.entryId }).from(acts).where(eq(acts.id, id));
  if (!found) throw new ApiError('not_found', 'There is nothing to undo here.');
  return runEntryChange(ctx, found.entryId, caller, async (tx, entry, { userId }) => {
    const [act] = await tx.db.select().from(acts).where(eq(acts.id, id));
    if (!act || act.undoneAt || act.version !== entry.version)
      throw new ApiError('conflict', 'The entry has been changed since, so this can no longer be undone.');
    if (act.kind !== 'RENAME') await restoreState(tx, entry, act, userId);
    // An import may have renamed the entry too.
    await renameLockedEntry(tx, entry, act.before.slug ?? entry.slug, userId);
    if (act.kind === 'CANCEL_SCHEDULE') await removeDraftOfSchedule(tx, entry.id);
    await tx.db.update(acts).set({ undoneAt: sql`now()` }).where(eq(acts.id, id));
    await recordEntry(tx, 'entry.UNDO', entry.id, userId);
  });
}
