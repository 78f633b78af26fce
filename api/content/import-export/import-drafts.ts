import { and, eq, sql } from 'drizzle-orm';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { isSameContent, mergeContents } from '../../../contract/studio/merge-contents.ts';
import type { Context } from '../../context.ts';
import { draftSaves } from '../../db/index.ts';
import { type EntryRow, findDraft, getRevisionContent } from '../drafts/find.ts';
import { removeDraft } from '../drafts/remove.ts';
import { storeDraft } from '../drafts/store.ts';
import type { PlannedEntry } from './plan-entries.ts';
import type { ContentProblem } from './problems.ts';

const getCurrentRevisionId = ({ nextRevisionId, liveRevisionId }: EntryRow) => nextRevisionId ?? liveRevisionId;

/**
 * Merges the draft of an editor with the text that an import has published, so that a later publication does not undo
 * the import. Returns a problem for each place where both changed the same words.
 */
async function mergeDraftWithText(
  ctx: Context,
  { files, base: last }: PlannedEntry,
  entry: EntryRow,
): Promise<ContentProblem[]> {
  const revisionId = getCurrentRevisionId(entry);
  const draft = await findDraft(ctx, entry);
  const theirs = revisionId === null ? null : await getRevisionContent(ctx, revisionId);
  if (!draft || !theirs || draft.baseRevisionId === revisionId) return [];
  const { baseRevisionId } = draft;
  const base = baseRevisionId === null ? last?.draft : await getRevisionContent(ctx, baseRevisionId);
  if (!base) return [];
  const { content, conflicts } = mergeContents({ base, theirs, ours: draft.content });
  if (conflicts.length > 0) {
    const message = 'was changed in the same words as in a draft of the Studio; publish or discard that draft first';
    return conflicts.map(({ path }) => ({ file: files.file, line: 1, field: path, message }));
  }
  if (isSameContent(content, theirs)) await removeDraft(ctx, draft, 'PUBLISHED', null);
  else await storeDraft(ctx, { entryId: entry.id, content, baseRevisionId: revisionId, savedBy: null });
  return [];
}

/** Returns whether somebody once saved exactly this draft in the Studio, so that its file comes from an export. */
async function isSavedInStudio({ db }: Context, entryId: number, content: DraftContent): Promise<boolean> {
  const isSame = sql`${draftSaves.content} = ${JSON.stringify(content)}::jsonb`;
  return (await db.$count(draftSaves, and(eq(draftSaves.entryId, entryId), isSame))) > 0;
}

/**
 * Stores the draft of a file, merged with what was saved in the Studio since. Returns a problem for each place where
 * both changed the same words.
 */
async function importDraft(
  ctx: Context,
  { draft: file }: PlannedEntry['files'],
  base: DraftContent | null,
  entry: EntryRow,
): Promise<ContentProblem[]> {
  if (!file) return [];
  // A file that nobody has changed must not bring back a draft that was published or discarded in the Studio.
  if (base ? isSameContent(base, file.content) : await isSavedInStudio(ctx, entry.id, file.content)) return [];
  const stored = await findDraft(ctx, entry);
  if (stored && isSameContent(stored.content, file.content)) return [];
  const createProblem = (field: string, message: string) => ({ file: file.file, line: 1, field, message });
  if (stored && !base)
    return [
      createProblem('', 'differs from the draft in the Studio; publish or discard that first, or remove this file'),
    ];
  const merged =
    stored && base
      ? mergeContents({ base, theirs: stored.content, ours: file.content })
      : { content: file.content, conflicts: [] };
  if (merged.conflicts.length > 0)
    return merged.conflicts.map(({ path }) =>
      createProblem(path, 'was changed in the draft in the Studio too; export the content, and change that copy'),
    );
  const baseRevisionId = stored?.baseRevisionId ?? getCurrentRevisionId(entry);
  await storeDraft(ctx, { entryId: entry.id, content: merged.content, baseRevisionId, savedBy: null });
  return [];
}

/**
 * Merges the draft of an imported entry with its new text, and with the file of the draft. Returns a problem for each
 * place that cannot be merged.
 */
export async function importDrafts(
  ctx: Context,
  planned: PlannedEntry,
  entry: EntryRow,
  hasNewText: boolean,
): Promise<ContentProblem[]> {
  const { row, files, base } = planned;
  const problems = row && hasNewText ? await mergeDraftWithText(ctx, planned, entry) : [];
  return [...problems, ...(await importDraft(ctx, files, base?.draft ?? null, entry))];
}
