import { and, eq, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { type EntryType, getEntryPath } from '../../../contract/content/entry-types.ts';
import { isReferenceTo, listReferences } from '../../../contract/content/field-references.ts';
import { upgradeFields } from '../../../contract/studio/content-versions.ts';
import type { Context } from '../../context.ts';
import { entries, revisions } from '../../db/index.ts';
import { isEnabled, shownRevisionId } from './visibility.ts';

const withoutQuery = (text: SQL) => sql`split_part(split_part(${text}, '?', 1), '#', 1)`;

/** SQL for the HTML of all texts in the own fields of a revision. */
export const fieldsHtml = sql`coalesce((select string_agg(value ->> 'html', '')
  from jsonb_each(${revisions.rendered})), '')`;

/** SQL for every text in the own fields of a revision, without query and fragment. Some of them are references. */
export const fieldTexts = sql<string[]>`array(select ${withoutQuery(sql`value #>> '{}'`)}
  from jsonb_path_query(${revisions.fields}, 'strict $.** ? (@.type() == "string")') as value)`;

/** Returns SQL for the paths of the site to which an HTML text links. */
export function createLinkedPathsSql(html: SQL) {
  // A regular expression that matches everywhere would take several times as long.
  return sql<string[]>`array(select '/' || ${withoutQuery(sql`split_part(part, '"', 1)`)}
    from string_to_table(${html}, 'href="/') with ordinality as parts (part, number) where number > 1)`;
}

interface LinkingEntry {
  id: number;
  title: string;
  path: string;
}

/**
 * Returns the shown entries outside a list whose body or own fields lead to entries of the list, by the id of the
 * linked entry.
 */
export async function findLinkingEntries(
  { db }: Context,
  linked: readonly { id: number; type: EntryType; slug: string }[],
): Promise<Map<number, LinkingEntry[]>> {
  const found = new Map<number, LinkingEntry[]>();
  if (linked.length === 0) return found;
  const paths = linked.map(({ type, slug }) => getEntryPath(type, slug));
  const targets = createLinkedPathsSql(sql`${revisions.html} || ${fieldsHtml}`);
  const rows = await db
    .select({
      id: entries.id,
      type: entries.type,
      slug: entries.slug,
      title: revisions.title,
      fields: revisions.fields,
      schemaVersion: revisions.schemaVersion,
      targets,
    })
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, shownRevisionId))
    .where(
      and(
        isEnabled,
        notInArray(
          entries.id,
          linked.map(({ id }) => id),
        ),
        or(
          sql`${targets} && ${sql.param(paths)}::text[]`,
          sql`${fieldTexts} && ${sql.param([...paths, ...linked.map(({ slug }) => slug)])}::text[]`,
        ),
      ),
    )
    .orderBy(entries.id);
  for (const { targets: hrefs, id, type, slug, title, schemaVersion, fields } of rows) {
    const references = listReferences(type, upgradeFields({ type, slug }, schemaVersion, fields)).filter(
      ({ isShown }) => isShown,
    );
    const isLinked = (target: { type: EntryType; slug: string }) =>
      hrefs.includes(getEntryPath(target.type, target.slug)) ||
      references.some((reference) => isReferenceTo(reference, target));
    for (const target of linked.filter(isLinked))
      found.set(target.id, [...(found.get(target.id) ?? []), { id, title, path: getEntryPath(type, slug) }]);
  }
  return found;
}
