import { and, eq } from 'drizzle-orm';
import { isPagePrefix, isPrefixPath, isSitePath, parseEntryPath } from '../../../contract/content/site-paths.ts';
import type { NewRedirect } from '../../../contract/studio/redirect-operations.ts';
import type { Context } from '../../context.ts';
import { categories, entries, formerSlugs, readSharedValue, redirects, storeSharedValue } from '../../db/index.ts';
import { formatTypedSlug } from '../entries/known-references.ts';
import { findRedirectLoop, readRedirectTable } from '../links/plan-redirects.ts';
import { isAnsweredWithoutPage, listStoredRedirects } from '../redirects.ts';
import { type ExportManifest, formatExportManifest, getDatabaseId, hashText } from './manifest.ts';
import type { ContentProblem, KeptItem } from './problems.ts';
import type { ContentSources } from './read.ts';
import { type RedirectSource, redirectsFile } from './read-redirects.ts';

const key = 'imported_redirects';

interface LastRedirects {
  /** SHA-256 of the manifest in that folder; null without one. */
  exportHash: string | null;
  redirects: NewRedirect[];
}

const hashManifest = (manifest: ExportManifest | null) => manifest && hashText(formatExportManifest(manifest));

/**
 * Returns the redirects of a folder before somebody edited their file: as exported, or as last imported if that import
 * read the same export.
 */
async function readLastRedirects(ctx: Context, manifest: ExportManifest | null): Promise<NewRedirect[]> {
  const stored = await readSharedValue(ctx, key);
  const last: LastRedirects = stored ? JSON.parse(stored) : { exportHash: null, redirects: [] };
  const isOwnExport = manifest?.database === (await getDatabaseId(ctx));
  return isOwnExport && last.exportHash !== hashManifest(manifest) ? manifest.redirects : last.redirects;
}

/** Stores the redirects of a folder for the next import. */
async function storeLastRedirects(
  ctx: Context,
  { redirects, manifest }: Pick<ContentSources, 'redirects' | 'manifest'>,
): Promise<void> {
  const last: LastRedirects = {
    exportHash: hashManifest(manifest),
    redirects: redirects.map(({ path, target }) => ({ path, target })),
  };
  await storeSharedValue(ctx, key, JSON.stringify(last));
}

interface Options {
  prune: boolean;
  /** The database had no entries, so that records of earlier imports are ignored. */
  isEmpty: boolean;
}

/** Where a stored redirect leads: to an entry by its id, so that a rename changes nothing, or to another page. */
type StoredTarget = Pick<typeof redirects.$inferSelect, 'entryId' | 'target'>;

const isSameTarget = (one: StoredTarget, other: StoredTarget) =>
  one.entryId === other.entryId && one.target === other.target;

/** Returns the target that a file names: an entry, also by an address that it had before a rename, or another page. */
async function findNamedTarget({ db }: Context, path: string): Promise<StoredTarget> {
  const named = parseEntryPath(path);
  if (!named) return { entryId: null, target: path };
  const { type, slug } = named;
  const [entry] = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.type, type), eq(entries.slug, slug)));
  const [former] = await db
    .select({ id: formerSlugs.entryId })
    .from(formerSlugs)
    .where(and(eq(formerSlugs.type, type), eq(formerSlugs.slug, slug)));
  const entryId = (entry ?? former)?.id ?? null;
  return { entryId, target: entryId === null ? path : null };
}

const none = new Set<string>();

/** Returns the problems that prevent storing a redirect of a file. */
async function checkSource({ db }: Context, source: RedirectSource, { target }: StoredTarget) {
  const problems: ContentProblem[] = [];
  if (isAnsweredWithoutPage(source.path) || isSitePath(source.path, none, none))
    problems.push(source.createProblem('path', 'is an address of the site itself'));
  if (target !== null && isPrefixPath(target)) {
    if (!isPrefixPath(source.path))
      problems.push(source.createProblem('target', 'has an asterisk, so the path needs one too'));
    else if (!isPagePrefix(target)) problems.push(source.createProblem('target', 'has no pages directly below it'));
    return problems;
  }
  const existing = new Set((await db.select().from(categories)).map(formatTypedSlug));
  if (target !== null && !isSitePath(target, none, existing))
    problems.push(source.createProblem('target', 'is not a page of the site'));
  return problems;
}

/** Returns the redirects of files that lead in a loop, once all are stored. */
async function findRedirectLoops(ctx: Context, sources: readonly RedirectSource[]): Promise<ContentProblem[]> {
  const table = await readRedirectTable(ctx);
  const problems: ContentProblem[] = [];
  for (const { path, createProblem } of sources) {
    const loop = await findRedirectLoop(path, table);
    if (loop) problems.push(createProblem('target', loop));
  }
  return problems;
}

/**
 * Merges the redirects of a folder with the stored ones. Redirects that only the Studio changed since the last import
 * or the export stay, those that only the file changed are stored, and `problems` gets those that both changed. Call
 * after the entries are imported.
 */
export async function importRedirects(
  ctx: Context,
  folder: Pick<ContentSources, 'redirects' | 'manifest' | 'isUntouchedExport'>,
  { prune, isEmpty }: Options,
  problems: ContentProblem[],
): Promise<{ removed: number; kept: KeptItem[] }> {
  const stored = new Map((await listStoredRedirects(ctx)).map((row) => [row.path, row]));
  const last = new Map<string, StoredTarget>();
  for (const { path, target } of isEmpty ? [] : await readLastRedirects(ctx, folder.manifest))
    last.set(path, await findNamedTarget(ctx, target));
  const isOfLast = (path: string, target: StoredTarget) => {
    const before = last.get(path);
    return before !== undefined && isSameTarget(before, target);
  };
  const remove = (path: string) => ctx.db.delete(redirects).where(eq(redirects.path, path));

  for (const source of folder.redirects) {
    const { path } = source;
    const given = await findNamedTarget(ctx, source.target);
    const present = stored.get(path);
    stored.delete(path);
    if (present && isSameTarget(present, given)) continue;
    if (isOfLast(path, given)) continue;
    if (present && !isOfLast(path, present)) {
      const message = `leads to ${present.leadsTo} in the Studio; export the content, and change that copy`;
      problems.push(source.createProblem('target', message));
      continue;
    }
    // An export that nobody has touched is stored as it was.
    if (!isEmpty || !folder.isUntouchedExport) problems.push(...(await checkSource(ctx, source, given)));
    if (present) await remove(path);
    await ctx.db
      .insert(redirects)
      .values({ path, ...given, createdBy: null })
      .onConflictDoNothing();
  }
  const isWrong = problems.some(({ file }) => file === redirectsFile);
  if (!isWrong && (!isEmpty || !folder.isUntouchedExport))
    problems.push(...(await findRedirectLoops(ctx, folder.redirects)));
  await storeLastRedirects(ctx, folder);
  if (!prune) return { removed: 0, kept: [] };
  const kept: KeptItem[] = [];
  let removed = 0;
  for (const [path, present] of stored) {
    if (isOfLast(path, present)) removed += (await remove(path)).rowCount ?? 0;
    else kept.push({ name: `the redirect from ${path}`, reason: 'was added or changed in the Studio' });
  }
  return { removed, kept };
}
