import { eq, getTableColumns, sql } from 'drizzle-orm';
import { contentSchemaVersion } from '../../../contract/studio/content-versions.ts';
import { isSame } from '../../../contract/studio/match-items.ts';
import type { Context } from '../../context.ts';
import {
  bulkActEntries,
  bulkActs,
  importedEntries,
  type PublicEntryState,
  type StateBefore,
  sharedValues,
} from '../../db/index.ts';
import { recordAct } from '../acts.ts';
import type { EntryRow } from '../drafts/find.ts';
import type { PublicEntryStateWithSlug } from './entry-state.ts';
import type { PlannedEntry } from './plan-entries.ts';

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
