import type { FieldSchema } from '../../contract/content/field-references.ts';
import { moveItem } from '../grid/grid.ts';
import { changeAt } from './change-property.ts';
import { createValue, findKinds } from './schema.ts';

// Fields of a setting that are sent as a form, without JavaScript or before it has loaded. A field is named by its
// path, such as `fields.addresses.0.street`.

type Fields = Record<string, unknown>;

/** The name of the buttons that change the order of a list. */
export const arrangeName = 'arrange';

/** What such a button does with the item at a path, or with the list at a path: `add`. */
const arrangements = ['up', 'down', 'in', 'out', 'remove', 'add', 'add-group'] as const;
export type Arrangement = (typeof arrangements)[number];

export const isArrangement = (act: string | undefined): act is Arrangement => arrangements.some((each) => each === act);

/** Returns the properties of a button that changes a list; without a form of fields, none. */
export const createArrangeButton = (act: Arrangement, path: string | undefined) =>
  path === undefined ? {} : ({ type: 'submit', name: arrangeName, value: `${act} ${path}` } as const);

/** Returns the value at a path; undefined where there is none. */
export function readAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((parent, name) => (parent as Fields | undefined | null)?.[name], value);
}

/** Returns the schema of the value at a path; empty where the schema knows none. */
function findSchema(schema: FieldSchema, value: unknown, [name, ...rest]: readonly string[]): FieldSchema {
  if (name === undefined) return schema;
  const kinds = findKinds(schema);
  const own = kinds?.options.get(String((value as Fields | undefined)?.[kinds.property])) ?? schema;
  const part = own.properties?.[name] ?? own.prefixItems?.[Number(name)] ?? (own.items || {});
  return findSchema(part, (value as Fields | undefined)?.[name], rest);
}

/** Returns the value that a sent text stands for. An empty text is no value. */
function parseText(schema: FieldSchema, text: string): unknown {
  if (schema.type === 'boolean') return text === 'on';
  if (text === '') return undefined;
  if (schema.type !== 'integer' && schema.type !== 'number') return text.replaceAll('\r\n', '\n');
  return Number.isNaN(Number(text)) ? text : Number(text);
}

/** Returns the fields with the usual list around a path, where the fields leave it out. */
function fillUsualList(fields: Fields, schema: FieldSchema, path: readonly string[]): Fields {
  for (const length of path.keys()) {
    const { usual } = findSchema(schema, fields, path.slice(0, length));
    if (Array.isArray(usual) && readAt(fields, path.slice(0, length)) === undefined)
      return changeAt(fields, path.slice(0, length), usual) as Fields;
  }
  return fields;
}

/** Returns the fields with the sent texts. A text that is as the page showed it changes nothing. */
export function applySentFields(fields: Fields, schema: FieldSchema, sent: Record<string, string>): Fields {
  let changed = fields;
  for (const [name, text] of Object.entries(sent)) {
    if (!name.startsWith('fields.')) continue;
    const path = name.split('.').slice(1);
    const known = fillUsualList(changed, schema, path);
    const own = findSchema(schema, known, path);
    const shown = String(readAt(known, path) ?? own.default ?? '');
    const isSame = own.type === 'boolean' ? (text === 'on') === (shown === 'true') : text.trim() === shown.trim();
    if (!isSame) changed = changeAt(known, path, parseText(own, text)) as Fields;
  }
  return changed;
}

/** A link of a header has a kind, because a group can stand in its place. A link of a group has none. */
const toGroupItem = ({ kind: _, ...item }: Fields): Fields => item;

/** Returns the fields with the item at a path moved or removed, or with a new item in the list at a path. */
export function arrangeFields(fields: Fields, schema: FieldSchema, act: Arrangement, path: readonly string[]): Fields {
  const change = (at: readonly string[], list: readonly unknown[]) => changeAt(fields, at, list) as Fields;
  if (act === 'add' || act === 'add-group') {
    const { usual, items } = findSchema(schema, fields, path);
    const list = (readAt(fields, path) ?? usual ?? []) as unknown[];
    const item = act === 'add-group' ? findKinds(items || {})?.options.get('group') : items || {};
    return change(path, [...list, createValue(item ?? {})]);
  }
  const listPath = path.slice(0, -1);
  const index = Number(path.at(-1));
  const list = (readAt(fields, listPath) ?? findSchema(schema, fields, listPath).usual) as Fields[] | undefined;
  const item = list?.[index];
  if (!list || item === undefined) return fields;
  const rest = list.toSpliced(index, 1);
  if (act === 'remove') return change(listPath, rest);
  if (act === 'up' || act === 'down') return change(listPath, moveItem(list, index, act === 'up' ? -1 : 1));
  if (act === 'in') {
    const group = list[index - 1];
    if (!Array.isArray(group?.items) || item.items) return fields;
    return change(listPath, rest.with(index - 1, { ...group, items: [...group.items, toGroupItem(item)] }));
  }
  // The item stands behind its group then.
  const outer = listPath.slice(0, -2);
  const place = Number(listPath.at(-2));
  const groups = readAt(fields, outer) as Fields[];
  const group = { ...groups[place], items: rest };
  return change(outer, groups.with(place, group).toSpliced(place + 1, 0, { kind: 'link', ...item }));
}
