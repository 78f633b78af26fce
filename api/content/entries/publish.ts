import { sql } from 'drizzle-orm';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { recordAct } from '../acts.ts';
import { checkContentVersion, checkStateVersion, type EntryRow, findEntry, getCurrentContent } from '../drafts/find.ts';
import { runEntryChange } from '../drafts/open.ts';
import { removeDraft } from '../drafts/remove.ts';
import { changeEntry } from './change-entry.ts';
import { checkHasPublication, checkIsNoSetting, refuseTime } from './change-schedule.ts';
import { findProblems, refuseBrokenRevision, refuseProblems } from './check.ts';
import { addPublished, findKnownReferences } from './known-references.ts';
import { type RenderedContent, renderContent } from './render-content.ts';
import { showContent } from './show-content.ts';

/** A version of an entry that a user saw before acting on it. */
export interface SeenVersion {
  id: number;
  version: string;
}

/** Renders the current version of an entry. `conflict` if it is not the version that the user saw. */
async function renderVersion(ctx: Context, { id, version }: SeenVersion): Promise<RenderedContent> {
  const entry = await findEntry(ctx, id);
  const current = await getCurrentContent(ctx, entry);
  checkContentVersion(current, version, 'publish');
  return renderContent(ctx, entry, entry.type, current.content);
}

/** Throws `bad_request` if an entry is withdrawn by the time at which a text would appear. */
function checkIsBeforeWithdrawal({ withdrawnAt }: EntryRow, at: Date): void {
  if (withdrawnAt !== null && withdrawnAt > new Date() && at >= withdrawnAt)
    refuseTime('The entry will be withdrawn by then. Move or cancel its withdrawal first.');
}

/** Throws `conflict` for an entry whose publication is still scheduled. */
function checkIsNotScheduled({ publishedAt }: EntryRow): void {
  if (publishedAt !== null && publishedAt > new Date()) {
    const message = 'Visitors do not see this entry yet, so it cannot be withdrawn. Cancel its publication instead.';
    throw new ApiError('conflict', message);
  }
}

async function publish(
  ctx: Context,
  seen: SeenVersion,
  at: Date | null,
  caller: Caller,
  together: readonly string[] = [],
): Promise<OpenedEntry> {
  const { id, version } = seen;
  // Before the transaction, so that a slow text holds no connection and no lock. The content of a version is fixed.
  const rendered = await renderVersion(ctx, seen);
  return runEntryChange(ctx, id, caller, async (tx, entry, { userId }) => {
    const current = await getCurrentContent(tx, entry);
    checkContentVersion(current, version, 'publish');
    if (at) checkIsBeforeWithdrawal(entry, at);
    const known = addPublished(await findKnownReferences(tx), together);
    refuseProblems(await findProblems(tx, entry, current.content, rendered, { time: at ?? 'now', known }));
    await showContent(tx, entry, current.content, rendered, { at, publishedBy: userId });
    const { draft } = current;
    if (draft) await removeDraft(tx, draft, 'PUBLISHED', userId);
    const before = draft && { content: draft.content, baseRevisionId: draft.baseRevisionId };
    await recordAct(tx, at === null ? 'PUBLISH' : 'SCHEDULE', entry, before, userId);
  });
}

/**
 * Publishes the current version of an entry now. `unprocessable` with all problems; `conflict` for an older version.
 * `together` names the entries (`TYPE/slug`) that the caller's transaction publishes too.
 */
export function publishEntry(
  ctx: Context,
  seen: SeenVersion,
  caller: Caller,
  together?: readonly string[],
): Promise<OpenedEntry> {
  return publish(ctx, seen, null, caller, together);
}

/** Publishes the current version of an entry at a time in the future. Errors as `publishEntry`. */
export async function scheduleEntry(
  ctx: Context,
  { at, ...seen }: SeenVersion & { at: string },
  caller: Caller,
): Promise<OpenedEntry> {
  const time = new Date(at);
  if (time <= new Date()) refuseTime('This time is in the past.');
  return publish(ctx, seen, time, caller);
}

/**
 * Withdraws an entry, whose address then answers 410, or shows a withdrawn entry again. `conflict` if the entry is not
 * as the user saw it, or if its publication is still scheduled; `unprocessable` with all problems of a text that would
 * be shown again.
 */
export async function withdrawEntry(
  ctx: Context,
  { id, version, isWithdrawn }: SeenVersion & { isWithdrawn: boolean },
  caller: Caller,
): Promise<OpenedEntry> {
  return runEntryChange(ctx, id, caller, async (tx, entry, { userId }) => {
    checkStateVersion(entry, version);
    checkHasPublication(entry);
    if (isWithdrawn) checkIsNoSetting(entry);
    if (isWithdrawn) checkIsNotScheduled(entry);
    // The targets of the text may have changed while it was withdrawn.
    else await refuseBrokenRevision(tx, entry, entry.liveRevisionId, 'now');
    await changeEntry(tx, id, { withdrawnAt: isWithdrawn ? sql`now()` : null });
    await recordAct(tx, isWithdrawn ? 'WITHDRAW' : 'SHOW', entry, null, userId);
  });
}
