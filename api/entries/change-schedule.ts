import type { ScheduleKind } from '../../contract/studio/schedule-operations.ts';
import type { ActKind, OpenedEntry } from '../../contract/studio/shapes.ts';
import { recordAct } from '../acts/record.ts';
import type { Caller, Context } from '../context.ts';
import { getRevisionContent } from '../drafts/content-of.ts';
import { checkStateVersion, type EntryRow, getCurrentContent, lockEntry } from '../drafts/find.ts';
import { openEntry } from '../drafts/open.ts';
import { storeDraft } from '../drafts/store.ts';
import { ApiError } from '../errors.ts';
import { requireActor } from '../sessions/require-actor.ts';
import { changeEntry } from './change-entry.ts';
import { refuseBrokenRevision } from './check.ts';

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

/** Throws unless a withdrawal can be scheduled for the entry. */
function checkCanBeWithdrawn({ publishedAt, withdrawnAt }: EntryRow): void {
  if (publishedAt === null)
    throw new ApiError('conflict', 'This entry has never been published, so it cannot be withdrawn.');
  if (withdrawnAt !== null && withdrawnAt <= new Date())
    throw new ApiError('conflict', 'This entry is already withdrawn.');
}

/** Throws `bad_request` unless the times of an entry are in order: published, next text, withdrawn. */
export function checkOrderOfTimes({
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

/** Returns the columns of an entry after what is scheduled was moved to `at`, or cancelled where `at` is null. */
function toChangedTimes(kind: ScheduleKind, at: Date | null): Partial<EntryRow> {
  if (kind === 'WITHDRAWAL') return { withdrawnAt: at };
  if (kind === 'NEXT_TEXT') return at ? { nextAt: at } : { nextAt: null, nextRevisionId: null };
  return at
    ? { publishedAt: at }
    : { publishedAt: null, withdrawnAt: null, liveRevisionId: null, nextAt: null, nextRevisionId: null };
}

/** Makes the text that is no longer scheduled the draft, unless a draft was begun since. */
async function keepCancelledText(ctx: Context, entry: EntryRow, kind: ScheduleKind, savedBy: number): Promise<void> {
  if (kind === 'WITHDRAWAL') return;
  const { draft, revisionId } = await getCurrentContent(ctx, entry);
  const content = revisionId === null ? null : await getRevisionContent(ctx, revisionId);
  if (draft || !content) return;
  const baseRevisionId = kind === 'NEXT_TEXT' ? entry.liveRevisionId : null;
  await storeDraft(ctx, { entryId: entry.id, content, baseRevisionId, savedBy });
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
  const { userId } = requireActor(caller);
  const time = at === null ? null : new Date(at);
  if (time && time <= new Date()) refuseTime('This time is in the past.');
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    const entry = await lockEntry(tx, id);
    checkStateVersion(entry, version);
    if (kind === 'WITHDRAWAL') checkCanBeWithdrawn(entry);
    const scheduled = findScheduledTime(entry, kind);
    if (!scheduled && (kind !== 'WITHDRAWAL' || !time)) throw new ApiError('conflict', noLongerScheduled[kind]);
    const change = toChangedTimes(kind, time);
    checkOrderOfTimes({ ...entry, ...change });
    // At an earlier time, the targets of the text's links may not be published yet.
    if (time && kind !== 'WITHDRAWAL')
      await refuseBrokenRevision(tx, entry, kind === 'NEXT_TEXT' ? entry.nextRevisionId : entry.liveRevisionId, time);
    if (!time) await keepCancelledText(tx, entry, kind, userId);
    await changeEntry(tx, id, change);
    const act: ActKind = !time ? 'CANCEL_SCHEDULE' : scheduled ? 'MOVE_SCHEDULE' : 'SCHEDULE_WITHDRAWAL';
    await recordAct(tx, act, entry, null, userId);
  });
  return openEntry(ctx, { id }, caller);
}
