import { and, eq, notInArray, sql } from 'drizzle-orm';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import type { Context } from '../../context.ts';
import { entries, revisions } from '../../db/index.ts';
import { isEnabled, shownRevisionId } from '../entries/visibility.ts';

interface LinkingEntry {
  id: number;
  title: string;
  path: string;
}

/** Returns the shown entries outside a list that link to entries of the list, by the id of the linked entry. */
export async function findLinksFromOutside(
  { db }: Context,
  linked: { id: number; path: string }[],
): Promise<Map<number, LinkingEntry[]>> {
  const found = new Map<number, LinkingEntry[]>();
  if (linked.length === 0) return found;
  // The next character ends the address: a quote of the attribute, or its query or fragment.
  const targets = sql<string[]>`(select array_agg(distinct target[1]) from
    regexp_matches(${revisions.html}, 'href="(/[^"#?]*)', 'g') as target)`;
  const rows = await db
    .select({ id: entries.id, type: entries.type, slug: entries.slug, title: revisions.title, targets })
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, shownRevisionId))
    .where(
      and(
        isEnabled,
        notInArray(
          entries.id,
          linked.map(({ id }) => id),
        ),
        sql`${targets} && ${sql.param(linked.map(({ path }) => path))}::text[]`,
      ),
    )
    .orderBy(entries.id);
  for (const { targets: paths, id, type, slug, title } of rows)
    for (const target of linked.filter(({ path }) => paths.includes(path)))
      found.set(target.id, [...(found.get(target.id) ?? []), { id, title, path: getEntryPath(type, slug) }]);
  return found;
}
