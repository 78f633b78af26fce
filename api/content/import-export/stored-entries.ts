import { asc, inArray } from 'drizzle-orm';
import { upgradeText } from '../../../contract/studio/content-versions.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { Context } from '../../context.ts';
import { formerSlugs, importedEntries, type PublicEntryState, revisions } from '../../db/index.ts';
import { getRevisionContents } from '../drafts/content-of.ts';
import type { EntryRow } from '../drafts/find.ts';
import { applyPassedSchedule, type PublicEntryStateWithSlug } from './entry-state.ts';
import { trimForFile } from './trim-content.ts';

const toIso = (time: Date | null) => time?.toISOString() ?? null;

/** Returns the states of entries by their ids, in the form of files. Entries that are only drafts are left out. */
export async function readStoredStates(
  ctx: Context,
  rows: readonly EntryRow[],
  now: Date,
): Promise<Map<number, PublicEntryStateWithSlug>> {
  if (rows.length === 0) return new Map();
  const revisionIds = rows.flatMap(({ liveRevisionId, nextRevisionId }) => [liveRevisionId, nextRevisionId]);
  const known = revisionIds.filter((id) => id !== null);
  const contents = await getRevisionContents(ctx, inArray(revisions.id, known));
  const former = new Map<number, string[]>();
  for (const { entryId, slug } of await ctx.db.select().from(formerSlugs).orderBy(asc(formerSlugs.slug)))
    former.set(entryId, [...(former.get(entryId) ?? []), slug]);
  const getFileContent = ({ type }: EntryRow, id: number | null) => {
    const content = id === null ? undefined : contents.get(id);
    return content ? trimForFile(type, content) : null;
  };
  return new Map(
    rows.flatMap((row) => {
      const content = getFileContent(row, row.liveRevisionId);
      const next = getFileContent(row, row.nextRevisionId);
      if (!content) return [];
      const state = {
        slug: row.slug,
        content,
        next: next && row.nextAt ? { at: row.nextAt.toISOString(), content: next } : null,
        publishedAt: toIso(row.publishedAt),
        withdrawnAt: toIso(row.withdrawnAt),
        formerSlugs: [...(former.get(row.id) ?? [])].sort(),
      };
      return [[row.id, applyPassedSchedule(state, now)] as const];
    }),
  );
}

/** The record of an entry's last import, converted to the present content schema. */
export interface ImportedEntry {
  /** The slug of the files. */
  slug: string;
  /** The state that the files described; null where there was only the file of a draft. */
  state: PublicEntryStateWithSlug | null;
  /** The draft of the files. */
  draft: DraftContent | null;
  /** The version of the entry after the import. */
  version: number;
  /** Whether the entry was then exactly as its files described it, without changes of the Studio. */
  isWhole: boolean;
  importedAt: Date;
}

/** Returns the records of the last imports, by the ids of the entries. */
export async function readImportedEntries(
  { db }: Context,
  rows: readonly EntryRow[],
  now: Date,
): Promise<Map<number, ImportedEntry>> {
  const types = new Map(rows.map(({ id, type }) => [id, type]));
  const imported = await db.select().from(importedEntries);
  return new Map(
    imported.flatMap(({ entryId, slug, source, draft, schemaVersion, ...rest }) => {
      const type = types.get(entryId);
      if (!type) return [];
      const upgrade = (content: DraftContent) => upgradeText({ type, slug }, schemaVersion, content);
      const upgraded: PublicEntryState | null = source && {
        ...source,
        content: trimForFile(type, upgrade(source.content)),
        next: source.next && { ...source.next, content: trimForFile(type, upgrade(source.next.content)) },
      };
      const state = upgraded && applyPassedSchedule({ ...upgraded, slug }, now);
      return [[entryId, { state, draft: draft && upgrade(draft), ...rest, slug }] as const];
    }),
  );
}
