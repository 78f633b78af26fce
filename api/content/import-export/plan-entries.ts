import { asc } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { isSame } from '../../../contract/studio/match-items.ts';
import type { Context } from '../../context.ts';
import { entries } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { type EntryRow, lockEntry } from '../drafts/find.ts';
import { renameLockedEntry } from '../entries/rename.ts';
import {
  applyPassedSchedule,
  createStateFromFile,
  mergeStates,
  type PublicEntryStateWithSlug,
  type StateConflict,
} from './entry-state.ts';
import { type FileBase, readFileBases } from './exported-entries.ts';
import type { ContentProblem } from './problems.ts';
import type { ContentSources, DraftSource, EntrySource } from './read.ts';
import { type ImportedEntry, readImportedEntries, readStoredStates } from './stored-entries.ts';

/** The files of one entry: its text, its draft, or both. */
interface EntryFiles {
  type: EntryType;
  slug: string;
  /** The file that problems name. */
  file: string;
  text: EntrySource | null;
  draft: DraftSource | null;
}

/** Files of an entry with the entry that they belong to; null for a new one. */
interface MatchedFiles {
  files: EntryFiles;
  row: EntryRow | null;
  /** The files before somebody edited them; null for a new entry. */
  base: FileBase | null;
  /** The record of the last import; null if no import has stored the entry. */
  imported: ImportedEntry | null;
}

/** Groups the texts and drafts of a folder by their entries. */
function groupFiles({ entries, drafts }: Pick<ContentSources, 'entries' | 'drafts'>): EntryFiles[] {
  const groups = new Map<string, EntryFiles>();
  for (const text of entries) {
    const { type, slug, file } = text;
    groups.set(`${type}/${slug}`, { type, slug, file, text, draft: null });
  }
  for (const draft of drafts) {
    const { type, slug, file } = draft;
    const group = groups.get(`${type}/${slug}`);
    if (group) group.draft = draft;
    else groups.set(`${type}/${slug}`, { type, slug, file, text: null, draft });
  }
  return [...groups.values()];
}

/**
 * Returns the entry of each group of files, found in this order: the entry whose file had this name, even if the Studio
 * has renamed it since; the entry that has this slug; the entry whose file had one of the former slugs and is gone,
 * because the file was renamed.
 */
function matchEntries(
  groups: readonly EntryFiles[],
  rows: readonly EntryRow[],
  bases: ReadonlyMap<number, FileBase>,
  imported: ReadonlyMap<number, ImportedEntry>,
): MatchedFiles[] {
  const bySlug = new Map(rows.map((row) => [`${row.type}/${row.slug}`, row]));
  const byFile = new Map(
    rows.flatMap((row) => {
      const base = bases.get(row.id);
      return base ? [[`${row.type}/${base.slug}`, row] as const] : [];
    }),
  );
  const matched = new Map<EntryFiles, EntryRow>();
  const taken = new Set<number>();
  const match = (find: (files: EntryFiles) => EntryRow | undefined) => {
    for (const files of groups) {
      const row = matched.has(files) ? undefined : find(files);
      if (!row || taken.has(row.id)) continue;
      matched.set(files, row);
      taken.add(row.id);
    }
  };
  match(({ type, slug }) => byFile.get(`${type}/${slug}`));
  match(({ type, slug }) => bySlug.get(`${type}/${slug}`));
  match(({ type, text }) =>
    text?.head.formerSlugs
      .map((former) => byFile.get(`${type}/${former}`))
      .find((row) => row !== undefined && !taken.has(row.id)),
  );
  return groups.map((files) => {
    const row = matched.get(files) ?? null;
    const find = <T>(map: ReadonlyMap<number, T>) => (row && map.get(row.id)) ?? null;
    return { files, row, base: find(bases), imported: find(imported) };
  });
}

/** What an import does with an entry. */
export interface PlannedEntry extends MatchedFiles {
  /** The row before the import; `row` is the row after renames. */
  stored: EntryRow | null;
  /** The state before the import; null for a new entry, and for one that was only a draft. */
  before: PublicEntryStateWithSlug | null;
  /** The state that the files describe; null where there is only the file of a draft. */
  given: PublicEntryStateWithSlug | null;
  /** The state after the import; null for an entry that stays only a draft. */
  after: PublicEntryStateWithSlug | null;
}

/** The names of fields in front matter, where they differ from those of `DraftContent`. */
const fieldNames: Record<string, string> = { position: 'order', revisedAt: 'updated' };

/** Returns the beginning of a text, on one line. */
function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length > 60 ? `${line.slice(0, 60)}…` : line}”`;
}

function toProblem({ files }: MatchedFiles, conflict: StateConflict): ContentProblem {
  const { path, theirs, ours, reason, isOfNext } = conflict;
  const { text, file } = files;
  const source = isOfNext && text?.next ? text.next : text;
  const field = fieldNames[path] ?? path.replace(/^fields\./, '');
  const message = `${reason}: there it is ${quote(theirs)}; export the content, and change that copy`;
  if (!source || path === 'slug') return { file, line: 1, field, message };
  const start = path === 'body' ? source.body.indexOf(ours) : -1;
  const inBody = source.bodyLine + source.body.slice(0, Math.max(start, 0)).split('\n').length - 1;
  return { file: source.file, line: path === 'body' ? inBody : source.findLine(field.split('.')), field, message };
}

/** Renames an entry whose file was renamed. Returns why that is not possible, or null. */
async function renameByFile(ctx: Context, { files, row, base }: MatchedFiles): Promise<string | null> {
  // An entry that the Studio has renamed keeps that slug. If its file was renamed too, the merge reports a conflict.
  if (!row || !base || files.slug === base.slug || row.slug !== base.slug) return null;
  try {
    await renameLockedEntry(ctx, await lockEntry(ctx, row.id), files.slug, null);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

/**
 * Renames the entries whose files were renamed. A slug that is taken may become free by the rename of another entry, so
 * failed renames are tried again as long as others succeed.
 */
async function renameAllByFile(
  ctx: Context,
  matched: readonly MatchedFiles[],
  problems: ContentProblem[],
): Promise<void> {
  const failed: MatchedFiles[] = [];
  const failures: ContentProblem[] = [];
  for (const each of matched) {
    const message = await renameByFile(ctx, each);
    if (message === null) continue;
    failed.push(each);
    failures.push({ file: each.files.file, line: 1, field: 'slug', message });
  }
  if (failed.length === 0 || failed.length === matched.length) problems.push(...failures);
  else await renameAllByFile(ctx, failed, problems);
}

const madeInStudio =
  'is the address of an entry that was made in the Studio; export the content and change that copy, or choose another slug';

const takenBack = 'was taken back in the Studio since the last import; publish it there, or remove this file';

/** Returns the state of an entry after the import; `problems` gets the places that cannot be merged. */
function planState(
  matched: MatchedFiles,
  before: PublicEntryStateWithSlug | null,
  given: PublicEntryStateWithSlug | null,
  problems: ContentProblem[],
): PublicEntryStateWithSlug | null {
  const { files, row } = matched;
  if (!given || !row || isSame(given, before)) return given ?? before;
  const base = matched.base?.state ?? null;
  if (before && base) {
    const { state, conflicts } = mergeStates({ base, theirs: before, ours: given });
    problems.push(...conflicts.map((conflict) => toProblem(matched, conflict)));
    return state;
  }
  const refuse = (field: string, message: string) => problems.push({ file: files.file, line: 1, field, message });
  // The publication of the imported text was undone in the Studio.
  if (!before && base) {
    if (isSame(given, base)) return null;
    refuse('published', takenBack);
  } else if (before || !matched.base) refuse('slug', madeInStudio);
  return given;
}

/**
 * Plans what an import does with the entries of a folder. Renames the entries whose files were renamed, and changes
 * nothing else. Returns the plan and the rows of all stored entries. `problems` gets the places that cannot be merged.
 */
export async function planEntries(
  ctx: Context,
  folder: ContentSources,
  now: Date,
  problems: ContentProblem[],
): Promise<{ planned: PlannedEntry[]; rows: EntryRow[] }> {
  const select = () => ctx.db.select().from(entries).orderBy(asc(entries.id));
  // The lock stops saves of editors until the import ends. Renames in the Studio lock entries in the same order.
  const stored = await select().for('update');
  const imported = await readImportedEntries(ctx, stored, now);
  const bases = await readFileBases(ctx, stored, imported, folder.manifest, now);
  const matched = matchEntries(groupFiles(folder), stored, bases, imported);
  const ids = matched.flatMap(({ row }) => (row ? [row.id] : []));
  await renameAllByFile(ctx, matched, problems);
  const rows = await select();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const states = await readStoredStates(
    ctx,
    ids.flatMap((id) => byId.get(id) ?? []),
    now,
  );
  const planned = matched.map((each): PlannedEntry => {
    const row = each.row && (byId.get(each.row.id) ?? null);
    const before = row && (states.get(row.id) ?? null);
    const given = each.files.text && applyPassedSchedule(createStateFromFile(each.files.text), now);
    return {
      ...each,
      stored: each.row,
      row,
      before,
      given,
      after: planState({ ...each, row }, before, given, problems),
    };
  });
  return { planned, rows };
}
