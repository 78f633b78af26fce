import type { EntryType } from './entry-types.ts';
import {
  type FieldSchema,
  type FieldText,
  getFieldsSchema,
  listSchemas,
  mapTextsBySchema,
} from './field-references.ts';
import { listSectionAnchors } from './sections.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the own fields of an entry with their texts changed; the same object if none changes. */
export function mapFieldTexts(
  type: EntryType,
  fields: Record<string, unknown>,
  change: (text: FieldText) => string | undefined,
): Record<string, unknown> {
  return mapTextsBySchema(getFieldsSchema(type), fields, change) as Record<string, unknown>;
}

/** Returns all texts in the own fields of an entry, in their order. */
export function listFieldTexts(type: EntryType, fields: Record<string, unknown>): FieldText[] {
  const found = new Map<string, FieldText>();
  mapFieldTexts(type, fields, (text) => {
    found.set(text.path.join('.'), text);
    return text.value;
  });
  return [...found.values()];
}

export const isMarkdown = ({ schema }: Pick<FieldText, 'schema'>): boolean => schema.format === 'markdown';
export const isPicture = ({ schema }: Pick<FieldText, 'schema'>): boolean => schema.refersTo === 'PICTURE';

const isAnchor = (schema: FieldSchema) => schema.format === 'anchor';

/** Returns whether own fields of a type can name anchors. */
export function hasAnchors(type: EntryType): boolean {
  return listSchemas(getFieldsSchema(type)).some(isAnchor);
}

/**
 * Returns the anchors that visitors find in the own fields of an entry, with those that the site gives to sections.
 * Headings of their texts have others.
 */
export function listAnchors(type: EntryType, fields: Record<string, unknown>): string[] {
  const own = listFieldTexts(type, fields).filter(({ schema, isShown }) => isAnchor(schema) && isShown);
  const sections = Array.isArray(fields.sections) ? (removeHidden(fields.sections) as unknown[]).filter(isRecord) : [];
  const usual = listSectionAnchors(sections as { kind: string }[]);
  return [...own.map(({ value }) => value), ...usual.filter((anchor) => anchor !== undefined)];
}

/**
 * Returns the name of a rendered text or picture of own fields in answers. In an item of a list that has an `id`, the
 * name is the id for its `text`, such as `a1`, and begins with the id for others, such as `a1.features.0.picture`.
 */
export function getRenderedKey(fields: Record<string, unknown>, path: FieldText['path']): string {
  let value: unknown = fields;
  for (const [index, part] of path.entries()) {
    value = (value as Record<string | number, unknown> | undefined)?.[part];
    if (typeof part !== 'number' || !isRecord(value) || typeof value.id !== 'string') continue;
    const below = path.slice(index + 1).join('.');
    return below === 'text' ? value.id : `${value.id}.${below}`;
  }
  return path.join('.');
}

/** Returns the part of own fields at a path; undefined if there is none. */
export function getPart(fields: unknown, path: FieldText['path']): unknown {
  return path.reduce<unknown>((value, name) => (value as Record<string | number, unknown> | undefined)?.[name], fields);
}

/** Returns a value without the items of its lists that visitors do not see. */
export function removeHidden(value: unknown): unknown {
  if (Array.isArray(value))
    return value.filter((item) => !isRecord(item) || item.shown !== false).map((item) => removeHidden(item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, removeHidden(part)]));
}

/** Returns own fields as visitors get them: without hidden items, and without Markdown, which they get as HTML. */
export function toPublicFields(type: EntryType, fields: Record<string, unknown>): Record<string, unknown> {
  const withoutMarkdown = mapFieldTexts(type, fields, (text) => (isMarkdown(text) ? undefined : text.value));
  return removeHidden(withoutMarkdown) as Record<string, unknown>;
}
