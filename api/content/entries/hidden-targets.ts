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
import { parseCategoryPath, parseEntryPath } from '../../../contract/content/site-paths.ts';
import { upgradeFields } from '../../../contract/studio/content-versions.ts';
import { isRecord } from '../../../contract/studio/match-items.ts';
import type { HiddenTarget } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import { entries, revisions } from '../../db/index.ts';
import type { KnownReferences, PublicationTimes } from './known-references.ts';
import { fieldLinkedPaths, mayLinkTo } from './links.ts';
import { isEnabled, isShownRevision, isWithdrawn, shownRevisionId } from './visibility.ts';

/** When visitors see a text for the first time; null: not at all, as the text of a draft or of a withdrawn entry. */
export type TextTime = Date | 'now' | null;

/** Formats a moment for the text of a problem. */
const formatMoment = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Returns why visitors do not see an entry at a moment, in words that follow its name; null if they see it. */
function describeHidden({ publishedAt, withdrawnAt }: PublicationTimes, moment: Date, now: Date): string | null {
  if (publishedAt === null) return 'is a draft';
  if (publishedAt > moment) return `is scheduled for ${formatMoment(publishedAt)}, later than this text`;
  if (withdrawnAt === null || withdrawnAt > moment) return null;
  return withdrawnAt > now
    ? `will be withdrawn at ${formatMoment(withdrawnAt)}, before this text appears`
    : `has been withdrawn since ${formatMoment(withdrawnAt)}`;
}

/**
 * Returns why visitors do not see a target of a text at the time of the text, in words that follow its name. Null for a
 * target that they see, and for one that does not exist. `own` is the entry of the text (`TYPE/slug`), which counts as
 * seen.
 */
export function findHiddenReason(
  target: string,
  own: string,
  time: TextTime,
  { entries, now }: Pick<KnownReferences, 'entries' | 'now'>,
): string | null {
  const shown = entries.get(target);
  return time === null || target === own || !shown ? null : describeHidden(shown, time === 'now' ? now : time, now);
}

/** As `findHiddenReason`, for a path of the site. */
export function findHiddenPathReason(path: string, own: string, time: TextTime, known: KnownReferences): string | null {
  const category = parseCategoryPath(path);
  if (category) {
    const isHidden = known.hiddenCategories.has(`${category.type}/${category.slug}`);
    return time !== null && isHidden ? 'is a hidden category' : null;
  }
  const entry = parseEntryPath(path);
  return entry && findHiddenReason(`${entry.type}/${entry.slug}`, own, time, known);
}

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
