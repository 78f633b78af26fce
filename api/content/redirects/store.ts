import { and, asc, eq } from 'drizzle-orm';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { serverSegments } from '../../../contract/content/page-slugs.ts';
import { builtInRedirects, parseEntryPath } from '../../../contract/content/site-paths.ts';
import type { Context } from '../../context.ts';
import { entries, redirects } from '../../db/index.ts';

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
