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

/** Where a chosen text belongs. */
interface Place {
  path: string;
  offset: number | null;
  length: number;
}

/** Returns the properties of a value; none for a value that is no object. */
const getProperties = (value: unknown) => new Map<string, unknown>(Object.entries(value ?? {}));

function areTexts(value: unknown): value is PlainTexts {
  const properties = getProperties(value);
  return ['title', 'summary', 'body'].every((name) => typeof properties.get(name) === 'string');
}

function isPlace(value: unknown): value is Place {
  const [path, offset, length] = ['path', 'offset', 'length'].map((name) => getProperties(value).get(name));
  return typeof path === 'string' && (offset === null || typeof offset === 'number') && typeof length === 'number';
}

/** Returns the texts and places in the hidden fields of a sent form; null if the page did not write these fields. */
function parseHiddenFields(form: Record<string, string>): { texts: PlainTexts; places: Place[] } | null {
  try {
    const [texts, places]: unknown[] = [form.merged, form.places].map((text) => JSON.parse(text ?? ''));
    return areTexts(texts) && Array.isArray(places) && places.every(isPlace) ? { texts, places } : null;
  } catch {
    return null;
  }
}

/** Returns the texts of a sent form, with what was chosen at each place; null if a field is missing or invalid. */
export function readResolvedTexts(form: Record<string, string>): PlainTexts | null {
  const hidden = parseHiddenFields(form);
  if (!hidden) return null;
  // The texts are validated when they are saved.
  const { title, summary, body } = hidden.texts;
  const texts = { title, summary, body };
  for (const [index, { path, offset, length }] of [...hidden.places.entries()].reverse()) {
    if (!isText(path)) continue;
    const chosen = form[getChoiceName(index)];
    if (chosen === undefined) return null;
    const ending = texts[path].includes('\r\n') ? '\r\n' : '\n';
    const start = offset ?? 0;
    texts[path] = texts[path].slice(0, start) + chosen.replaceAll('\r\n', ending) + texts[path].slice(start + length);
  }
  return texts;
}
