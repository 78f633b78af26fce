import type { EntryCard, EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { getEntryType } from '../../../contract/content/entry-types.ts';
import { isMarkdown, listFieldTexts, toPublicFields } from '../../../contract/content/field-texts.ts';
import { getCoverPath } from '../../../contract/content/picture-variants.ts';
import { bodySectionId, upgradeFields } from '../../../contract/studio/content-versions.ts';
import type { CardRow } from './visibility.ts';

const wordsPerMinute = 230;

/** Returns the address of an entry's own drawing; null if its cover is a plate. */
function getCoverAddress({ type, slug, cover }: CardRow): string | null {
  if (cover) return getCoverPath(cover);
  switch (type) {
    case 'SERVICE':
    case 'MICROSERVICE':
      return `/drawings/schematic/${type}/${slug}.svg`;
    case 'INFOGRAPHIC':
      return `/drawings/chart/${type}/${slug}/0.svg`;
    default:
      return null;
  }
}

function presentCommon(row: CardRow) {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    summary: row.summary,
    category:
      row.categoryId !== null && row.categorySlug !== null && row.categoryName !== null
        ? { id: row.categoryId, slug: row.categorySlug, name: row.categoryName }
        : null,
    interests: row.interests,
    // A draft has no date yet, so a preview shows the current date.
    publishedAt: (row.publishedAt ?? new Date()).toISOString(),
    updatedAt: row.revisedAt?.toISOString() ?? null,
    readingMinutes: Math.max(1, Math.round(row.words / wordsPerMinute)),
    cover: getCoverAddress(row),
  };
}

/** Returns the own fields of an entry, converted to the present content schema. */
export function readFields(row: CardRow & Partial<Pick<EntryDetailRow, 'olderBody'>>): Record<string, unknown> {
  return upgradeFields(row, row.schemaVersion, row.fields, row.olderBody);
}

/** Returns the card of an entry for a list, with only those own fields that the type names for cards. */
export function presentEntryCard(row: CardRow): EntryCard {
  const { cardFields } = getEntryType(row.type);
  const own = readFields(row);
  const fields = Object.fromEntries(
    cardFields.map((name) => [name, own[name]]).filter(([, value]) => value !== undefined),
  );
  return { type: row.type, ...presentCommon(row), fields } as EntryCard;
}

export interface EntryDetailRow extends CardRow {
  html: string;
  toc: EntryDetail['toc'];
  rendered: EntryDetail['rendered'];
  /** The body of a text of an older version; empty for one of the present version, which needs none. */
  olderBody: string;
  keywords: string[];
  authorSlug: string | null;
  authorName: string | null;
  authorRole: string | null;
}

/**
 * Returns what is rendered of an entry. The body of an older page is its section of text, also if a server of an
 * earlier release has stored and rendered it.
 */
function presentRendered({ type, html, toc, rendered, olderBody }: EntryDetailRow, fields: Record<string, unknown>) {
  const isMoved = olderBody !== '' && listFieldTexts(type, fields).some(isMarkdown);
  if (!isMoved) return { html, toc, rendered };
  return { html: '', toc: [], rendered: { [bodySectionId]: { html, toc }, ...rendered } };
}

/** Returns the whole entry for its page. */
export function presentEntryDetail(row: EntryDetailRow, preview: boolean): EntryDetail {
  const { authorSlug, authorName, authorRole } = row;
  const fields = readFields(row);
  return {
    type: row.type,
    ...presentCommon(row),
    fields: toPublicFields(row.type, fields),
    ...presentRendered(row, fields),
    keywords: row.keywords,
    author: authorSlug && authorName && authorRole ? { slug: authorSlug, name: authorName, role: authorRole } : null,
    preview,
  } as EntryDetail;
}
