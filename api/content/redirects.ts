import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { type EntryType, entryTypes, getEntryPath, typesWithPages } from '../../contract/content/entry-types.ts';
import { serverSegments } from '../../contract/content/page-slugs.ts';
import {
  builtInRedirects,
  isPrefixPath,
  isSitePath,
  parseCategoryPath,
  parseEntryPath,
} from '../../contract/content/site-paths.ts';
import type { Redirect } from '../../contract/studio/redirect-operations.ts';
import type { Context } from '../context.ts';
import { acts, categories, entries, formerSlugs, redirectHits, redirects, users } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { isEnabled } from './entries/visibility.ts';

/** Where a stored redirect leads: to an entry by its id, so that a rename changes nothing, or to another page. */
export type StoredTarget = Pick<typeof redirects.$inferSelect, 'entryId' | 'target'>;

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

/** Returns the target of a redirect to a page: the entry at this path, whether visitors see it or not, or the path. */
export async function findTarget({ db }: Context, page: string): Promise<StoredTarget> {
  const named = parseEntryPath(page);
  const [entry] = named
    ? await db
        .select({ id: entries.id })
        .from(entries)
        .where(and(eq(entries.type, named.type), eq(entries.slug, named.slug)))
    : [];
  return entry ? { entryId: entry.id, target: null } : { entryId: null, target: page };
}

/** Stores a redirect. Returns whether there was none at its path. `createdBy` is null for an import. */
export async function storeRedirect(
  { db }: Context,
  redirect: StoredTarget & { path: string; createdBy: number | null },
): Promise<boolean> {
  const stored = await db.insert(redirects).values(redirect).onConflictDoNothing().returning({ path: redirects.path });
  return stored.length > 0;
}

/** Returns all redirects that were added by hand, with the present address of their target, by path. */
export async function listStoredRedirects({ db }: Context) {
  const rows = await db
    .select({
      path: redirects.path,
      entryId: redirects.entryId,
      target: redirects.target,
      type: entries.type,
      slug: entries.slug,
    })
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

/** The most hops that are followed in the database. Visitors are redirected once, to the target of the last hop. */
export const maxHops = 10;

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
 * Returns where a redirect, a former slug, a merged category or a redirect of all addresses below a path leads next, in
 * this order.
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
      select path as "from", entry_id, target, 1 as place from ${redirects} where path = ${path}
      union all
      select ${path}, entry_id, null, 2 from ${formerSlugs}
      where type = ${named?.type ?? null}::entry_type and slug = ${named?.slug ?? null}
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

/** Returns the page that visitors see instead of a path; null if there is none. */
export async function findRedirect(ctx: Context, path: string): Promise<string | null> {
  return (await findRoute(ctx, path))?.target ?? null;
}

/** SQL for the path before the slug of an entry, by its type. */
const prefix = sql`case ${formerSlugs.type} ${sql.join(
  typesWithPages.map((type) => sql`when ${type} then ${entryTypes[type].itemPath}`),
  sql` `,
)} end`;

const allRedirects = sql`
  select path, 'EDITOR' as kind, entry_id, target, created_by, created_at from ${redirects}
  union all
  select ${prefix} || slug, 'RENAME', entry_id, null, (
    select ${acts.doneBy} from ${acts} where ${acts.entryId} = ${formerSlugs.entryId} and ${acts.kind} = 'RENAME'
      and ${acts.before} ->> 'slug' = ${formerSlugs.slug} order by ${acts.id} desc limit 1
  ), since from ${formerSlugs}`;

interface Row extends Record<string, unknown> {
  path: string;
  kind: Redirect['kind'];
  target: string | null;
  type: EntryType | null;
  slug: string | null;
  createdBy: string | null;
  createdAt: string;
  hits: number | null;
  lastHitOn: string | null;
}

async function selectRedirects(ctx: Context, where: SQL, { page, size }: { page: number; size: number }) {
  const { rows } = await ctx.db.execute<Row>(sql`
    select redirect.path, kind, target, ${entries.type}, ${entries.slug}, ${users.name} as "createdBy",
      redirect.created_at as "createdAt", ${redirectHits.times}::int as hits, ${redirectHits.lastDay}::text as "lastHitOn"
    from (${allRedirects}) as redirect
    left join ${entries} on ${entries.id} = redirect.entry_id
    left join ${users} on ${users.id} = redirect.created_by
    left join ${redirectHits} on ${redirectHits.path} = redirect.path
    where ${where} order by redirect.created_at desc, redirect.path limit ${size} offset ${page * size}`);
  return Promise.all(
    rows.map(
      async ({ path, kind, target, type, slug, createdBy, createdAt, hits, lastHitOn }): Promise<Redirect> => ({
        path,
        kind,
        // Where a redirect of all addresses below a path leads, depends on the address.
        leadsTo: isPrefixPath(path) && target && isPrefixPath(target) ? target : await findRedirect(ctx, path),
        target: type && slug ? getEntryPath(type, slug) : (target ?? ''),
        isOverridden: await isLivePath(ctx, path),
        hits: hits ?? 0,
        lastHitOn,
        createdBy,
        createdAt: new Date(createdAt).toISOString(),
      }),
    ),
  );
}

/** Returns one page of the redirects whose path contains `q`, the newest first. */
export async function listRedirects(
  ctx: Context,
  { q, ...page }: { q?: string | undefined; page: number; size: number },
) {
  const where = sql`position(lower(${q ?? ''}::text) in lower(redirect.path)) > 0`;
  const { rows } = await ctx.db.execute<{ total: string }>(
    sql`select count(*) as total from (${allRedirects}) as redirect where ${where}`,
  );
  return { items: await selectRedirects(ctx, where, page), ...page, total: Number(rows[0]?.total) };
}

/** Returns one redirect as it is listed. */
export async function presentRedirect(ctx: Context, path: string): Promise<Redirect> {
  const [found] = await selectRedirects(ctx, sql`redirect.path = ${path}`, { page: 0, size: 1 });
  if (!found) throw new ApiError('not_found', 'There is no redirect at this address.');
  return found;
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
