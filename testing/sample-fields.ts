import type { EntryType } from '../contract/content/entry-types.ts';
import { type FieldSchema, getFieldsSchema } from '../contract/content/field-references.ts';

/** Creates a small value that fits a schema. A text with a pattern is the first of some that fits. */
function createSample(schema: FieldSchema & { pattern?: string }): unknown {
  const { type, anyOf, oneOf, required = [], properties = {}, items, pattern, refersTo } = schema;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = anyOf ?? oneOf ?? [];
  if (first) return createSample(first);
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, createSample(properties[name] ?? {})]));
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => items && createSample(items));
  if (type === 'boolean') return false;
  if (type !== 'string') return schema.minimum ?? 0;
  if (refersTo === 'LINK') return '/contact-us';
  return (
    ['Text', '2026-01-01', 'EUR', 'text'].find((text) => !pattern || new RegExp(pattern, 'u').test(text)) ?? 'Text'
  );
}

/** Creates own fields of a type, with what its schema requires. */
export function createSampleFields(type: EntryType): Record<string, unknown> {
  return createSample(getFieldsSchema(type)) as Record<string, unknown>;
}
