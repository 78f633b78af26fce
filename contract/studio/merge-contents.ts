import type { DraftContent } from './draft-content.ts';
import { isRecord, isSame } from './match-items.ts';
import { alignItems, createValueConflict, type MergeState, mergeItems } from './merge-lists.ts';
import { createMergeBudget, type Sides } from './merge-pieces.ts';
import { mergeTexts } from './merge-texts.ts';
import type { Conflict } from './shapes.ts';

// Merges two edits of one content by fields, lists by items, and texts by lines and then by words. A field that only
// one side changed takes that side's value, so no edit replaces another.

/** The most items of a list that is merged by items, because the time of the comparison grows with their square. */
const maxItems = 200;

/** Returns whether the text of a field is a name or a moment, so that two texts cannot be merged by words. */
const isChoice = (path: string) => ['author', 'category', 'revisedAt'].includes(path);

type Records = Sides<Record<string, unknown>>;

/** Returns the options and the index of the right one on each side; null if a side has none, or too many options. */
function readOptions({ base, theirs, ours }: Records): { lists: Sides<unknown[]>; answers: Sides<number> } | null {
  const read = ({ options, answer }: Record<string, unknown>) =>
    Array.isArray(options) &&
    options.length <= maxItems &&
    Number.isInteger(answer) &&
    Number(answer) >= 0 &&
    Number(answer) < options.length
      ? { options: options as unknown[], answer: Number(answer) }
      : null;
  const [b, t, o] = [read(base), read(theirs), read(ours)];
  if (!b || !t || !o) return null;
  return {
    lists: { base: b.options, theirs: t.options, ours: o.options },
    answers: { base: b.answer, theirs: t.answer, ours: o.answer },
  };
}

/**
 * Merges `options` and `answer`, the index of the right option. The right option stays the right one wherever it moves;
 * if both sides chose another one, it is a conflict.
 */
function mergeOptions(path: string, records: Records, state: MergeState): Record<string, unknown> {
  const found = readOptions(records);
  if (!found) return {};
  const { lists, answers } = found;
  const items = alignItems(lists, state.budget);
  if (!items) return {};
  const getItem = (side: keyof Sides<number>) => items.find((item) => item[side] === answers[side]);
  const [base, theirs, ours] = [getItem('base'), getItem('theirs'), getItem('ours')];
  const right = theirs === ours || base === ours ? theirs : base === theirs ? ours : null;
  const chosen = new Set((right ? [right] : [theirs, ours]).filter((item) => item !== undefined));
  const { list, order } = mergeItems(`${path}.options`, lists, items, state, mergeValue, chosen);
  const findIndex = (item: typeof base) => (item && order.includes(item) ? order.indexOf(item) : null);
  if (!right) {
    const places = { base: findIndex(base), theirs: findIndex(theirs), ours: findIndex(ours) };
    state.conflicts.push(createValueConflict(`${path}.answer`, places));
  }
  return { options: list, answer: findIndex(right ?? theirs) };
}

function mergeRecords(path: string, records: Records, state: MergeState): Record<string, unknown> {
  const { base, theirs, ours } = records;
  const together = mergeOptions(path, records, state);
  const names = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
  return Object.fromEntries(
    [...names]
      .map((name) => {
        if (Object.hasOwn(together, name)) return [name, together[name]] as const;
        const sides = { base: base[name], theirs: theirs[name], ours: ours[name] };
        return [name, mergeValue(path ? `${path}.${name}` : name, sides, state)] as const;
      })
      .filter(([, value]) => value !== undefined),
  );
}

/** Returns whether lists are rows of the same columns, such as those of a chart: their cells belong to their places. */
function areRows(path: string, lists: unknown[][]): boolean {
  const isInList = /\.\d+$/.test(path);
  return isInList && lists.every((list) => list.length === lists[0]?.length && !list.some(isRecord));
}

/** Returns the merged list; null if the lists are too long, or if comparing their items exceeds the budget. */
function mergeLists(path: string, lists: Sides<unknown[]>, state: MergeState): unknown[] | null {
  const { base, theirs, ours } = lists;
  if ([base, theirs, ours].some(({ length }) => length > maxItems)) return null;
  if (!areRows(path, [base, theirs, ours])) {
    const items = alignItems(lists, state.budget);
    return items && mergeItems(path, lists, items, state, mergeValue).list;
  }
  return theirs.map((cell, index) =>
    mergeValue(`${path}.${index}`, { base: base[index], theirs: cell, ours: ours[index] }, state),
  );
}

function mergeValue(path: string, { base, theirs, ours }: Sides<unknown>, state: MergeState): unknown {
  if (isSame(theirs, ours) || isSame(base, ours)) return theirs;
  if (isSame(base, theirs)) return ours;
  if (typeof theirs === 'string' && typeof ours === 'string' && !isChoice(path)) {
    const texts = { base: typeof base === 'string' ? base : '', theirs, ours };
    const { text, conflicts: found } = mergeTexts(texts, state.budget);
    state.conflicts.push(...found.map((each) => ({ path, ...each })));
    return text;
  }
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    const lists = { base: Array.isArray(base) ? (base as unknown[]) : [], theirs, ours };
    const merged = mergeLists(path, lists, state);
    if (merged) return merged;
  }
  if (isRecord(theirs) && isRecord(ours))
    return mergeRecords(path, { base: isRecord(base) ? base : {}, theirs, ours }, state);
  state.conflicts.push(createValueConflict(path, { base, theirs, ours }));
  return theirs;
}

/**
 * Merges two edits of a content. Where both sides changed the same words, the result has the text of `theirs` and
 * `conflicts` has all three texts; an item of a list that one side removed and the other edited is in the result.
 */
export function mergeContents(sides: Sides<DraftContent>): { content: DraftContent; conflicts: Conflict[] } {
  const state: MergeState = { conflicts: [], budget: createMergeBudget() };
  // A merge of three contents has the fields of a content.
  return { content: mergeValue('', sides, state) as DraftContent, conflicts: state.conflicts };
}

export function isSameContent(a: DraftContent, b: DraftContent): boolean {
  return isSame(a, b);
}
