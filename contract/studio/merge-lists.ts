import type { EditBudget } from './edit-budget.ts';
import { getIdentity, isSame, matchItems, toJson } from './match-items.ts';
import { mergeMoves } from './merge-moves.ts';
import { mergePieces, type Sides } from './merge-pieces.ts';
import type { Conflict } from './shapes.ts';

/** One item of three lists: its index in each list that has it. */
export interface ListItem {
  base?: number;
  theirs?: number;
  ours?: number;
}

type Lists = Sides<readonly unknown[]>;
type Side = keyof ListItem;

/** What a merge has found so far, and the comparisons that it may still make. */
export interface MergeState {
  conflicts: Conflict[];
  budget: EditBudget;
}

/** Merges one value, and adds the places where both sides changed the same words to the conflicts of the state. */
export type MergeValue = (path: string, sides: Sides<unknown>, state: MergeState) => unknown;

const toConflictText = (value: unknown): string => JSON.stringify(value ?? null, null, 1);

/** Creates the conflict of a value that is not a text: the JSON of each side. */
export function createValueConflict(path: string, { base, theirs, ours }: Sides<unknown>): Conflict {
  const texts = { base: toConflictText(base), theirs: toConflictText(theirs), ours: toConflictText(ours) };
  return { path, offset: null, ...texts };
}

/**
 * Returns the items of three lists. Items that both sides added are one item if they are equal or have the same `id`.
 * Returns null if comparing the items exceeds the budget.
 */
export function alignItems({ base, theirs, ours }: Lists, budget: EditBudget): ListItem[] | null {
  const their = matchItems(base, theirs, budget);
  const our = matchItems(base, ours, budget);
  if (!their || !our) return null;
  const items: ListItem[] = base.map((_, index) => ({ base: index }));
  for (const [index, match] of their.entries()) {
    const item = match === null ? undefined : items[match];
    if (item) item.theirs = index;
    else items.push({ theirs: index });
  }
  const getKey = (item: unknown) => getIdentity(item) ?? toJson(item);
  const added = Map.groupBy(items.slice(base.length), ({ theirs: index = 0 }) => getKey(theirs[index]));
  for (const [index, match] of our.entries()) {
    const item = match === null ? added.get(getKey(ours[index]))?.shift() : items[match];
    if (item) item.ours = index;
    else items.push({ ours: index });
  }
  return items;
}

/** Returns whether an item stays: one side may have removed it, unless the other side has edited it. */
function isKept({ base, theirs, ours }: ListItem, lists: Lists): boolean {
  if (base === undefined || (theirs !== undefined && ours !== undefined)) return true;
  if (theirs !== undefined) return !isSame(lists.base[base], lists.theirs[theirs]);
  if (ours !== undefined) return !isSame(lists.base[base], lists.ours[ours]);
  return false;
}

const sortBy = (items: ListItem[], side: Side) =>
  items.filter((item) => item[side] !== undefined).sort((a, b) => (a[side] ?? 0) - (b[side] ?? 0));

/** Inserts the items of a side that an order does not have, each after the item that it follows on that side. */
function insertItems(order: ListItem[], items: ListItem[], side: Side): void {
  let before: ListItem | undefined;
  for (const item of sortBy(items, side)) {
    if (!order.includes(item)) {
      let place = before ? order.indexOf(before) + 1 : 0;
      // Items that others inserted at the same place come first.
      while (side === 'ours' && place < order.length && order[place]?.ours === undefined) place += 1;
      order.splice(place, 0, item);
    }
    before = item;
  }
}

/** Returns the items that all three lists have in the merged order; null if both sides moved the same items. */
function mergeOrder(items: ListItem[], lists: Lists, budget: EditBudget): ListItem[] | null {
  const shared = items.filter(({ base, theirs, ours }) => [base, theirs, ours].every((index) => index !== undefined));
  const toNames = (side: Side) => sortBy(shared, side).map(({ base }) => String(base));
  if (shared.every(({ base = 0 }) => getIdentity(lists.base[base]) !== null))
    return mergeMoves({ base: sortBy(shared, 'base'), theirs: sortBy(shared, 'theirs'), ours: sortBy(shared, 'ours') });
  const runs = mergePieces({ base: toNames('base'), theirs: toNames('theirs'), ours: toNames('ours') }, budget);
  const names = new Set<string>();
  let count = 0;
  for (const run of runs) {
    if (!('merged' in run)) return null;
    for (const name of run.merged) names.add(name);
    count += run.merged.length;
  }
  if (names.size !== shared.length || count !== shared.length) return null;
  return [...names].flatMap((name) => shared.filter(({ base }) => String(base) === name));
}

function orderItems(items: ListItem[], shared: ListItem[]): ListItem[] {
  const order = [...shared];
  insertItems(order, items, 'theirs');
  insertItems(order, items, 'ours');
  return order;
}

/**
 * Merges three lists item by item: additions, removals, edits and moves of both sides. Where one side edited an item
 * that the other removed, and where both moved the same items, it adds a conflict.
 *
 * `chosen` is given for the options of a question, of which one is right. The chosen items stay in any case. Removals
 * and moves then add no conflict: an edited item that the other side removed stays, and where both sides moved the same
 * items the order is that of `theirs`.
 */
export function mergeItems(
  path: string,
  lists: Lists,
  items: ListItem[],
  { conflicts, budget }: MergeState,
  mergeValue: MergeValue,
  chosen?: ReadonlySet<ListItem>,
): { list: unknown[]; order: ListItem[] } {
  const kept = items.filter((item) => chosen?.has(item) || isKept(item, lists));
  const shared = mergeOrder(kept, lists, budget);
  const listCommonItems = (side: Side) =>
    sortBy(kept, side).filter((item) => item.theirs !== undefined && item.ours !== undefined);
  const order = orderItems(kept, shared ?? listCommonItems('theirs'));
  const found: Conflict[] = [];
  const list = order.map((item, index) => {
    const itemPath = `${path}.${index}`;
    const base = item.base === undefined ? undefined : lists.base[item.base];
    const theirs = item.theirs === undefined ? undefined : lists.theirs[item.theirs];
    const ours = item.ours === undefined ? undefined : lists.ours[item.ours];
    if (item.theirs !== undefined && item.ours !== undefined)
      return mergeValue(itemPath, { base, theirs, ours }, { conflicts: found, budget });
    if (item.base !== undefined && !chosen) found.push(createValueConflict(itemPath, { base, theirs, ours }));
    return theirs ?? ours;
  });
  if (shared || chosen) conflicts.push(...found);
  else {
    const ourOrder = orderItems(kept, listCommonItems('ours')).map((item) => list[order.indexOf(item)]);
    const { theirs, ours } = found.length === 0 ? { theirs: list, ours: ourOrder } : lists;
    conflicts.push(createValueConflict(path, { base: lists.base, theirs, ours }));
  }
  return { list, order };
}
