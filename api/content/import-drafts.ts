import { and, eq } from 'drizzle-orm';
import { isSameContent, mergeContents } from '../../contract/studio/merge-contents.ts';
import type { Context } from '../context.ts';
import { drafts } from '../db/studio-tables.ts';
import { entries } from '../db/tables.ts';
import { getRevisionContent } from '../drafts/content-of.ts';
import { storeDraft } from '../drafts/store.ts';
import type { ContentProblem } from './problems.ts';
import type { ContentSources } from './read.ts';

type DraftRow = typeof drafts.$inferSelect;

/** Merges the draft of one entry with the text that an import has published. */
async function mergeDraft(ctx: Context, draft: DraftRow, revisionId: number, file: string): Promise<ContentProblem[]> {
  const theirs = await getRevisionContent(ctx, revisionId);
  const base = draft.baseRevisionId === null ? null : await getRevisionContent(ctx, draft.baseRevisionId);
  if (!theirs || !base) return [];
  const { content, conflicts } = mergeContents({ base, theirs, ours: draft.content });
  if (conflicts.length > 0) {
    const message =
      'differs from the file in the same words of a draft; publish or discard the draft in the Studio first';
    return conflicts.map(({ path }) => ({ file, line: 1, field: path, message }));
  }
  if (isSameContent(content, theirs)) await ctx.db.delete(drafts).where(eq(drafts.entryId, draft.entryId));
  else await storeDraft(ctx, { entryId: draft.entryId, content, baseRevisionId: revisionId, savedBy: null });
  return [];
}

/**
 * Merges the drafts of editors with the texts that an import has published, so that a later publication does not take
 * the import back. Returns a problem for each place where both changed the same words; the import must then be rolled
 * back.
 */
export async function mergeDraftsWithImport(ctx: Context, folder: ContentSources): Promise<ContentProblem[]> {
  const files = new Map(folder.entries.map(({ type, slug, file }) => [`${type}/${slug}`, file]));
  const rows = await ctx.db
    .select({ draft: drafts, entry: entries })
    .from(drafts)
    .innerJoin(entries, eq(entries.id, drafts.entryId));
  const problems: ContentProblem[] = [];
  for (const { draft, entry } of rows) {
    const revisionId = entry.nextRevisionId ?? entry.liveRevisionId;
    const file = files.get(`${entry.type}/${entry.slug}`);
    if (revisionId === null || revisionId === draft.baseRevisionId || file === undefined) continue;
    problems.push(...(await mergeDraft(ctx, draft, revisionId, file)));
  }
  return problems;
}

/**
 * Stores the drafts of a folder, and creates the entries that have nothing but a draft. Returns a problem for each
 * entry whose draft an editor has changed since the export.
 */
export async function importDrafts({ db }: Context, folder: ContentSources): Promise<ContentProblem[]> {
  const problems: ContentProblem[] = [];
  for (const { type, slug, file, content } of folder.drafts) {
    await db.insert(entries).values({ type, slug }).onConflictDoNothing();
    const [entry] = await db
      .select()
      .from(entries)
      .where(and(eq(entries.type, type), eq(entries.slug, slug)));
    if (!entry) throw new Error('The entry was not stored');
    const [draft] = await db.select().from(drafts).where(eq(drafts.entryId, entry.id));
    if (draft && isSameContent(draft.content, content)) continue;
    if (draft) {
      const message = 'differs from the draft in the Studio; publish or discard that first, or remove this file';
      problems.push({ file, line: 1, field: '', message });
      continue;
    }
    const baseRevisionId = entry.nextRevisionId ?? entry.liveRevisionId;
    await storeDraft({ db }, { entryId: entry.id, content, baseRevisionId, savedBy: null });
  }
  return problems;
}
