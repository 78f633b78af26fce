import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { contentSchemaVersion } from '../../../contract/studio/content-versions.ts';
import { isSame } from '../../../contract/studio/match-items.ts';
import type { Context } from '../../context.ts';
import {
  bulkActEntries,
  bulkActs,
  formerSlugs,
  importedEntries,
  type PublicEntryState,
  type StateBefore,
  sharedValues,
} from '../../db/index.ts';
import { recordAct } from '../acts.ts';
import type { EntryRow } from '../drafts/find.ts';
import { changeEntry } from '../entries/change-entry.ts';
import { replaceText, scheduleText } from '../entries/show-content.ts';
import { insertEntry } from '../entries/store-revision.ts';
import type { RenderedPlan } from './check-plan.ts';
import { type PublicEntryStateWithSlug, parseTimes } from './entry-state.ts';
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

async function omitEmptyFormerSlugs(ctx: Context, { planned, after }: RenderedPlan, entryId: number): Promise<void> {
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
    await omitEmptyFormerSlugs(ctx, plan, entry.id);
    const isRenamed = plan.planned.stored?.slug !== plan.after.slug;
    applied.push({ planned: plan.planned, entry, isChanged: !isSame(plan.planned.before, plan.after) || isRenamed });
  }
  return applied;
}

/** The key of the stored value that a first import sets. */
export const contentImportedKey = 'content_filled_at';

/** Returns whether content was ever imported into this database, even if all of it was removed. */
export async function isContentImported({ db }: Context): Promise<boolean> {
  return (await db.$count(sharedValues, eq(sharedValues.name, contentImportedKey))) > 0;
}

/** Records that content was imported. Call in the import's transaction. */
export async function markContentImported({ db }: Context): Promise<void> {
  await db
    .insert(sharedValues)
    .values({ name: contentImportedKey, value: new Date().toISOString() })
    .onConflictDoNothing();
}

/** An entry after an import. */
export interface ImportedResult {
  planned: PlannedEntry;
  entry: EntryRow;
  /** The draft that undoing the import restores; null without one. */
  draftBefore: StateBefore['draft'];
  /** Whether visitors see, or will see, something other than before. */
  isChanged: boolean;
}

/** Returns a state without its slug, for which a row has a column. */
function omitSlug({ slug: _, ...state }: PublicEntryStateWithSlug): PublicEntryState {
  return state;
}

/** Returns the row that records the files for the next import; null if the same row is stored already. */
function toImportedRow({ planned, entry }: ImportedResult, importedAt: Date) {
  const { files, imported, given, after } = planned;
  // Pruning must not remove an entry with changes of the Studio, which are not in the files.
  const isWhole = isSame(given, after);
  const draft = files.draft?.content ?? null;
  const isStored =
    imported !== null &&
    imported.version === entry.version &&
    imported.isWhole === isWhole &&
    imported.slug === files.slug &&
    isSame(imported.draft, draft) &&
    isSame(imported.state, given);
  if (isStored) return null;
  return {
    entryId: entry.id,
    slug: files.slug,
    source: given && omitSlug(given),
    draft,
    schemaVersion: contentSchemaVersion,
    version: entry.version,
    isWhole,
    importedAt,
  };
}

/** The most rows in one statement. */
const batch = 100;

/** Records the files of entries, so that the next import finds what has changed since. */
export async function storeImported({ db }: Context, results: readonly ImportedResult[], at: Date): Promise<void> {
  const rows = results.map((result) => toImportedRow(result, at)).filter((row) => row !== null);
  for (let start = 0; start < rows.length; start += batch)
    await db
      .insert(importedEntries)
      .values(rows.slice(start, start + batch))
      .onConflictDoUpdate({
        target: importedEntries.entryId,
        set: Object.fromEntries(
          Object.entries(getTableColumns(importedEntries)).map(([name, column]) => [
            name,
            sql`excluded.${sql.identifier(column.name)}`,
          ]),
        ),
      });
}

/** Records the changes of an import as one act on several entries, which the Studio can undo. */
export async function recordImport(ctx: Context, results: readonly ImportedResult[]): Promise<void> {
  const changed = results.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return;
  const [act] = await ctx.db.insert(bulkActs).values({ kind: 'IMPORT', doneBy: null }).returning({ id: bulkActs.id });
  if (!act) throw new Error('The act was not stored');
  for (const { planned, entry, draftBefore } of changed) {
    const before = planned.stored ?? { ...entry, publishedAt: null, withdrawnAt: null, liveRevisionId: null };
    const actId = await recordAct(ctx, 'IMPORT', before, draftBefore, null);
    await ctx.db.insert(bulkActEntries).values({ bulkActId: act.id, entryId: entry.id, state: 'DONE', actId });
  }
}
