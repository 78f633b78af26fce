import type { FieldSchema } from '../../contract/content/field-references.ts';
import { type Arrangement, arrangeFields, readAt } from '../fields/sent-fields.ts';

/** An item of a menu as a draft has it: a link, or a group with its items. */
export type MenuItem = Record<string, unknown> & { items?: MenuItem[] };

/** The parts of the menus, by the names of their fields. */
export type MenuPart = 'header' | 'footer' | 'legal';

/** What a part can hold at its first level. Links of the footer stand in groups, and its last row has no groups. */
export const partLevels: Record<MenuPart, { groups: boolean; links: boolean }> = {
  header: { groups: true, links: true },
  footer: { groups: true, links: false },
  legal: { groups: false, links: true },
};

/** A line of the list that shows a part: a group, or a link at its first or second level. */
export interface MenuRow {
  item: MenuItem;
  /** The indexes on the way to the item: of its group, and in the group. */
  place: [index: number] | [group: number, index: number];
  isGroup: boolean;
}

export const isGroup = ({ items }: MenuItem) => Array.isArray(items);

/** Returns the path of a row below the own fields, such as `header.2.items.0`. */
export const getRowPath = (part: MenuPart, place: MenuRow['place']) => [part, ...place.join('.items.').split('.')];

/** Returns the items of a part as rows, each group above its links. */
export function listRows(items: readonly MenuItem[]): MenuRow[] {
  return items.flatMap((item, index): MenuRow[] => [
    { item, place: [index], isGroup: isGroup(item) },
    ...(item.items ?? []).map((each, at): MenuRow => ({ item: each, place: [index, at], isGroup: false })),
  ]);
}

/** Returns the items that rows show, as far as the part can hold them. */
function buildItems(part: MenuPart, rows: readonly { item: MenuItem; isInside: boolean }[]): MenuItem[] {
  const items: MenuItem[] = [];
  for (const { item, isInside } of rows) {
    const group = items.at(-1);
    const { kind: _, ...link } = item;
    if (isInside && group?.items) items[items.length - 1] = { ...group, items: [...group.items, link] };
    else if (isGroup(item)) items.push({ ...item, items: [] });
    else items.push(part === 'header' ? { ...link, kind: 'link' } : item);
  }
  return items;
}

/**
 * Returns the items of a part after a row was dropped at another place among the other rows. A group takes its links
 * along. `levels` is how far the row was moved to the right: 1 into the group above it, -1 out of its group.
 */
export function dropRow(
  part: MenuPart,
  items: readonly MenuItem[],
  { from, to, levels }: { from: number; to: number; levels: number },
): MenuItem[] {
  const rows = listRows(items);
  const dragged = rows[from];
  if (!dragged) return [...items];
  const block = rows.slice(from, from + 1 + (dragged.item.items?.length ?? 0));
  const rest = rows.filter((row) => !block.includes(row));
  let place = rows
    .toSpliced(from, 1)
    .slice(0, to)
    .filter((row) => !block.includes(row)).length;
  const isInsideAt = (at: number) => rest[at]?.place.length === 2;
  const hasGroupAbove = () => rest.slice(0, place).findLast(({ place: { length } }) => length === 1)?.isGroup ?? false;
  // A group stands between others, and a link of the footer below one.
  if (dragged.isGroup) while (isInsideAt(place)) place += 1;
  else if (!partLevels[part].links && place === 0) place = 1;
  const wants = dragged.place.length === 2 ? levels >= 0 : levels > 0;
  const isForced = isInsideAt(place) || !partLevels[part].links;
  const isInside = !dragged.isGroup && hasGroupAbove() && (wants || isForced);
  const moved = block.map((row, index) => ({ item: row.item, isInside: index > 0 || isInside }));
  const others = rest.map(({ item, place: { length } }) => ({ item, isInside: length === 2 }));
  return buildItems(part, others.toSpliced(place, 0, ...moved));
}

/** Returns whether a row can be moved in a way. */
export function canArrange(part: MenuPart, items: readonly MenuItem[], row: MenuRow, act: Arrangement): boolean {
  const index = row.place.at(-1) ?? 0;
  const siblings = row.place.length === 2 ? (items[row.place[0]]?.items ?? []) : items;
  if (act === 'up') return index > 0;
  if (act === 'down') return index < siblings.length - 1;
  if (act === 'in') return row.place.length === 1 && !row.isGroup && isGroup(items[index - 1] ?? {});
  return act !== 'out' || (row.place.length === 2 && partLevels[part].links);
}

/** Moves a row, and returns the changed fields with the new place of the row. */
export function arrangeRow(
  fields: Record<string, unknown>,
  schema: FieldSchema,
  part: MenuPart,
  { place }: MenuRow,
  act: 'up' | 'down' | 'in' | 'out',
): { fields: Record<string, unknown>; place: MenuRow['place'] } {
  const changed = arrangeFields(fields, schema, act, getRowPath(part, place));
  const [first, second] = place;
  const step = act === 'up' ? -1 : 1;
  if (act === 'out') return { fields: changed, place: [first + 1] };
  if (act === 'in') {
    const { items = [] } = (readAt(changed, [part, String(first - 1)]) ?? {}) as MenuItem;
    return { fields: changed, place: [first - 1, items.length - 1] };
  }
  return { fields: changed, place: second === undefined ? [first + step] : [first, second + step] };
}
