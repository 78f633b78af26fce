import { and, desc, eq, gt, lte, or, sql } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { ScheduleKind } from '../../../contract/studio/schedule-operations.ts';
import type { ActKind, OpenedEntry } from '../../../contract/studio/shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { categories, entries, entryStates, revisions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { recordAct } from '../acts.ts';
import { checkStateVersion, type EntryRow, getCurrentContent, getRevisionContent } from '../drafts/find.ts';
import { runEntryChange } from '../drafts/open.ts';
import { storeDraft } from '../drafts/store.ts';
import { announceDueSchedules } from './announce-schedules.ts';
import { changeEntry } from './change-entry.ts';
import { refuseBrokenRevision } from './check.ts';
import { addToSpellingDictionary, indexRevision } from './index-text.ts';
import { isEnabled, shownRevisionId } from './visibility.ts';

/** Throws `bad_request` at the field `at`. */
export function refuseTime(message: string): never {
  throw new ApiError('bad_request', message, [{ path: 'at', message }]);
}

const noLongerScheduled: Record<ScheduleKind, string> = {
  PUBLICATION: 'This is no longer scheduled for publication. Reload the page to see its state.',
  NEXT_TEXT: 'The next text is no longer scheduled. Reload the page to see its state.',
  WITHDRAWAL: 'The withdrawal is no longer scheduled. Reload the page to see its state.',
};

/** Returns the time of what is scheduled; null if nothing of this kind is, or its time has passed. */
function findScheduledTime(entry: EntryRow, kind: ScheduleKind): Date | null {
  const time = { PUBLICATION: entry.publishedAt, NEXT_TEXT: entry.nextAt, WITHDRAWAL: entry.withdrawnAt }[kind];
  return time !== null && time > new Date() ? time : null;
}

/** Throws `conflict` for an entry that was never published, which cannot be withdrawn. */
export function checkHasPublication({ publishedAt }: EntryRow): void {
  if (publishedAt === null)
    throw new ApiError('conflict', 'This entry has never been published, so it cannot be withdrawn.');
}

/** Throws `conflict` for a setting. Without its text, visitors would see what the product was delivered with. */
export function checkIsNoSetting({ type }: EntryRow): void {
  if (type === 'SETTING')
    throw new ApiError('conflict', 'A setting cannot be withdrawn: every page needs it. Publish other values instead.');
}

/** Throws unless a withdrawal can be scheduled for the entry. */
function checkCanBeWithdrawn(entry: EntryRow): void {
  checkHasPublication(entry);
  const { withdrawnAt } = entry;
  if (withdrawnAt !== null && withdrawnAt <= new Date())
    throw new ApiError('conflict', 'This entry is already withdrawn.');
}

/** Throws `bad_request` unless the times of an entry are in order: published, next text, withdrawn. */
function checkOrderOfTimes({
  publishedAt,
  nextAt,
  withdrawnAt,
}: Pick<EntryRow, 'publishedAt' | 'nextAt' | 'withdrawnAt'>): void {
  const isAfterWithdrawal = (time: Date | null) => time !== null && withdrawnAt !== null && time >= withdrawnAt;
  if (isAfterWithdrawal(publishedAt)) refuseTime('The entry would be withdrawn before it is published.');
  if (isAfterWithdrawal(nextAt)) refuseTime('The entry would be withdrawn before its next text is published.');
  if (publishedAt !== null && nextAt !== null && nextAt <= publishedAt)
    refuseTime('The next text would be published before the first one.');
}

/** Returns the state in which an entry was last published or withdrawn; null if it was never published. */
async function findLastPublication({ db }: Context, id: number) {
  const end = sql`least(${entryStates.until}, now())`;
  const [state] = await db
    .select({
      publishedAt: entryStates.publishedAt,
      withdrawnAt: entryStates.withdrawnAt,
      liveRevisionId: sql`case when ${entryStates.nextAt} <= ${end} then ${entryStates.nextRevisionId}
        else ${entryStates.liveRevisionId} end`.mapWith(entryStates.liveRevisionId),
    })
    .from(entryStates)
    .where(and(eq(entryStates.entryId, id), sql`${entryStates.publishedAt} <= ${end}`))
    .orderBy(desc(entryStates.since))
    .limit(1);
  return state ?? null;
}

/**
 * Returns the columns of an entry after a scheduled publication was cancelled. An entry that visitors have seen before
 * is withdrawn again, so that its address answers 410 and it cannot be deleted.
 */
async function cancelPublication(ctx: Context, id: number): Promise<Partial<EntryRow>> {
  const now = new Date();
  const before = await findLastPublication(ctx, id);
  const isWithdrawn = before?.withdrawnAt && before.withdrawnAt <= now;
  return {
    publishedAt: before?.publishedAt ?? null,
    withdrawnAt: before && (isWithdrawn ? before.withdrawnAt : now),
    liveRevisionId: before?.liveRevisionId ?? null,
    nextAt: null,
    nextRevisionId: null,
  };
}

/** Returns the columns of an entry after what is scheduled was moved to `at`, or cancelled where `at` is null. */
async function findChange(ctx: Context, id: number, kind: ScheduleKind, at: Date | null): Promise<Partial<EntryRow>> {
  if (kind === 'WITHDRAWAL') return { withdrawnAt: at };
  if (kind === 'NEXT_TEXT') return at ? { nextAt: at } : { nextAt: null, nextRevisionId: null };
  return at ? { publishedAt: at } : cancelPublication(ctx, id);
}

/** Makes the text that is no longer scheduled the draft, unless a draft was begun since, or it is the text before. */
async function keepCancelledText(
  ctx: Context,
  entry: EntryRow,
  baseRevisionId: number | null,
  savedBy: number,
): Promise<void> {
  const { draft, revisionId } = await getCurrentContent(ctx, entry);
  if (draft || revisionId === null || revisionId === baseRevisionId) return;
  const content = await getRevisionContent(ctx, revisionId);
  if (content) await storeDraft(ctx, { entryId: entry.id, content, baseRevisionId, savedBy });
}

/** Cancels what is scheduled: `change` holds the columns of the entry without it. */
async function cancelSchedule(ctx: Context, entry: EntryRow, change: Partial<EntryRow>, userId: number): Promise<void> {
  const { liveRevisionId } = { ...entry, ...change };
  if (change.nextRevisionId === null) await keepCancelledText(ctx, entry, liveRevisionId, userId);
  await changeEntry(ctx, entry.id, change);
  // The scheduled text had replaced the former one in the search index.
  if (liveRevisionId !== null && liveRevisionId !== entry.liveRevisionId) await indexRevision(ctx, liveRevisionId);
}

/**
 * Moves what is scheduled to another time, cancels it where `at` is null, or schedules a withdrawal. A cancelled text
 * becomes the draft. `conflict` if the entry changed since `version`, or the time has passed meanwhile; `bad_request`
 * for a time in the past or out of order; `unprocessable` with all problems that a text would have at its new time.
 */
export async function changeSchedule(
  ctx: Context,
  { id, version, kind, at }: { id: number; version: string; kind: ScheduleKind; at: string | null },
  caller: Caller,
): Promise<OpenedEntry> {
  const time = at === null ? null : new Date(at);
  if (time && time <= new Date()) refuseTime('This time is in the past.');
  return runEntryChange(ctx, id, caller, async (tx, entry, { userId }) => {
    checkStateVersion(entry, version);
    if (kind === 'WITHDRAWAL') checkCanBeWithdrawn(entry);
    if (kind === 'WITHDRAWAL' && time) checkIsNoSetting(entry);
    const scheduled = findScheduledTime(entry, kind);
    if (!scheduled && (kind !== 'WITHDRAWAL' || !time)) throw new ApiError('conflict', noLongerScheduled[kind]);
    const change = await findChange(tx, id, kind, time);
    checkOrderOfTimes({ ...entry, ...change });
    // At an earlier time, the targets of the text's links may not be published yet.
    if (time && kind !== 'WITHDRAWAL')
      await refuseBrokenRevision(tx, entry, kind === 'NEXT_TEXT' ? entry.nextRevisionId : entry.liveRevisionId, time);
    if (time) await changeEntry(tx, id, change);
    else await cancelSchedule(tx, entry, change, userId);
    const act: ActKind = !time ? 'CANCEL_SCHEDULE' : scheduled ? 'MOVE_SCHEDULE' : 'SCHEDULE_WITHDRAWAL';
    await recordAct(tx, act, entry, null, userId);
  });
}

/** The earliest time of schedules that are finished here. Maintenance must not pause for longer. */
const searchedSince = sql`now() - interval '7 days'`;

/**
 * Finishes schedules whose time has passed: adds the words of texts that visitors see now to the spelling dictionary,
 * and makes passed revisions the live ones. Visitors see nothing change. Returns how many entries changed.
 */
export async function promoteDueRevisions({ db }: Context): Promise<number> {
  const recent = or(
    and(gt(entries.publishedAt, searchedSince), lte(entries.publishedAt, sql`now()`)),
    and(gt(entries.nextAt, searchedSince), lte(entries.nextAt, sql`now()`)),
  );
  const shown = await db
    .select({ title: revisions.title, summary: revisions.summary, plain: revisions.plain })
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, shownRevisionId))
    .where(and(isEnabled, recent));
  for (const { title, summary, plain } of shown) await addToSpellingDictionary({ db }, `${title} ${summary} ${plain}`);
  return db.transaction(async (tx) => {
    // Afterwards nothing tells that these texts had been scheduled.
    await announceDueSchedules({ db: tx });
    const settled = await tx
      .update(entries)
      .set({ liveRevisionId: entries.nextRevisionId, nextRevisionId: null, nextAt: null })
      .where(lte(entries.nextAt, sql`now()`));
    return settled.rowCount ?? 0;
  });
}

async function findCategory({ db }: Context, type: EntryType, slug: string) {
  const [category] = await db
    .select()
    .from(categories)
    .where(and(eq(categories.type, type), eq(categories.slug, slug)));
  if (category) return category;
  const message = `${slug} is not a category of this type.`;
  throw new ApiError('unprocessable', message, [{ path: 'category', message }]);
}

/**
 * Gives an entry another category at once, for visitors and in its draft. The category belongs to the entry and not to
 * its text, so no text is published. `unprocessable` for a category of another type.
 */
export async function categoriseEntry(
  ctx: Context,
  { id, category }: { id: number; category: string },
  caller: Caller,
): Promise<OpenedEntry> {
  return runEntryChange(ctx, id, caller, async (tx, entry, { userId }) => {
    const { id: categoryId } = await findCategory(tx, entry.type, category);
    const { draft } = await getCurrentContent(tx, entry);
    await changeEntry(tx, id, { categoryId });
    const before = draft && { content: draft.content, baseRevisionId: draft.baseRevisionId };
    if (before)
      await storeDraft(tx, { entryId: id, ...before, content: { ...before.content, category }, savedBy: userId });
    await recordAct(tx, 'CATEGORISE', entry, before, userId);
  });
}
