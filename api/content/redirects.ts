import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { type EntryType, entryTypes, getEntryPath, typesWithPages } from '../../contract/content/entry-types.ts';
import { serverSegments } from '../../contract/content/page-slugs.ts';
import { builtInRedirects, isSitePath, parseCategoryPath, parseEntryPath } from '../../contract/content/site-paths.ts';
import type { NewRedirect, Redirect } from '../../contract/studio/redirect-operations.ts';
import type { Caller, Context } from '../context.ts';
import { acts, categories, entries, formerSlugs, redirects, users } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { requireActor } from '../people/index.ts';
import { isEnabled } from './entries/visibility.ts';

/** Where a stored redirect leads: to an entry by its id, so that a rename changes nothing, or to another page. */
export type StoredTarget = Pick<typeof redirects.$inferSelect, 'entryId' | 'target'>;

/** Endings of documents that the server answers without asking for a page, and its other files. */
const documents = /\.(?:atom|ico|json|txt|webmanifest|xml)$/;
const otherFiles =
  /^\/(?:icon\.svg|(?:apple-touch-icon|icon-\d+|social-image)\.png|book-a-free-consultation\/appointment\.ics)$/;

/** Returns whether the site answers an address without asking for a page, so that a redirect there has no effect. */
export function isAnsweredWithoutPage(path: string): boolean {
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

interface Hop extends Record<string, unknown> {
  target: string | null;
  type: EntryType | null;
  slug: string | null;
  isLive: boolean;
}

/** Returns where a redirect or a former slug leads next; null for any other path. */
async function findHop({ db }: Context, path: string): Promise<Hop | null> {
  const named = parseEntryPath(path);
  const { rows } = await db.execute<Hop>(sql`
    select hop.target, ${entries.type}, ${entries.slug}, coalesce(${isEnabled}, false) as "isLive"
    from (
      select entry_id, target, 1 as place from ${redirects} where path = ${path}
      union all
      select entry_id, null, 2 from ${formerSlugs}
      where type = ${named?.type ?? null}::entry_type and slug = ${named?.slug ?? null}
    ) as hop
    left join ${entries} on ${entries.id} = hop.entry_id
    order by place limit 1`);
  return rows[0] ?? null;
}

/** The most hops that are followed in the database. Visitors are redirected once, to the target of the last hop. */
const maxHops = 10;

/**
 * Returns the page that visitors see instead of a path; null if there is none. A redirect whose target was renamed,
 * withdrawn or redirected later is followed to its end, so that no visitor is redirected twice or in a loop.
 */
export async function findRedirect(ctx: Context, path: string): Promise<string | null> {
  const seen = new Set<string>();
  for (let at = path; !seen.has(at) && seen.size < maxHops; ) {
    seen.add(at);
    const hop = await findHop(ctx, at);
    const next = hop?.type && hop.slug ? getEntryPath(hop.type, hop.slug) : hop?.target;
    if (!hop || !next) return null;
    if (hop.type ? hop.isLive : await isLivePath(ctx, next)) return next;
    at = next;
  }
  return null;
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
}

async function selectRedirects(ctx: Context, where: SQL, { page, size }: { page: number; size: number }) {
  const { rows } = await ctx.db.execute<Row>(sql`
    select path, kind, target, ${entries.type}, ${entries.slug}, ${users.name} as "createdBy", redirect.created_at as "createdAt"
    from (${allRedirects}) as redirect
    left join ${entries} on ${entries.id} = redirect.entry_id
    left join ${users} on ${users.id} = redirect.created_by
    where ${where} order by redirect.created_at desc, path limit ${size} offset ${page * size}`);
  return Promise.all(
    rows.map(
      async ({ path, kind, target, type, slug, createdBy, createdAt }): Promise<Redirect> => ({
        path,
        kind,
        leadsTo: await findRedirect(ctx, path),
        target: type && slug ? getEntryPath(type, slug) : (target ?? ''),
        isOverridden: await isLivePath(ctx, path),
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
  const where = sql`position(lower(${q ?? ''}::text) in lower(path)) > 0`;
  const { rows } = await ctx.db.execute<{ total: string }>(
    sql`select count(*) as total from (${allRedirects}) as redirect where ${where}`,
  );
  return { items: await selectRedirects(ctx, where, page), ...page, total: Number(rows[0]?.total) };
}

/** Returns one redirect as it is listed. */
async function presentRedirect(ctx: Context, path: string): Promise<Redirect> {
  const [found] = await selectRedirects(ctx, sql`path = ${path}`, { page: 0, size: 1 });
  if (!found) throw new ApiError('not_found', 'There is no redirect at this address.');
  return found;
}

const createRefusal = (path: 'path' | 'target', message: string) =>
  new ApiError('unprocessable', 'The redirect was not added.', [{ path, message }]);

async function checkPath(ctx: Context, path: string): Promise<void> {
  if (isAnsweredWithoutPage(path)) throw createRefusal('path', 'is an address of the site itself');
  if (await isLivePath(ctx, path)) throw createRefusal('path', 'is the address of a page that visitors see');
  if (await ctx.db.$count(redirects, eq(redirects.path, path)))
    throw createRefusal('path', 'leads to another page already');
  const named = parseEntryPath(path);
  const isFormer =
    named &&
    (await ctx.db.$count(formerSlugs, and(eq(formerSlugs.type, named.type), eq(formerSlugs.slug, named.slug))));
  if (isFormer) throw createRefusal('path', 'leads to an entry that was renamed');
}

/**
 * Adds a redirect to a page that visitors see. A target that is redirected itself is replaced by the page to which it
 * leads, and an entry is stored by its id, so that a rename changes nothing. `unprocessable` if a page or a redirect is
 * at the path.
 */
export async function addRedirect(ctx: Context, { path, target }: NewRedirect, caller: Caller): Promise<Redirect> {
  const { userId } = requireActor(caller);
  return ctx.db.transaction(async (db) => {
    const tx = { db };
    await checkPath(tx, path);
    const page = (await isLivePath(tx, target)) ? target : await findRedirect(tx, target);
    if (page === null) throw createRefusal('target', 'is not a page that visitors see');
    const isStored = await storeRedirect(tx, { path, ...(await findTarget(tx, page)), createdBy: userId });
    if (!isStored) throw createRefusal('path', 'leads to another page already');
    return presentRedirect(tx, path);
  });
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
  if (!rowCount && !(await deleteFormerSlug(ctx, path)))
    throw new ApiError('not_found', 'There is no redirect at this address. Somebody may have deleted it.');
  return { path };
}
