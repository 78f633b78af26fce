import { and, eq, sql } from 'drizzle-orm';
import { type EntryType, getEntryPath } from '../../../contract/content/entry-types.ts';
import { isSitePath, parseCategoryPath, parseEntryPath } from '../../../contract/content/site-paths.ts';
import type { Context } from '../../context.ts';
import { categories, entries, formerSlugs, redirects } from '../../db/index.ts';
import { isEnabled } from '../entries/visibility.ts';

/** Returns whether visitors see a page at a path. */
export async function isLivePath({ db }: Context, path: string): Promise<boolean> {
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
