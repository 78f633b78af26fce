import { and, eq, inArray, not, sql } from 'drizzle-orm';
import { getEntryPath, typesWithPages } from '../../../contract/content/entry-types.ts';
import type { BrokenLink } from '../../../contract/studio/today-operations.ts';
import type { Context } from '../../context.ts';
import { entries, redirects, revisions } from '../../db/index.ts';
import { linkedPaths } from '../entries/find-linking-entries.ts';
import { isEnabled, isShownRevision, isWithdrawn, shownRevisionId } from '../entries/visibility.ts';

/**
 * Returns the links in the bodies of shown entries to entries that were withdrawn since, without those whose address a
 * redirect leads on. Links in own fields are among the hidden targets.
 */
export async function listBrokenLinks({ db }: Context, limit: number): Promise<BrokenLink[]> {
  const withdrawn = await db
    .select({ id: entries.id, type: entries.type, slug: entries.slug, title: revisions.title })
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, shownRevisionId))
    .where(and(inArray(entries.type, typesWithPages), isWithdrawn, not(isEnabled)));
  if (withdrawn.length === 0) return [];
  const targets = withdrawn.map((target) => ({ ...target, path: getEntryPath(target.type, target.slug) }));
  const paths = targets.map(({ path }) => path);
  const led = await db.select({ path: redirects.path }).from(redirects).where(inArray(redirects.path, paths));
  const gone = targets.filter(({ path }) => !led.some((redirect) => redirect.path === path));
  const rows = await db
    .select({ id: entries.id, title: revisions.title, links: sql<string[]>`linked_paths(${revisions.html}, '{}')` })
    .from(revisions)
    .innerJoin(entries, isShownRevision)
    .where(and(isEnabled, sql`${linkedPaths} && ${sql.param(gone.map(({ path }) => path))}::text[]`))
    .orderBy(revisions.title, entries.id)
    .limit(limit);
  return rows
    .flatMap(({ id, title, links }) =>
      gone
        .filter(({ path }) => links.includes(path))
        .map((target) => ({ id, title, target: { id: target.id, title: target.title, path: target.path } })),
    )
    .slice(0, limit);
}
