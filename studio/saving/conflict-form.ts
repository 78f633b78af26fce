import type { DraftContent } from '../../contract/studio/draft-content.ts';
import type { Conflict } from '../../contract/studio/shapes.ts';

// The form that resolves a conflict without JavaScript.

/** The texts that a page without JavaScript saves, and that a conflict there can be about. */
export type PlainTexts = Pick<DraftContent, 'title' | 'summary' | 'body'>;

/** The value of `intent` in this form. */
export const resolveIntent = 'resolve';

/** Returns the name of the field that holds what was chosen for a conflict. */
export const getChoiceName = (index: number) => `chosen.${index}`;

const isText = (path: string): path is keyof PlainTexts => ['title', 'summary', 'body'].includes(path);

/** Returns the hidden fields of the form. Texts are in JSON, because a browser normalizes the line breaks of values. */
export function listHiddenFields(version: string, merged: PlainTexts, conflicts: readonly Conflict[]) {
  const { title, summary, body } = merged;
  const places = conflicts.map(({ path, offset, theirs }) => ({ path, offset, length: theirs.length }));
  return [
    { name: 'intent', value: resolveIntent },
    { name: 'version', value: version },
    { name: 'merged', value: JSON.stringify({ title, summary, body }) },
    { name: 'places', value: JSON.stringify(places) },
  ];
}

/** Returns the texts of a sent form, with what was chosen at each place; none for a form that is not whole. */
export function readResolvedTexts(form: Record<string, string>): Partial<PlainTexts> {
  try {
    // The texts are validated when they are saved.
    const texts = JSON.parse(form.merged ?? '') as PlainTexts;
    const places = JSON.parse(form.places ?? '') as { path: string; offset: number; length: number }[];
    for (const [index, { path, offset, length }] of [...places.entries()].reverse()) {
      if (!isText(path)) continue;
      const chosen = form[getChoiceName(index)]?.replaceAll('\r\n', texts[path].includes('\r\n') ? '\r\n' : '\n') ?? '';
      texts[path] = texts[path].slice(0, offset) + chosen + texts[path].slice(offset + length);
    }
    return texts;
  } catch {
    return {};
  }
}
