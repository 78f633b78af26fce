import type { EntryType } from '../../../contract/content/entry-types.ts';
import { listReferences } from '../../../contract/content/field-references.ts';
import type { RenderedMarkdown } from '../markdown/render.ts';

/** A link of a text to a path of the site, and where it stands. `line` is the line in the body; null for own fields. */
export interface TextLink {
  path: (string | number)[];
  line: number | null;
  target: string;
}

/** Returns the links of a text to paths of the site: those of its body, then those of its own fields. */
export function listLinks(
  type: EntryType,
  fields: Record<string, unknown>,
  { links }: Pick<RenderedMarkdown, 'links'>,
): TextLink[] {
  return [
    ...links.map(({ target, line }) => ({ path: ['body'], line, target })),
    ...listReferences(type, fields).flatMap(({ path, refersTo, value }) =>
      refersTo === 'LINK' && value.startsWith('/') ? [{ path: ['fields', ...path], line: null, target: value }] : [],
    ),
  ];
}
