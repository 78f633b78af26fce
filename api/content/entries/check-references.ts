import type { EntryType } from '../../../contract/content/entry-types.ts';
import { type FieldReference, listReferences } from '../../../contract/content/field-references.ts';
import { getPart } from '../../../contract/content/field-texts.ts';
import { isSitePath, parseFeedPath } from '../../../contract/content/site-paths.ts';
import { findHiddenPathReason, findHiddenReason, type TextTime } from './hidden-targets.ts';
import type { KnownReferences } from './known-references.ts';
import { listLinks } from './links.ts';
import type { PlacedReference, RenderedContent } from './render-content.ts';

/** The references of a text besides its body. Undefined and null: none. */
export interface TextReferences {
  category?: string | null | undefined;
  author?: string | null | undefined;
  interests: readonly string[];
  fields: Record<string, unknown>;
}

/** A reference whose target does not exist, or is hidden. `line` is the line in the Markdown; null for other fields. */
export interface ReferenceProblem {
  path: (string | number)[];
  line: number | null;
  message: string;
}

/** Returns that a path is of a feed which is off; null if not. */
function findFeedReason(path: string, { feeds }: KnownReferences): string | null {
  const list = parseFeedPath(path);
  return list && !feeds.has(list) ? 'is a feed that the setting Lists turns off' : null;
}

function checkLinks(
  links: readonly PlacedReference[],
  { own, time }: TextPlace,
  known: KnownReferences,
): ReferenceProblem[] {
  return links.flatMap(({ path, line, target }) => {
    const reason = isSitePath(target, known.entries, known.categories)
      ? (findFeedReason(target, known) ?? findHiddenPathReason(target, own, time, known))
      : 'is not a page of this site';
    return reason === null ? [] : [{ path, line, message: `links to ${target}, which ${reason}` }];
  });
}

function checkPictures(rendered: RenderedContent, known: KnownReferences): ReferenceProblem[] {
  const pictures = rendered.pictures
    .filter(({ target }) => !known.pictures.has(target))
    .map(({ target, ...place }) => ({ ...place, message: `shows media/${target}, which does not exist` }));
  // Pages show no pictures of other sites. Only a picture that is named `media/<name>` counts as used by the text.
  const external = rendered.externalPictures.map(({ target, ...place }) => ({
    ...place,
    message: `shows ${target || 'a picture'}, which is not in the library; upload it, and write media/<name>`,
  }));
  return [...pictures, ...external];
}

/** Returns why a category does not exist for the type that is named beside it, or is hidden; null if neither. */
function findCategoryReason(
  { path, value }: FieldReference,
  fields: TextReferences['fields'],
  time: TextTime,
  known: KnownReferences,
): string | null {
  const type = String(getPart(fields, [...path.slice(0, -1), 'type']));
  if (!known.categories.has(`${type}/${value}`)) return `is not a category of ${type}`;
  return time !== null && known.hiddenCategories.has(`${type}/${value}`) ? 'is a hidden category' : null;
}

/** Returns why an entry that own fields name does not exist, or is hidden at the time of the text; null if neither. */
function findEntryReason(target: string, { own, time }: TextPlace, known: KnownReferences): string | null {
  return known.entries.has(target) ? findHiddenReason(target, own, time, known) : 'does not exist';
}

/** The entry of a text, as `TYPE/slug`, and when visitors see the text. */
export interface TextPlace {
  own: string;
  time: TextTime;
}

/**
 * Returns the references of a text whose targets do not exist, or that visitors do not see at the time of the text.
 * Paths of own fields begin with `fields`.
 */
export function findBrokenReferences(
  type: EntryType,
  place: TextPlace,
  text: TextReferences,
  rendered: RenderedContent,
  known: KnownReferences,
): ReferenceProblem[] {
  const { category, author, interests: theirs, fields } = text;
  const createProblem = (field: string, message: string): ReferenceProblem => ({ path: [field], line: null, message });
  return [
    ...checkLinks(listLinks(type, fields, rendered), place, known),
    ...checkPictures(rendered, known),
    ...theirs.flatMap((slug, index) =>
      known.interests.has(slug) ? [] : [{ path: ['interests', index], line: null, message: `${slug} does not exist` }],
    ),
    ...listReferences(type, fields).flatMap((reference) => {
      const { path, refersTo, value, isShown } = reference;
      // Links and pictures are checked above.
      if (!isShown || refersTo === 'LINK' || refersTo === 'PICTURE') return [];
      const reason =
        refersTo === 'CATEGORY'
          ? findCategoryReason(reference, fields, place.time, known)
          : findEntryReason(`${refersTo}/${value}`, place, known);
      return reason === null ? [] : [{ path: ['fields', ...path], line: null, message: `${value} ${reason}` }];
    }),
    ...(author == null || known.members.has(author) ? [] : [createProblem('author', `${author} is not in the team`)]),
    ...(category == null || known.categories.has(`${type}/${category}`)
      ? []
      : [createProblem('category', `${category} is not a category of ${type}`)]),
  ];
}
