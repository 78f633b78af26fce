import { and, eq, inArray } from 'drizzle-orm';
import { isSame } from '../../../contract/studio/match-items.ts';
import type { Context } from '../../context.ts';
import { formerSlugs } from '../../db/index.ts';
import type { EntryRow } from '../drafts/find.ts';
import { changeEntry } from '../entries/change-entry.ts';
import { insertEntry } from '../entries/insert-entry.ts';
import { replaceText, scheduleText } from '../entries/show-content.ts';
import type { RenderedPlan } from './check-plan.ts';
import { parseTimes } from './entry-state.ts';
import type { PlannedEntry } from './plan-entries.ts';

/**
 * Gives an entry the text, the next text and the times of a plan, with the operations that the Studio uses. Returns the
 * row of the entry.
 */
async function applyState(ctx: Context, { planned, after, text, next }: RenderedPlan, now: Date): Promise<EntryRow> {
  const { row, before, files } = planned;
  const times = parseTimes(after);
  let entry = row ?? (await insertEntry(ctx, { type: files.type, slug: after.slug, createdBy: null, ...times }));
  const hasNewTimes = before?.publishedAt !== after.publishedAt || before.withdrawnAt !== after.withdrawnAt;
  if (row && hasNewTimes) entry = await changeEntry(ctx, row.id, times);
  if (!isSame(before?.content, after.content)) {
    const isShown = times.publishedAt !== null && times.publishedAt <= now;
    entry = await replaceText(ctx, entry, after.content, text, { publishedBy: null, isShown });
  }
  if (isSame(before?.next, after.next)) return entry;
  if (after.next && next)
    return scheduleText(ctx, entry, after.next.content, next, { at: new Date(after.next.at), publishedBy: null });
  return changeEntry(ctx, entry.id, { nextRevisionId: null, nextAt: null });
}

/**
 * Removes the former slugs that plans leave out. Call for all entries before any slug is added, because a slug may move
 * from one entry to another.
 */
async function removeFormerSlugs(ctx: Context, plans: readonly RenderedPlan[]): Promise<void> {
  for (const { planned, after } of plans) {
    const { row, before, files } = planned;
    const gone = before?.formerSlugs.filter((slug) => !after.formerSlugs.includes(slug)) ?? [];
    if (!row || gone.length === 0) continue;
    const ofEntry = and(eq(formerSlugs.entryId, row.id), eq(formerSlugs.type, files.type));
    await ctx.db.delete(formerSlugs).where(and(ofEntry, inArray(formerSlugs.slug, gone)));
  }
}

async function addFormerSlugs(ctx: Context, { planned, after }: RenderedPlan, entryId: number): Promise<void> {
  const { before, files } = planned;
  const added = after.formerSlugs.filter((slug) => !before?.formerSlugs.includes(slug));
  if (added.length === 0) return;
  await ctx.db.insert(formerSlugs).values(added.map((slug) => ({ type: files.type, slug, entryId })));
}

/** An entry that an import has changed as planned, with its row after the change. */
export interface AppliedEntry {
  planned: PlannedEntry;
  entry: EntryRow;
  /** Whether visitors see, or will see, something other than before. */
  isChanged: boolean;
}

/** Changes the entries as planned, with the operations that the Studio uses. */
export async function applyPlans(ctx: Context, plans: readonly RenderedPlan[], now: Date): Promise<AppliedEntry[]> {
  await removeFormerSlugs(ctx, plans);
  const applied: AppliedEntry[] = [];
  for (const plan of plans) {
    const entry = await applyState(ctx, plan, now);
    await addFormerSlugs(ctx, plan, entry.id);
    const isRenamed = plan.planned.stored?.slug !== plan.after.slug;
    applied.push({ planned: plan.planned, entry, isChanged: !isSame(plan.planned.before, plan.after) || isRenamed });
  }
  return applied;
}
