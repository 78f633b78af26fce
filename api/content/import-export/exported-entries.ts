import { and, eq, inArray } from 'drizzle-orm';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { Context } from '../../context.ts';
import { revisions } from '../../db/index.ts';
import { type EntryRow, findVersion, getRevisionContents } from '../drafts/find.ts';
import { applyPassedSchedule, type PublicEntryStateWithSlug } from './entry-state.ts';
import { type ExportedEntry, type ExportManifest, getDatabaseId } from './manifest.ts';
import type { ImportedEntry } from './stored-entries.ts';
import { trimForFile } from './yaml.ts';

/**
 * The base of a merge with the files of an entry: the files before somebody edited them, as they were exported or last
 * imported.
 */
export interface FileBase {
  slug: string;
  /** Null where there was only the file of a draft. */
  state: PublicEntryStateWithSlug | null;
  draft: DraftContent | null;
}

async function readExportedState(
  ctx: Context,
  { id, type }: EntryRow,
  slug: string,
  exported: ExportedEntry,
  now: Date,
): Promise<PublicEntryStateWithSlug | null> {
  const { text, next, nextAt, category, order, published, withdrawn, formerSlugs } = exported;
  const ids = [text, next].filter((each) => each !== null);
  const contents = await getRevisionContents(ctx, and(eq(revisions.entryId, id), inArray(revisions.id, ids)));
  const getFileContent = (revisionId: number | null) => {
    const content = revisionId === null ? undefined : contents.get(revisionId);
    return content && { ...trimForFile(type, content), category, position: order };
  };
  const content = getFileContent(text);
  const later = getFileContent(next);
  if (!content) return null;
  const state = {
    slug,
    content,
    next: later && nextAt !== null ? { at: nextAt, content: later } : null,
    publishedAt: published,
    withdrawnAt: withdrawn,
    formerSlugs,
  };
  return applyPassedSchedule(state, now);
}

/** Returns the entries of a manifest with their slugs, by their ids; none if the manifest is of another database. */
async function listExported(ctx: Context, manifest: ExportManifest | null) {
  if (manifest?.database !== (await getDatabaseId(ctx))) return new Map<number, ExportedEntry & { slug: string }>();
  return new Map(
    Object.entries(manifest.entries).map(([path, exported]) => [
      exported.id,
      { ...exported, slug: path.split('/').at(-1) ?? '' },
    ]),
  );
}

/**
 * Returns the bases of merges with the files of entries, by the ids of the entries: the files as they were exported if
 * that was after the last import, else as they were imported.
 */
export async function readFileBases(
  ctx: Context,
  rows: readonly EntryRow[],
  imported: ReadonlyMap<number, ImportedEntry>,
  manifest: ExportManifest | null,
  now: Date,
): Promise<Map<number, FileBase>> {
  const exported = await listExported(ctx, manifest);
  const bases = new Map<number, FileBase>();
  for (const row of rows) {
    const last = imported.get(row.id);
    const inManifest = exported.get(row.id);
    if (last) bases.set(row.id, last);
    if (!inManifest || inManifest.version < (last?.version ?? 0) || inManifest.version > row.version) continue;
    const { slug, draft } = inManifest;
    bases.set(row.id, {
      slug,
      state: await readExportedState(ctx, row, slug, inManifest, now),
      draft: draft === null ? null : await findVersion(ctx, row.id, `draft-${draft}`),
    });
  }
  return bases;
}
