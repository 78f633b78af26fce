import { nameSection, readSections } from '../sections/section-values.ts';
import { toItemLabel, toLabel } from './schema.ts';

/** Properties that name an item of a list beside them by its place, by the name of the list. */
const placeProperties: Record<string, string> = { options: 'answer' };

/**
 * Returns a group with one changed property; undefined removes the property. After a move or removal of list items,
 * `origins` has the former place of each item, and the property that names an item follows its item. The property is
 * removed with its item.
 */
export function changeProperty(
  record: Record<string, unknown>,
  name: string,
  changed: unknown,
  origins?: readonly number[],
): Record<string, unknown> {
  const { [name]: _, ...rest } = record;
  const next = changed === undefined ? rest : { ...record, [name]: changed };
  const placeName = placeProperties[name];
  const place = placeName === undefined ? undefined : record[placeName];
  if (!origins || placeName === undefined || typeof place !== 'number') return next;
  const moved = origins.indexOf(place);
  return changeProperty(next, placeName, moved === -1 ? undefined : moved);
}

/** Returns a value of groups and lists with the value at a path below it changed. */
export function changeAt(value: unknown, [name, ...rest]: readonly string[], changed: unknown): unknown {
  if (name === undefined) return changed;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === name ? changeAt(item, rest, changed) : item));
  const record = (value ?? {}) as Record<string, unknown>;
  return { ...record, [name]: changeAt(record[name], rest, changed) };
}

const names: Record<string, string> = { body: 'Text', slug: 'Address', fields: 'Facts', position: 'Place in lists' };
const linkParts = ['from', 'to', 'words'];

/**
 * Returns the path of a field as people read it: `fields.sheets.0.rows.2.1` is "Sheet 1, row 3, column 2". A section is
 * named by its kind and title, as it is in the fields.
 */
export function describePath(path: string, fields?: Record<string, unknown>): string {
  const [first, ...rest] = path.replace(/^content\./, '').split('.');
  const parts = first === 'fields' && rest.length > 0 ? rest : [first ?? '', ...rest];
  const place = parts[0] === 'sections' ? Number(parts[1]) : Number.NaN;
  const section = readSections(fields?.sections)[place];
  const described: string[] = section ? [nameSection(section, place)] : [];
  let list = '';
  for (let at = section ? 2 : 0; at < parts.length; at++) {
    const [part = '', next] = [parts[at], parts[at + 1]];
    const isIndex = /^\d+$/.test(part);
    if (!isIndex) list = part;
    if (isIndex)
      described.push(list === 'links' ? (linkParts[Number(part)] ?? part) : toItemLabel('columns', Number(part)));
    else if (next !== undefined && /^\d+$/.test(next)) {
      described.push(toItemLabel(part, Number(next)));
      at++;
    } else described.push(names[part] ?? toLabel(part));
  }
  return described.map((text, index) => (index === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1))).join(', ');
}
