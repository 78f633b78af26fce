import { and, eq, inArray, not } from 'drizzle-orm';
import { entryTypeNames, getEntryPath } from '../../../contract/content/entry-types.ts';
import {
  type FieldReference,
  getFieldsSchema,
  isReferenceTo,
  listReferences,
  listSchemas,
} from '../../../contract/content/field-references.ts';
import { getPart } from '../../../contract/content/field-texts.ts';
import { type SectionKind, sectionRows } from '../../../contract/content/sections.ts';
import { upgradeFields } from '../../../contract/studio/content-versions.ts';
import { isRecord } from '../../../contract/studio/match-items.ts';
import type { HiddenTarget } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import { entries, revisions } from '../../db/index.ts';
import { fieldLinkedPaths, mayLinkTo } from './find-linking-entries.ts';
import { isEnabled, isShownRevision, isWithdrawn, shownRevisionId } from './visibility.ts';

const typesWithReferences = entryTypeNames.filter((type) =>
  listSchemas(getFieldsSchema(type)).some(({ refersTo, format }) => refersTo ?? format === 'markdown'),
);

/** Returns the title of the section in which a text of own fields stands, or the label of its kind; empty outside. */
function getSectionName(fields: unknown, path: FieldReference['path']): string {
  const [list, index] = path;
  const section = list === undefined || typeof index !== 'number' ? null : getPart(fields, [list, index]);
  if (!isRecord(section) || typeof section.kind !== 'string') return '';
  return typeof section.title === 'string' ? section.title : (sectionRows[section.kind as SectionKind]?.label ?? '');
}

/**
 * Returns the parts of the own fields of shown entries, texts in them included, that name an entry which was withdrawn.
 */
export async function listHiddenTargets({ db }: Context): Promise<{ items: HiddenTarget[] }> {
  const withdrawn = await db
    .select({ id: entries.id, type: entries.type, slug: entries.slug, title: revisions.title })
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, shownRevisionId))
    .where(and(isWithdrawn, not(isEnabled)));
  if (withdrawn.length === 0) return { items: [] };
  const { title, fields, schemaVersion } = revisions;
  const rows = await db
    .select({
      id: entries.id,
      type: entries.type,
      slug: entries.slug,
      title,
      fields,
      schemaVersion,
      links: fieldLinkedPaths,
    })
    .from(revisions)
    .innerJoin(entries, isShownRevision)
    .where(and(isEnabled, inArray(entries.type, typesWithReferences), mayLinkTo(withdrawn)))
    .orderBy(revisions.title, entries.id);
  const items = rows.flatMap(({ id, type, slug, title, schemaVersion, links, ...row }) => {
    const fields = upgradeFields({ type, slug }, schemaVersion, row.fields);
    const references = listReferences(type, fields).filter(({ isShown }) => isShown);
    return withdrawn.flatMap((target): HiddenTarget[] => {
      const path = getEntryPath(target.type, target.slug);
      const sections = references
        .filter((reference) => isReferenceTo(reference, target))
        .map((reference) => getSectionName(fields, reference.path));
      // The place of a link in a text is not known: the editor of the page names its line.
      const found = sections.length === 0 && links.includes(path) ? [''] : [...new Set(sections)];
      return found.map((section) => ({ id, title, section, target: { id: target.id, title: target.title, path } }));
    });
  });
  return { items };
}
