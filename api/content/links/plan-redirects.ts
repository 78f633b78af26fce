import { eq, sql } from 'drizzle-orm';
import { getEntryPath, getEntryType } from '../../../contract/content/entry-types.ts';
import { isPagePrefix, isPrefixPath, isSitePath, parseEntryPath } from '../../../contract/content/site-paths.ts';
import type { NewRedirect, PlannedRedirect } from '../../../contract/studio/redirect-operations.ts';
import type { Context } from '../../context.ts';
import { advisoryLockKeys, categories, entries, formerSlugs, redirects } from '../../db/index.ts';
import { formatTypedSlug } from '../entries/known-references.ts';
import { isEnabled } from '../entries/visibility.ts';
import {
  applyRedirect,
  followRedirects,
  type Hop,
  isAnsweredWithoutPage,
  listPrefixesOf,
  listStoredRedirects,
  maxHops,
  type RedirectSource,
} from '../redirects.ts';

/** All redirects and pages of the site in memory, for a plan of several changes. */
export interface RedirectTable extends RedirectSource {
  /** Where each redirect leads, by its address: those of editors, and those of renamed entries. */
  stored: Map<string, string>;
  former: Map<string, string>;
  isLivePage(path: string): boolean;
  /** Returns the id of the entry at a path, whether visitors see it or not. */
  findEntryId(path: string): number | null;
}

export async function readRedirectTable(ctx: Context): Promise<RedirectTable> {
  const { db } = ctx;
  const { id, type, slug } = entries;
  const [pages, categoryRows, formerRows, storedRows] = await Promise.all([
    db.select({ id, type, slug, isLive: sql<boolean>`coalesce(${isEnabled}, false)` }).from(entries),
    db.select().from(categories),
    db
      .select({ type: formerSlugs.type, slug: formerSlugs.slug, entryType: entries.type, entrySlug: entries.slug })
      .from(formerSlugs)
      .innerJoin(entries, eq(entries.id, formerSlugs.entryId)),
    listStoredRedirects(ctx),
  ]);
  const ids = new Map(pages.map((page) => [formatTypedSlug(page), page.id]));
  const live = new Set(pages.filter(({ isLive }) => isLive).map(formatTypedSlug));
  const shownCategories = new Set(categoryRows.filter(({ enabled }) => enabled).map(formatTypedSlug));
  const categoriesById = new Map(categoryRows.map((row) => [row.id, row]));
  const merged = new Map(
    categoryRows.flatMap(({ type, slug, mergedIntoId }) => {
      const into = mergedIntoId === null ? undefined : categoriesById.get(mergedIntoId);
      const { categoryPath } = getEntryType(type);
      return into && categoryPath ? [[categoryPath + slug, categoryPath + into.slug] as const] : [];
    }),
  );
  const stored = new Map(storedRows.map(({ path, leadsTo }) => [path, leadsTo]));
  const former = new Map(
    formerRows.map((row) => [getEntryPath(row.type, row.slug), getEntryPath(row.entryType, row.entrySlug)]),
  );
  const isLivePage = (path: string) => isSitePath(path, live, shownCategories);
  return {
    stored,
    former,
    isLivePage,
    findEntryId: (path) => {
      const named = parseEntryPath(path);
      return (named && ids.get(formatTypedSlug(named))) ?? null;
    },
    isLive: async (path) => isLivePage(path),
    findHop: async (path): Promise<Hop | null> => {
      for (const moved of [former, stored, merged]) {
        const next = moved.get(path);
        if (next !== undefined) return { from: path, next, isLive: null };
      }
      const from = listPrefixesOf(path).find((each) => stored.has(each));
      return from === undefined
        ? null
        : { from, next: applyRedirect(from, stored.get(from) ?? '', path), isLive: null };
    },
  };
}

/** The most redirects of all addresses below a path: a loop is looked for by each pair of them. */
export const mostPrefixes = 200;

/** A part of an address that no page has, in place of the asterisk. */
const anyRest = '~';

/** Says in which loop a redirect leads, with its addresses one after the other; null if it leads in none. */
export async function findRedirectLoop(path: string, table: RedirectTable): Promise<string | null> {
  const patterns = isPrefixPath(path) ? [...table.stored.keys()].filter(isPrefixPath) : [];
  // A loop of several patterns can begin at an address that ends as one of them does.
  const rests = patterns.flatMap((pattern) => {
    const parts = pattern.slice(1, -2).split('/');
    return [anyRest, ...parts.map((_, index) => `${parts.slice(index).join('/')}/${anyRest}`)];
  });
  const probes = isPrefixPath(path) ? rests.map((rest) => path.slice(0, -1) + rest) : [path];
  for (const probe of new Set(probes)) {
    const { isCircle, passed } = await followRedirects(probe, table);
    if (isCircle) return describeLoop(passed);
  }
  return null;
}

/** Says in which loop passed addresses end, or how they become ever longer. */
function describeLoop(passed: readonly string[]): string {
  const first = passed.indexOf(passed.at(-1) ?? '');
  const loop = first === passed.length - 1 ? [...passed.slice(0, 3), '…'] : passed.slice(first);
  const names = loop.map((each) => (each.endsWith(`/${anyRest}`) ? `${each.slice(0, -1)}*` : each));
  return `leads in a loop: ${names.join(' → ')}`;
}

/** Refuses new redirects with an asterisk if the address of another redirect leads through them in a loop. */
async function checkOtherRedirects(rows: readonly PlannedRedirect[], table: RedirectTable): Promise<void> {
  const patterns = rows.filter(({ path }) => isPrefixPath(path));
  const isOf = (passed: string) => (row: PlannedRedirect) => passed.startsWith(row.path.slice(0, -1));
  const exact = patterns.length > 0 ? [...table.stored.keys()].filter((path) => !isPrefixPath(path)) : [];
  for (const path of exact) {
    const { isCircle, passed } = await followRedirects(path, table);
    const row = isCircle ? patterns.find((each) => passed.some((at) => isOf(at)(each))) : undefined;
    if (row?.problems.length === 0) row.problems.push({ path: 'target', message: describeLoop(passed) });
  }
}

/** Returns what is wrong with the address of a redirect; null if nothing is. */
function findPathProblem(path: string, table: RedirectTable): string | null {
  if (path === '/*') return 'would lead away from every address; name a path before the asterisk';
  if (isAnsweredWithoutPage(path)) return 'is an address of the site itself';
  if (isPrefixPath(path)) return null;
  if (table.isLivePage(path)) return 'is the address of a page that visitors see';
  return table.former.has(path) ? 'leads to an entry that was renamed' : null;
}

/** Returns the page to which a redirect of the table leads in the end, or what is wrong with its target. */
async function resolveTarget({ path, target }: NewRedirect, table: RedirectTable): Promise<{ end: string } | string> {
  const loop = await findRedirectLoop(path, table);
  if (loop) return loop;
  if (!isPrefixPath(target)) {
    if (table.isLivePage(target)) return { end: target };
    const { end, passed } = await followRedirects(target, table);
    if (end !== null) return { end };
    return passed.length > 1
      ? `leads on to ${passed.slice(1).join(' → ')}, which visitors do not see`
      : 'is not a page that visitors see';
  }
  if (!isPrefixPath(path)) return 'has an asterisk, so the address that leads there needs one too';
  let at = target;
  for (let hops = 0; hops < maxHops; hops++) {
    if (isPagePrefix(at)) return { end: at };
    const probe = at.slice(0, -1) + anyRest;
    const from = listPrefixesOf(probe).find((each) => table.stored.has(each));
    if (from === undefined) break;
    const next = applyRedirect(from, table.stored.get(from) ?? '', probe);
    if (!next.endsWith(`/${anyRest}`)) return { end: next };
    at = `${next.slice(0, -1)}*`;
  }
  return 'has no pages directly below it';
}

/** Returns by address why an editor's redirect leads to no page. Those at the address of a shown page are left out. */
export async function findBrokenRedirects(table: RedirectTable): Promise<Map<string, string>> {
  const broken = new Map<string, string>();
  for (const [path, target] of table.stored) {
    const resolved = table.isLivePage(path) ? null : await resolveTarget({ path, target }, table);
    if (typeof resolved === 'string') broken.set(path, resolved);
  }
  return broken;
}

interface Plan {
  rows: PlannedRedirect[];
  table: RedirectTable;
}

/**
 * Checks redirects that are to be added together, as if all were stored: a target may be the address of another one of
 * them. A redirect from an address that an editor redirected before replaces it.
 */
export async function planRedirects(ctx: Context, given: readonly NewRedirect[]): Promise<Plan> {
  const table = await readRedirectTable(ctx);
  const before = new Map(table.stored);
  const seen = new Set<string>();
  const rows = given.map((redirect): PlannedRedirect => {
    const { path, target } = redirect;
    const isSame = before.get(path) === target || table.former.get(path) === target;
    const state = isSame ? 'SAME' : before.has(path) ? 'CHANGED' : 'NEW';
    const wrong = seen.has(path) ? 'stands twice in the list' : isSame ? null : findPathProblem(path, table);
    seen.add(path);
    return { path, target, leadsTo: target, state, problems: wrong ? [{ path: 'path', message: wrong }] : [] };
  });
  const open = rows.filter(({ state, problems }) => state !== 'SAME' && problems.length === 0);
  for (const { path, target } of open) table.stored.set(path, target);
  for (const row of open) {
    const resolved = await resolveTarget(row, table);
    if (typeof resolved === 'string') row.problems.push({ path: 'target', message: resolved });
    else row.leadsTo = resolved.end;
  }
  await checkOtherRedirects(open, table);
  const prefixes = [...table.stored.keys()].filter(isPrefixPath).length;
  const last = open.findLast(({ path }) => isPrefixPath(path));
  if (prefixes > mostPrefixes)
    last?.problems.push({ path: 'path', message: `is one more than the ${mostPrefixes} redirects with an asterisk` });
  return { rows, table };
}

const batch = 500;

/** Stores the redirects of a plan that change something. Call in the transaction of the plan. */
export async function storePlan({ db }: Context, { rows, table }: Plan, createdBy: number): Promise<void> {
  const values = rows
    .filter(({ state }) => state !== 'SAME')
    .map(({ path, leadsTo }) => {
      const entryId = table.findEntryId(leadsTo);
      return { path, entryId, target: entryId === null ? leadsTo : null, createdBy };
    });
  for (let from = 0; from < values.length; from += batch)
    await db
      .insert(redirects)
      .values(values.slice(from, from + batch))
      .onConflictDoUpdate({
        target: redirects.path,
        set: {
          entryId: sql`excluded.entry_id`,
          target: sql`excluded.target`,
          createdBy: sql`excluded.created_by`,
          createdAt: sql`now()`,
        },
      });
}

/** Runs a plan of redirects after those of others have ended: two plans together could make a loop. */
export function runAlone<T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> {
  return ctx.db.transaction(async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${advisoryLockKeys.redirects})`);
    return work({ db });
  });
}
