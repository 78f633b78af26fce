import { asc, eq, inArray, max } from 'drizzle-orm';
import { type EntryType, getEntryPath } from '../../../contract/content/entry-types.ts';
import { isReferenceTo, listReferences } from '../../../contract/content/field-references.ts';
import { isMarkdown, listFieldTexts } from '../../../contract/content/field-texts.ts';
import { upgradeText } from '../../../contract/studio/content-versions.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { isSame } from '../../../contract/studio/match-items.ts';
import type { Context } from '../../context.ts';
import {
  draftSaves,
  drafts,
  entries,
  formerSlugs,
  importedEntries,
  type PublicEntryState,
  revisions,
} from '../../db/index.ts';
import { type EntryRow, getRevisionContents } from '../drafts/find.ts';
import { applyPassedSchedule, type PublicEntryStateWithSlug } from './entry-state.ts';
import { trimForFile } from './yaml.ts';

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

/** An entry without a file that pruning keeps, the reason, and all its texts. */
export interface KeptEntry {
  row: EntryRow;
  reason: string;
  texts: DraftContent[];
}

/** Returns whether a text refers to an entry, by a link in its Markdown or by a field. */
function hasReferenceTo(typeOfText: EntryType, { body, fields }: DraftContent, entry: EntryRow): boolean {
  const path = getEntryPath(entry.type, entry.slug);
  const own = listFieldTexts(typeOfText, fields).filter(isMarkdown);
  const texts = [body, ...own.map(({ value }) => value)].join('\n');
  // A link `[text](path)`, or a definition `[name]: path`. Paths contain no special characters of regular expressions.
  if (new RegExp(`(?:\\(|\\]:)\\s*<?${path}(?![\\w-])`).test(texts)) return true;
  return listReferences(typeOfText, fields).some((reference) => isReferenceTo(reference, entry));
}

/** Returns the drafts of entries by their ids, converted to the present content schema. */
async function readDrafts({ db }: Context, ids: number[]): Promise<Map<number, DraftContent>> {
  const rows = await db
    .select({ draft: drafts, type: entries.type, slug: entries.slug })
    .from(drafts)
    .innerJoin(entries, eq(entries.id, drafts.entryId))
    .where(inArray(drafts.entryId, ids));
  return new Map(
    rows.map(({ draft, type, slug }) => [
      draft.entryId,
      upgradeText({ type, slug }, draft.schemaVersion, draft.content),
    ]),
  );
}

/**
 * Creates the function that returns why an entry without a file stays. It returns null for an entry that an import
 * stored and nobody has changed since.
 */
async function createReasonFinder(
  { db }: Context,
  ids: number[],
  written: ReadonlyMap<number, DraftContent>,
  imported: ReadonlyMap<number, ImportedEntry>,
) {
  const saves = await db
    .select({ entryId: draftSaves.entryId, last: max(draftSaves.savedAt) })
    .from(draftSaves)
    .where(inArray(draftSaves.entryId, ids))
    .groupBy(draftSaves.entryId);
  const lastSaves = new Map(saves.map(({ entryId, last }) => [entryId, last]));
  return ({ id, version, createdBy }: EntryRow): string | null => {
    const last = imported.get(id);
    if (!last || createdBy !== null) return 'was made in the Studio';
    if (version !== last.version || !last.isWhole) return 'was changed in the Studio since the last import';
    const hasDraft = written.has(id) && !isSame(written.get(id), last.draft);
    const wasWritten = (lastSaves.get(id) ?? last.importedAt) > last.importedAt;
    return hasDraft || wasWritten ? 'has words that were written in the Studio' : null;
  };
}

/**
 * Returns the entries without a file that pruning keeps: those of the Studio, those that were changed there, and those
 * to which one of these refers. `others` are all entries without a file.
 */
export async function findKeptEntries(
  ctx: Context,
  others: readonly EntryRow[],
  imported: ReadonlyMap<number, ImportedEntry>,
  now: Date,
): Promise<KeptEntry[]> {
  const ids = others.map(({ id }) => id);
  const written = await readDrafts(ctx, ids);
  const findReason = await createReasonFinder(ctx, ids, written, imported);
  const states = await readStoredStates(ctx, others, now);
  const listTexts = ({ id }: EntryRow) => {
    const state = states.get(id);
    return [state?.content, state?.next?.content, written.get(id)].filter((text) => text !== undefined);
  };
  const kept: KeptEntry[] = [];
  let rest = [...others];
  const keep = (row: EntryRow, reason: string) => {
    kept.push({ row, reason, texts: listTexts(row) });
    rest = rest.filter((each) => each !== row);
  };
  for (const row of others) {
    const reason = findReason(row);
    if (reason !== null) keep(row, reason);
  }
  // `kept` grows during the loop, so that the links of the entries that are added are followed too.
  for (const { row: linking, texts } of kept)
    for (const row of rest)
      if (texts.some((text) => hasReferenceTo(linking.type, text, row)))
        keep(row, `is linked from ${getEntryPath(linking.type, linking.slug)}, which stays`);
  return kept;
}
