import { and, notInArray, type SQL, sql } from 'drizzle-orm';
import { type EntryType, getEntryPath } from '../../../contract/content/entry-types.ts';
import { isReferenceTo, listReferences } from '../../../contract/content/field-references.ts';
import { listFieldTexts } from '../../../contract/content/field-texts.ts';
import { upgradeFields } from '../../../contract/studio/content-versions.ts';
import type { Context } from '../../context.ts';
import { entries, revisions } from '../../db/index.ts';
import type { PlacedReference, RenderedContent } from './render-content.ts';
import { isEnabled, isShownRevision } from './visibility.ts';

/** SQL for the paths of the site to which the body and the texts of own fields of a revision link; has an index. */
const linkedPaths = sql<string[]>`linked_paths(${revisions.html}, ${revisions.rendered})`;

/**
 * Returns the condition that a revision possibly links to one of the given entries: the body or a text of a field links
 * to its path, or a field holds its path or slug. The condition uses the index of links in bodies and that of fields.
 */
function mayLinkTo(linked: readonly { type: EntryType; slug: string }[]): SQL {
  const paths = linked.map(({ type, slug }) => getEntryPath(type, slug));
  const names = [...paths, ...linked.map(({ slug }) => slug)];
  return sql`(${linkedPaths} && ${sql.param(paths)}::text[] or field_names(${revisions.fields}) && ${sql.param(names)}::text[])`;
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
  const rows = await db
    .select({
      id: entries.id,
      type: entries.type,
      slug: entries.slug,
      title: revisions.title,
      fields: revisions.fields,
      schemaVersion: revisions.schemaVersion,
      targets: linkedPaths,
    })
    .from(revisions)
    .innerJoin(entries, isShownRevision)
    .where(
      and(
        isEnabled,
        notInArray(
          entries.id,
          linked.map(({ id }) => id),
        ),
        mayLinkTo(linked),
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

/** Returns the links to paths and addresses that visitors see: those in Markdown, then those of own fields. */
export function listLinks(
  type: EntryType,
  fields: Record<string, unknown>,
  { links }: Pick<RenderedContent, 'links'>,
): PlacedReference[] {
  return [
    ...links,
    ...listReferences(type, fields).flatMap(({ path, refersTo, value, isShown }) =>
      isShown && refersTo === 'LINK' && value.startsWith('/')
        ? [{ path: ['fields', ...path], line: null, target: value }]
        : [],
    ),
    ...listFieldTexts(type, fields).flatMap(({ path, value, schema, isShown }) =>
      isShown && schema.format !== 'markdown' && /^https?:\/\//.test(value)
        ? [{ path: ['fields', ...path], line: null, target: value }]
        : [],
    ),
  ];
}
