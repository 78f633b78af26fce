import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { FieldSchema } from '../../../contract/content/field-references.ts';

/**
 * Returns whether the editor of an entry has a text. A page has sections instead of a text, but the text of an earlier
 * version stays. A setting has neither.
 */
export function hasText(type: EntryType, body: string): boolean {
  return type !== 'SETTING' && (type !== 'PAGE' || body.trim() !== '');
}

/** Returns whether the field of a path stands beside the text, in the panel of details. */
export function isDetail(type: EntryType, path: string): boolean {
  if (type === 'SETTING' && path.startsWith('fields')) return false;
  return !/^(?:title|summary|body|fields\.sections)\b/.test(path);
}

/** Returns whether the own fields of a type include tables, drawings or lists, which need a wide panel. */
export function needsWidePanel({ properties = {} }: FieldSchema): boolean {
  return Object.entries(properties).some(
    ([name, { type, properties: own }]) => name !== 'sections' && (type === 'array' || own?.nodes !== undefined),
  );
}
