import { and, asc, eq, sql } from 'drizzle-orm';
import { type EntryType, entryTypes, getEntryPath } from '../../contract/content/entry-types.ts';
import { serverSegments } from '../../contract/content/page-slugs.ts';
import {
  builtInRedirects,
  isPrefixPath,
  isSitePath,
  parseCategoryPath,
  parseEntryPath,
} from '../../contract/content/site-paths.ts';
import type { Context } from '../context.ts';
import { categories, entries, formerSlugs, redirectHits, redirects } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { isEnabled } from './entries/visibility.ts';

/** Endings of documents that the server answers without asking for a page, and its other files. */
const documents = /\.(?:atom|ico|json|txt|webmanifest|xml)$/;
const otherFiles =
  /^\/(?:icon\.svg|(?:apple-touch-icon|icon-\d+|social-image)\.png|book-a-free-consultation\/appointment\.ics)$/;

/** Returns whether the site answers an address without asking for a page, so that a redirect there has no effect. */
export function isAnsweredWithoutPage(path: string): boolean {
  if (path === '/*') return true;
  const [, segment = ''] = path.split('/');
  const isBuiltIn = Object.hasOwn(builtInRedirects, path);
  return isBuiltIn || serverSegments.includes(segment) || documents.test(path) || otherFiles.test(path);
}

/** Returns all redirects that were added by hand, with the present address of their target, by path. */
export async function listStoredRedirects({ db }: Context) {
  const { path, entryId, target } = redirects;
  const { type, slug } = entries;
  const rows = await db
    .select({ path, entryId, target, type, slug })
    .from(redirects)
    .leftJoin(entries, eq(entries.id, redirects.entryId))
    .orderBy(asc(redirects.path));
  return rows.map(({ type, slug, ...row }) => ({
    ...row,
    leadsTo: type && slug !== null ? getEntryPath(type, slug) : (row.target ?? ''),
  }));
}

/** Returns whether visitors see a page at a path. */
async function isLivePath({ db }: Context, path: string): Promise<boolean> {
  const entry = parseEntryPath(path);
  const category = parseCategoryPath(path);
  const isEntry =
    entry && (await db.$count(entries, and(isEnabled, eq(entries.type, entry.type), eq(entries.slug, entry.slug))));
  const isCategory =
    category &&
    (await db.$count(
      categories,
      and(eq(categories.enabled, true), eq(categories.type, category.type), eq(categories.slug, category.slug)),
    ));
  return isSitePath(path, { has: () => Boolean(isEntry) }, { has: () => Boolean(isCategory) });
}

/** A step of a redirect. */
export interface Hop {
  /** The address of the redirect, such as `/old-blog/*`. */
  from: string;
  /** Where it leads. */
  next: string;
  /** Whether visitors see a page there; null if that is not known yet. */
  isLive: boolean | null;
}

/** Where redirects are looked up: in the database, or in a plan of changes. */
export interface RedirectSource {
  findHop(path: string): Promise<Hop | null>;
  isLive(path: string): Promise<boolean>;
}

/** Where an address leads. */
export interface Route {
  /** The page that visitors see in the end; null if there is none. */
  end: string | null;
  /** The address of the first redirect; null without one. */
  from: string | null;
  /** The addresses that were passed, with the first and the last. */
  passed: string[];
  /** Whether it leads in a circle, or to ever longer addresses. */
  isCircle: boolean;
}

/** The most hops that are followed. Visitors are redirected once, to the target of the last hop. */
export const maxHops = 30;

/**
 * Follows redirects from an address to the first page that visitors see. A redirect whose target was renamed, withdrawn
 * or redirected later is followed to its end, so that no visitor is redirected twice or in a circle.
 */
export async function followRedirects(path: string, source: RedirectSource): Promise<Route> {
  const passed = [path];
  let from: string | null = null;
  for (let at = path; passed.length <= maxHops; ) {
    const hop = await source.findHop(at);
    if (!hop) break;
    from ??= hop.from;
    at = hop.next;
    const isCircle = passed.includes(at);
    passed.push(at);
    if (hop.isLive ?? (await source.isLive(at))) return { end: at, from, passed, isCircle: false };
    if (isCircle) return { end: null, from, passed, isCircle };
  }
  return { end: null, from, passed, isCircle: passed.length > maxHops };
}

/** Returns the addresses of redirects that would lead on all addresses below a path: `/a/*` and shorter ones. */
export function listPrefixesOf(path: string): string[] {
  // The address of a redirect has at most 200 characters, and that of a request may have thousands of parts.
  const parts = path.slice(0, 200).split('/').slice(1, -1);
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}/*`).reverse();
}

/** Returns where a redirect leads from an address. The rest of the address is kept if both have an asterisk. */
export function applyRedirect(from: string, target: string, path: string): string {
  return isPrefixPath(from) && isPrefixPath(target) ? target.slice(0, -1) + path.slice(from.length - 1) : target;
}

/**
 * Returns where a path leads next: by a former slug, by a redirect, by a merged category, or by a redirect of all
 * addresses below a path, in this order. A redirect at a former slug is older than the page that was there.
 */
async function findHop({ db }: Context, path: string): Promise<Hop | null> {
  const named = parseEntryPath(path);
  const category = parseCategoryPath(path);
  const { rows } = await db.execute<{
    from: string;
    target: string | null;
    type: EntryType | null;
    slug: string | null;
    isLive: boolean;
  }>(sql`
    select hop."from", hop.target, ${entries.type}, ${entries.slug}, coalesce(${isEnabled}, false) as "isLive"
    from (
      select ${path}::text as "from", entry_id, null::text as target, 1 as place from ${formerSlugs}
      where type = ${named?.type ?? null}::entry_type and slug = ${named?.slug ?? null}
      union all
      select path, entry_id, target, 2 from ${redirects} where path = ${path}
      union all
      select ${path}, null, ${category ? entryTypes[category.type].categoryPath : null}::text || target.slug, 3
      from ${categories} join ${categories} as target on target.id = ${categories.mergedIntoId}
      where ${categories.type} = ${category?.type ?? null}::entry_type and ${categories.slug} = ${category?.slug ?? null}
      union all
      select path, entry_id, target, 4 from ${redirects} where path = any(${sql.param(listPrefixesOf(path))}::text[])
    ) as hop
    left join ${entries} on ${entries.id} = hop.entry_id
    order by place, length(hop."from") desc limit 1`);
  const [hop] = rows;
  if (!hop) return null;
  const { from, target, type, slug, isLive } = hop;
  if (type && slug) return { from, next: getEntryPath(type, slug), isLive };
  return target === null ? null : { from, next: applyRedirect(from, target, path), isLive: null };
}

/** Returns the page that visitors see instead of a path, and the redirect that leads there; null without a page. */
export async function findRoute(ctx: Context, path: string): Promise<{ target: string; from: string } | null> {
  const source = { findHop: (at: string) => findHop(ctx, at), isLive: (at: string) => isLivePath(ctx, at) };
  const { end, from } = await followRedirects(path, source);
  return end === null || from === null ? null : { target: end, from };
}

/** Removes the redirect of a renamed entry. Returns whether there was one. */
async function deleteFormerSlug({ db }: Context, path: string): Promise<boolean> {
  const named = parseEntryPath(path);
  if (!named) return false;
  const { type, slug } = named;
  const { rowCount } = await db.delete(formerSlugs).where(and(eq(formerSlugs.type, type), eq(formerSlugs.slug, slug)));
  return Boolean(rowCount);
}

/** Removes a redirect of an editor, or of a renamed entry. `not_found` if there is none. */
export async function removeRedirect(ctx: Context, { path }: { path: string }): Promise<{ path: string }> {
  const { rowCount } = await ctx.db.delete(redirects).where(eq(redirects.path, path));
  await ctx.db.delete(redirectHits).where(eq(redirectHits.path, path));
  if (!rowCount && !(await deleteFormerSlug(ctx, path)))
    throw new ApiError('not_found', 'There is no redirect at this address. Somebody may have deleted it.');
  return { path };
}
