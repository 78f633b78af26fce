import { sql } from 'drizzle-orm';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { Context } from '../../context.ts';
import { advisoryLockKeys } from '../../db/index.ts';
import { recordToLog } from '../../log/index.ts';
import { findDraft } from '../drafts/find.ts';
import { promoteDueRevisions } from '../entries/change-schedule.ts';
import { findKnownReferences } from '../entries/known-references.ts';
import { type RenderedContent, renderContent } from '../entries/render-content.ts';
import { insertEntry } from '../entries/store-revision.ts';
import { createFormerMenus, hasMenus } from '../former-menus.ts';
import { returnTextError, TextError } from '../markdown/text-error.ts';
import { listPictures } from '../media/list-pictures.ts';
import { publishSettingFields } from '../settings.ts';
import { applyPlans, type ImportedResult, markContentImported, recordImport, storeImported } from './apply-plan.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkPlan, findTargetsAfterImport, type RenderedPlan, toFileProblems } from './check-plan.ts';
import { importDrafts } from './import-drafts.ts';
import { importFeedIds, importLists, importMembers, readExportedLists } from './import-lists.ts';
import { importRedirects } from './import-redirects.ts';
import { importMedia } from './media.ts';
import { type PlannedEntry, planEntries } from './plan-entries.ts';
import { ContentError, type ContentProblem, type KeptItem } from './problems.ts';
import { emptyPrunePlan, planPrune, pruneContent } from './prune.ts';
import { type ContentSources, readContent } from './read.ts';
import { readImportedEntries } from './stored-entries.ts';

/** How many rows of each kind a folder contains, and how many were removed. */
type ImportCounts = Record<
  'entries' | 'categories' | 'members' | 'personas' | 'interests' | 'media' | 'redirects' | 'removed',
  number
>;

export interface ImportReport extends ImportCounts {
  /** Items without a file that pruning did not remove, and items of lists that the Studio removed or merged. */
  kept: KeptItem[];
}

/** Is told how many entries of how many are rendered: `34 of 86`. */
type ReportImport = (detail: string) => void;

export interface ImportOptions {
  /** Whether entries without a file are removed; default: false. */
  prune?: boolean | undefined;
  report?: ReportImport;
}

function throwProblems(problems: ContentProblem[]): void {
  if (problems.length > 0) throw new ContentError(problems);
}

/**
 * Renders the texts of the planned entries. An entry that is only a draft is left out, and `problems` gets texts that
 * cannot be rendered.
 */
async function renderPlans(
  ctx: Context,
  planned: readonly PlannedEntry[],
  problems: ContentProblem[],
  report: ReportImport,
): Promise<RenderedPlan[]> {
  const pictures = await listPictures(ctx);
  async function render(each: PlannedEntry, content: DraftContent, isOfNext: boolean): Promise<RenderedContent | null> {
    const rendered = await renderContent(ctx, null, each.files.type, content, pictures).catch(returnTextError);
    if (!(rendered instanceof TextError)) return rendered;
    problems.push(...toFileProblems(each, { content }, [rendered.toProblem()], isOfNext));
    return null;
  }
  const plans: RenderedPlan[] = [];
  for (const [index, each] of planned.entries()) {
    report(`${index + 1} of ${planned.length}`);
    const { after } = each;
    if (!after) continue;
    const next = after.next ? await render(each, after.next.content, true) : null;
    const text = await render(each, after.content, false);
    if (text) plans.push({ planned: each, after, text, next });
  }
  return plans;
}

/** Creates the missing entries of files that are only drafts. Returns all entries that are only drafts. */
async function applyDraftsOnly(ctx: Context, planned: readonly PlannedEntry[]): Promise<ImportedResult[]> {
  const results: ImportedResult[] = [];
  for (const each of planned.filter(({ after }) => !after)) {
    const { type, slug } = each.files;
    const entry = each.row ?? (await insertEntry(ctx, { type, slug, createdBy: null }));
    results.push({ planned: each, entry, draftBefore: null, isChanged: false });
  }
  return results;
}

/** Returns the draft that undoing the import restores: the draft in the Studio, or the text of a new entry. */
async function findDraftForUndo(ctx: Context, { stored, after }: PlannedEntry): Promise<ImportedResult['draftBefore']> {
  const draft = stored && (await findDraft(ctx, stored));
  if (draft) return { content: draft.content, baseRevisionId: draft.baseRevisionId };
  return stored || !after ? null : { content: after.content, baseRevisionId: null };
}

/** Changes the entries as planned, with their drafts. Returns the entries as the import left them. */
async function applyAll(
  ctx: Context,
  planned: readonly PlannedEntry[],
  plans: readonly RenderedPlan[],
  now: Date,
  problems: ContentProblem[],
): Promise<ImportedResult[]> {
  const results = await applyDraftsOnly(ctx, planned);
  for (const applied of await applyPlans(ctx, plans, now))
    results.push({ ...applied, draftBefore: applied.isChanged ? await findDraftForUndo(ctx, applied.planned) : null });
  problems.push(...(await importFeedIds(ctx, results)));
  for (const { planned: each, entry, isChanged } of results)
    problems.push(...(await importDrafts(ctx, each, entry, isChanged)));
  return results;
}

const countRows = ({ entries, categories, members, personas, interests, media, redirects }: ContentSources) => ({
  entries: entries.length,
  categories: categories.length,
  members: members.length,
  personas: personas.length,
  interests: interests.length,
  media: media.length,
  redirects: redirects.length,
});

async function importFolder(
  ctx: Context,
  folder: ContentSources,
  { prune, report }: Required<ImportOptions>,
  problems: ContentProblem[],
): Promise<ImportReport> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${advisoryLockKeys.contentImport})`);
  await promoteDueRevisions(ctx);
  const before = await findKnownReferences(ctx);
  const { now } = before;
  const kept: KeptItem[] = [];
  const exported = await readExportedLists(ctx, folder);
  await importLists(ctx, folder, exported, problems, kept);
  await importMedia(ctx, folder.media, problems);
  const { planned, rows } = await planEntries(ctx, folder, now, problems);
  const matched = new Set(planned.flatMap(({ row }) => (row ? [row.id] : [])));
  const others = rows.filter(({ id }) => !matched.has(id));
  const imported = await readImportedEntries(ctx, rows, now);
  const plan = prune ? await planPrune(ctx, folder, others, imported, now) : emptyPrunePlan;
  await importMembers(ctx, folder, { exported, removed: new Set(plan.positions.values()) }, problems, kept);
  const stay = others.filter(({ id }) => !plan.entries.has(id));
  problems.push(...(await checkAddresses(ctx, folder, planned, stay)));
  const plans = await renderPlans(ctx, planned, problems, report);
  // An unchanged export restores an empty database without checks, because visitors have seen this content before.
  const isEmpty = rows.length === 0;
  const isRestored = isEmpty && folder.isUntouchedExport;
  if (!isRestored)
    problems.push(
      ...(await checkPlan(ctx, plans, { before, after: await findTargetsAfterImport(ctx, planned, plan) })),
    );
  throwProblems(problems);
  const results = await applyAll(ctx, planned, plans, now, problems);
  throwProblems(problems);
  if (!isEmpty) await recordImport(ctx, results);
  const at = new Date();
  await storeImported(ctx, results, at);
  const removed = await pruneContent(ctx, plan);
  if (folder.formerMenuPages && !(await hasMenus(ctx)))
    await publishSettingFields(ctx, 'menus', createFormerMenus(folder.formerMenuPages));
  const redirects = await importRedirects(ctx, folder, { prune, isEmpty }, problems);
  throwProblems(problems);
  await markContentImported(ctx);
  const counts = { ...countRows(folder), removed: removed + redirects.removed };
  const count = Object.values(countRows(folder)).reduce((sum, each) => sum + each, 0);
  if (!isEmpty) await recordToLog(ctx, { kind: 'system.IMPORT', by: null, facts: { count, ...counts } });
  return { ...counts, kept: [...kept, ...plan.kept, ...redirects.kept] };
}

/**
 * Imports a folder of content into the database, merged with what the Studio has changed since the last import. Rows
 * without a file stay, or are removed with `prune` if an import stored them and nobody has changed them since. All or
 * nothing: `ContentError` lists file, line and field of every problem, and nothing changes.
 */
export async function importContent(
  { db }: Context,
  root: string,
  { prune = false, report = () => undefined }: ImportOptions = {},
): Promise<ImportReport> {
  const problems: ContentProblem[] = [];
  const folder = await readContent(root, problems);
  // The files were read concurrently.
  problems.sort((a, b) => Number(a.file > b.file) - Number(a.file < b.file) || a.line - b.line);
  throwProblems(problems);
  return db.transaction((tx) => importFolder({ db: tx }, folder, { prune, report }, problems));
}
