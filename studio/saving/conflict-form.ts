import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { isRecord } from '../../contract/studio/match-items.ts';
import { resolveConflicts } from '../../contract/studio/resolve-conflicts.ts';
import type { Conflict } from '../../contract/studio/shapes.ts';

// The form that resolves a conflict without JavaScript.

/** What a page without JavaScript saves: texts, or the fields of a setting. */
export type PlainTexts = Pick<DraftContent, 'title' | 'summary' | 'body' | 'fields'>;

/** The value of `intent` in this form. */
export const resolveIntent = 'resolve';

/** Returns the name of the field that holds what was chosen for a conflict. */
export const getChoiceName = (index: number) => `chosen.${index}`;

/** Returns the hidden fields of the form. Texts are in JSON, because a browser normalizes the line breaks of values. */
export function listHiddenFields(version: string, merged: PlainTexts, conflicts: readonly Conflict[]) {
  const { title, summary, body, fields } = merged;
  const places = conflicts.map(({ path, offset, theirs }) => ({ path, offset, length: theirs.length }));
  return [
    { name: 'intent', value: resolveIntent },
    { name: 'version', value: version },
    { name: 'merged', value: JSON.stringify({ title, summary, body, fields }) },
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
  const hasTexts = ['title', 'summary', 'body'].every((name) => typeof properties.get(name) === 'string');
  return hasTexts && isRecord(properties.get('fields'));
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
  const { title, summary, body, fields } = hidden.texts;
  const ending = body.includes('\r\n') ? '\r\n' : '\n';
  const chosen = hidden.places.map((_, index) => form[getChoiceName(index)]?.replaceAll('\r\n', ending));
  if (chosen.includes(undefined)) return null;
  const conflicts = hidden.places.map(({ path, offset, length }) => ({ path, offset, theirs: ' '.repeat(length) }));
  try {
    return resolveConflicts({ title, summary, body, fields }, conflicts, chosen as string[]);
  } catch {
    // A place that the texts do not have, or a choice that is no JSON.
    return null;
  }
}
