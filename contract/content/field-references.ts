import { z } from 'zod';
import { entryFields } from './entry-fields.ts';
import { type EntryType, entryTypeNames, getEntryPath } from './entry-types.ts';
import { completeForms } from './form-defaults.ts';
import { completeLists } from './list-defaults.ts';
import { defaultTimeZone } from './local-time.ts';
import { type ReferenceKind, referenceRegistry } from './reference-schemas.ts';
import { type SettingSlug, settingSchemas } from './setting-schemas.ts';
import { isSettingSlug } from './settings.ts';
import { getPathname } from './site-paths.ts';

/** The part of JSON Schema (2020-12) that the own fields of entries use. */
export interface FieldSchema {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';
  properties?: Record<string, FieldSchema>;
  additionalProperties?: FieldSchema | boolean;
  required?: string[];
  items?: FieldSchema | false;
  prefixItems?: FieldSchema[];
  anyOf?: FieldSchema[];
  /** The kinds of a discriminated union: objects, of which a property with a constant says the kind. */
  oneOf?: FieldSchema[];
  enum?: string[];
  const?: unknown;
  default?: unknown;
  /** What holds while the field of a setting is left out. */
  usual?: unknown;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  minimum?: number;
  /** `markdown` for a text that the Markdown renderer formats, `anchor` for one that links to a part lead to. */
  format?: string;
  /** What the text refers to; undefined for a text that is no reference. */
  refersTo?: ReferenceKind;
}

/** A text in the own fields of an entry, with its schema. `path` begins below `fields`. */
export interface FieldText {
  path: (string | number)[];
  value: string;
  schema: FieldSchema;
  /** False for a text in a part that visitors do not see, because the part has `shown: false`. */
  isShown: boolean;
}

/** A text in the own fields of an entry that names something else. */
export interface FieldReference extends Omit<FieldText, 'schema'> {
  refersTo: ReferenceKind;
}

type EntryName = { type: EntryType; slug: string };
type ChangeReference = (reference: FieldReference) => string;
/** Returns the text that replaces a text; undefined removes the property of an object. */
type ChangeText = (text: FieldText) => string | undefined;

/** Returns the JSON Schema of a schema, with what its texts refer to. Throws for a schema that contains itself. */
export function toFieldSchema(schema: z.ZodType): FieldSchema {
  return z.toJSONSchema(schema, { io: 'input', metadata: referenceRegistry, cycles: 'throw' }) as FieldSchema;
}

const fieldsSchemas = new Map<EntryType, FieldSchema>();

/** Returns the JSON Schema of a type's own fields. */
export function getFieldsSchema(type: EntryType): FieldSchema {
  const schema = fieldsSchemas.get(type) ?? toFieldSchema(entryFields[type]);
  fieldsSchemas.set(type, schema);
  return schema;
}

/** What holds for the fields that a setting leaves out. */
const usualFields: { [S in SettingSlug]?: unknown } = {
  company: { timeZone: defaultTimeZone, currency: 'EUR' },
  lists: completeLists({}),
  forms: completeForms({}),
};

/** Returns a schema in which the fields of one value say what holds without them. */
function addUsual(schema: FieldSchema, usual: unknown): FieldSchema {
  if (['string', 'number'].includes(typeof usual) || Array.isArray(usual)) return { ...schema, usual };
  if (!schema.properties || !usual || typeof usual !== 'object') return schema;
  const values = usual as Record<string, unknown>;
  const properties = Object.entries(schema.properties).map(([name, own]) => [name, addUsual(own, values[name])]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Returns the JSON Schema of the form of an entry's own fields. The slug of a setting decides its fields. */
export function getFormSchema(type: EntryType, slug: string): FieldSchema {
  if (type !== 'SETTING' || !isSettingSlug(slug)) return getFieldsSchema(type);
  return addUsual(toFieldSchema(settingSchemas[slug]), usualFields[slug]);
}

/** Returns whether no constant of a schema says that a value is of another kind. */
export function isOfKind({ properties = {} }: FieldSchema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(properties).every(
    ([name, schema]) => schema.const === undefined || (value as Record<string, unknown>)[name] === schema.const,
  );
}

/**
 * Returns a value with its texts changed; the same value if none changes. Parts of a draft that do not fit the schema
 * stay as they are.
 */
export function mapTextsBySchema(
  schema: FieldSchema,
  value: unknown,
  change: ChangeText,
  path: FieldText['path'] = [],
  isShown = true,
): unknown {
  const { anyOf = [], oneOf = [], prefixItems, items, properties, additionalProperties } = schema;
  const options = [...anyOf, ...oneOf].filter((option) => isOfKind(option, value));
  const changed = options.reduce((each, option) => mapTextsBySchema(option, each, change, path, isShown), value);
  if (typeof changed === 'string')
    return options.length > 0 ? changed : change({ path, value: changed, schema, isShown });
  if (typeof changed !== 'object' || changed === null) return changed;
  const findSchema = (key: string | number) =>
    typeof key === 'number' ? (prefixItems?.[key] ?? items) : (properties?.[key] ?? additionalProperties);
  const isPartShown = isShown && (changed as { shown?: unknown }).shown !== false;
  const mapItem = (key: string | number, item: unknown) => {
    const below = findSchema(key);
    return typeof below === 'object' ? mapTextsBySchema(below, item, change, [...path, key], isPartShown) : item;
  };
  if (Array.isArray(changed)) {
    const mapped = changed.map((item: unknown, index) => mapItem(index, item));
    return mapped.every((item, index) => item === changed[index]) ? changed : mapped;
  }
  const pairs = Object.entries(changed).map(([name, item]) => ({ name, item, mapped: mapItem(name, item) }));
  if (pairs.every(({ item, mapped }) => item === mapped)) return changed;
  return Object.fromEntries(
    pairs.filter(({ mapped }) => mapped !== undefined).map(({ name, mapped }) => [name, mapped]),
  );
}

/** Returns a value with its references changed, as `mapTextsBySchema`. */
export function mapReferencesBySchema(schema: FieldSchema, value: unknown, change: ChangeReference): unknown {
  return mapTextsBySchema(schema, value, ({ schema: { refersTo }, ...text }) =>
    refersTo ? change({ ...text, refersTo }) : text.value,
  );
}

/** Returns the own fields of an entry with their references changed; the same object if none changes. */
export function mapReferences(type: EntryType, fields: Record<string, unknown>, change: ChangeReference) {
  return mapReferencesBySchema(getFieldsSchema(type), fields, change) as Record<string, unknown>;
}

export function listSchemas(schema: FieldSchema): FieldSchema[] {
  const { anyOf = [], oneOf = [], prefixItems = [], items, properties = {}, additionalProperties } = schema;
  const below = [...anyOf, ...oneOf, ...prefixItems, items, ...Object.values(properties), additionalProperties];
  return [schema, ...below.flatMap((each) => (typeof each === 'object' ? listSchemas(each) : []))];
}

/** Returns the types of entries to which own fields refer by slugs. */
export function listReferencedTypes(): EntryType[] {
  const kinds = new Set<ReferenceKind | undefined>(
    entryTypeNames.flatMap((type) => listSchemas(getFieldsSchema(type)).map(({ refersTo }) => refersTo)),
  );
  return entryTypeNames.filter((type) => kinds.has(type));
}

export function listReferences(type: EntryType, fields: Record<string, unknown>): FieldReference[] {
  const found = new Map<string, FieldReference>();
  mapReferences(type, fields, (reference) => {
    found.set(reference.path.join('.'), reference);
    return reference.value;
  });
  return [...found.values()];
}

export function isReferenceTo({ refersTo, value }: FieldReference, { type, slug }: EntryName): boolean {
  return refersTo === 'LINK' ? getPathname(value) === getEntryPath(type, slug) : refersTo === type && value === slug;
}

/** Returns own fields whose references to an entry name its new slug; the same object if none leads to the entry. */
export function renameInFields(
  type: EntryType,
  fields: Record<string, unknown>,
  entry: EntryName,
  slug: string,
): Record<string, unknown> {
  const [from, to] = [getEntryPath(entry.type, entry.slug), getEntryPath(entry.type, slug)];
  return mapReferences(type, fields, (reference) => {
    if (!isReferenceTo(reference, entry)) return reference.value;
    return reference.refersTo === 'LINK' ? to + reference.value.slice(from.length) : slug;
  });
}
