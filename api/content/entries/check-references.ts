import type { EntryType } from '../../../contract/content/entry-types.ts';
import { type FieldReference, listReferences } from '../../../contract/content/field-references.ts';
import { getPart } from '../../../contract/content/field-texts.ts';
import { isSitePath, parseFeedPath } from '../../../contract/content/site-paths.ts';
import { findHiddenPathReason, findHiddenReason, type TextTime } from './hidden-targets.ts';
import { type KnownReferences, toSitePath } from './known-references.ts';
import { listLinks } from './links.ts';
import type { RenderedContent } from './render-content.ts';

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
  return list && !feeds.has(list) ? 'is a feed that the setting “Names of lists” turns off' : null;
}

/**
 * Returns why a link of a text leads to no page that visitors see, in words that follow its target; null if it leads to
 * one, or to another site.
 */
export function findLinkReason(link: string, { own, time }: TextPlace, known: KnownReferences): string | null {
  const target = toSitePath(link, known);
  if (!target.startsWith('/')) return null;
  if (!isSitePath(target, known.entries, known.categories)) return 'is not a page of this site';
  return findFeedReason(target, known) ?? findHiddenPathReason(target, own, time, known);
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

/** An entry or a category that own fields name. */
export interface NamedReference extends Pick<FieldReference, 'path' | 'value'> {
  isCategory: boolean;
  /** The type of the entry or the category. */
  type: EntryType;
}

/** Returns the entries and the categories that the shown parts of own fields name. */
export function listNamedReferences(type: EntryType, fields: TextReferences['fields']): NamedReference[] {
  return listReferences(type, fields).flatMap(({ path, refersTo, value, isShown }): NamedReference[] => {
    // Links and pictures are checked apart.
    if (!isShown || refersTo === 'LINK' || refersTo === 'PICTURE') return [];
    const isCategory = refersTo === 'CATEGORY';
    // The type of a category is named beside it.
    const named = isCategory ? (getPart(fields, [...path.slice(0, -1), 'type']) as EntryType) : refersTo;
    return [{ path, value, isCategory, type: named }];
  });
}

/** Returns why a named entry or category does not exist, or is hidden at the time of the text; null if neither. */
export function findNameReason(
  { type, value, isCategory }: NamedReference,
  { own, time }: TextPlace,
  known: KnownReferences,
): string | null {
  const name = `${type}/${value}`;
  if (!isCategory) return known.entries.has(name) ? findHiddenReason(name, own, time, known) : 'does not exist';
  if (!known.categories.has(name)) return `is not a category of ${type}`;
  return time !== null && known.hiddenCategories.has(name) ? 'is a hidden category' : null;
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
    ...listLinks(type, fields, rendered).flatMap(({ path, line, target }) => {
      const reason = findLinkReason(target, place, known);
      return reason === null ? [] : [{ path, line, message: `links to ${target}, which ${reason}` }];
    }),
    ...checkPictures(rendered, known),
    ...theirs.flatMap((slug, index) =>
      known.interests.has(slug) ? [] : [{ path: ['interests', index], line: null, message: `${slug} does not exist` }],
    ),
    ...listNamedReferences(type, fields).flatMap((reference) => {
      const reason = findNameReason(reference, place, known);
      const path = ['fields', ...reference.path];
      return reason === null ? [] : [{ path, line: null, message: `${reference.value} ${reason}` }];
    }),
    ...(author == null || known.members.has(author) ? [] : [createProblem('author', `${author} is not in the team`)]),
    ...(category == null || known.categories.has(`${type}/${category}`)
      ? []
      : [createProblem('category', `${category} is not a category of ${type}`)]),
  ];
}
