import { sql } from 'drizzle-orm';
import { type DraftContent, trimContent } from '../../../contract/studio/draft-content.ts';
import type { Context } from '../../context.ts';
import { entries } from '../../db/index.ts';
import { type EntryRow, findContentIds } from '../drafts/find.ts';
import { followMerges } from '../lists/follow-merges.ts';
import { changeEntry } from './change-entry.ts';
import type { RenderedContent } from './render-content.ts';
import { storeRevision } from './store-revision.ts';

/** Who publishes a text (null: an import), and whether visitors see it at once. */
interface Publication {
  publishedBy: number | null;
  isShown: boolean;
}

async function storeContent(
  ctx: Context,
  { id: entryId, type, slug }: EntryRow,
  currentId: number | null,
  given: DraftContent,
  rendered: RenderedContent,
  publication: Publication,
): Promise<{ revisionId: number; categoryId: number | null }> {
  const content = await followMerges(ctx, type, trimContent(type, given));
  const { authorId, categoryId } = await findContentIds(ctx, type, content);
  const { title, summary, body, keywords, interests, fields, revisedAt } = content;
  const revised = revisedAt === null ? null : new Date(revisedAt);
  const text = { title, summary, body, keywords, interests, fields, authorId, revisedAt: revised };
  return {
    revisionId: await storeRevision(ctx, { entryId, type, slug, ...publication }, currentId, text, rendered),
    categoryId,
  };
}

/**
 * Stores a content as the live revision of an entry. Returns the columns of the entry that it changes: category and
 * position change at once too, because they have no schedule.
 */
async function storeLiveContent(
  ctx: Context,
  entry: EntryRow,
  content: DraftContent,
  rendered: RenderedContent,
  publication: Publication,
): Promise<Pick<EntryRow, 'liveRevisionId' | 'categoryId' | 'position'>> {
  const stored = await storeContent(ctx, entry, entry.liveRevisionId, content, rendered, publication);
  return { liveRevisionId: stored.revisionId, categoryId: stored.categoryId, position: content.position };
}

/** Replaces the text of an entry, and keeps its times. Call under the conditions of `showContent`. */
export async function replaceText(
  ctx: Context,
  entry: EntryRow,
  content: DraftContent,
  rendered: RenderedContent,
  publication: Publication,
): Promise<EntryRow> {
  return changeEntry(ctx, entry.id, await storeLiveContent(ctx, entry, content, rendered, publication));
}

/** Schedules a text that replaces the present one of an entry at a time. Call under the conditions of `showContent`. */
export async function scheduleText(
  ctx: Context,
  entry: EntryRow,
  content: DraftContent,
  rendered: RenderedContent,
  { at, publishedBy }: { at: Date; publishedBy: number | null },
): Promise<EntryRow> {
  const publication = { publishedBy, isShown: false };
  const current = entry.nextRevisionId ?? entry.liveRevisionId;
  const { revisionId } = await storeContent(ctx, entry, current, content, rendered, publication);
  return changeEntry(ctx, entry.id, { nextRevisionId: revisionId, nextAt: at });
}

/**
 * Stores a content as a revision that visitors see from `at` on, or from now on if `at` is null. A preview calls this
 * too, and rolls its transaction back. Call in a transaction that locks the entry, with fields that fit their schema.
 */
export async function showContent(
  ctx: Context,
  entry: EntryRow,
  content: DraftContent,
  rendered: RenderedContent,
  { at, publishedBy }: { at: Date | null; publishedBy: number | null },
): Promise<void> {
  const isWithdrawn = entry.withdrawnAt !== null && entry.withdrawnAt <= new Date();
  // A withdrawn entry appears again at that time; there is no shown text to replace.
  const isReplacedLater = at !== null && entry.publishedAt !== null && entry.publishedAt < new Date() && !isWithdrawn;
  if (isReplacedLater) {
    await scheduleText(ctx, entry, content, rendered, { at, publishedBy });
    return;
  }
  const publication = { publishedBy, isShown: at === null };
  await changeEntry(ctx, entry.id, {
    ...(await storeLiveContent(ctx, entry, content, rendered, publication)),
    nextRevisionId: null,
    nextAt: null,
    publishedAt: at ?? sql`least(${entries.publishedAt}, now())`,
    // A withdrawal that is still to come stays.
    withdrawnAt: isWithdrawn ? null : entry.withdrawnAt,
  });
}
