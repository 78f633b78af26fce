import type { EntryType } from '../../../contract/content/entry-types.ts';
import { listReferences } from '../../../contract/content/field-references.ts';
import type { PlacedReference, RenderedContent } from './render-content.ts';

/** Returns the links to paths of the site that visitors see: those in Markdown, then those of own fields. */
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
  ];
}
