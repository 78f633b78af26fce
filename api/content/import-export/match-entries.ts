import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { EntryRow } from '../drafts/find.ts';
import type { FileBase } from './exported-entries.ts';
import type { ContentSources, DraftSource, EntrySource } from './read.ts';
import type { ImportedEntry } from './stored-entries.ts';

/** The files of one entry: its text, its draft, or both. */
export interface EntryFiles {
  type: EntryType;
  slug: string;
  /** The file that problems name. */
  file: string;
  text: EntrySource | null;
  draft: DraftSource | null;
}

/** Files of an entry with the entry that they belong to; null for a new one. */
export interface MatchedFiles {
  files: EntryFiles;
  row: EntryRow | null;
  /** The files before somebody edited them; null for a new entry. */
  base: FileBase | null;
  /** The record of the last import; null if no import has stored the entry. */
  imported: ImportedEntry | null;
}

/** Groups the texts and drafts of a folder by their entries. */
export function groupFiles({ entries, drafts }: Pick<ContentSources, 'entries' | 'drafts'>): EntryFiles[] {
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
export function matchEntries(
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
