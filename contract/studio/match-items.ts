import { type EditBudget, takeWords } from './edit-budget.ts';

/** Returns the JSON of a value with sorted names, so that equal values have equal JSON. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns whether two values are the same; a missing value is the same as null. */
export const isSame = (a: unknown, b: unknown): boolean => a === b || toJson(a ?? null) === toJson(b ?? null);

/** Returns what identifies an item of a list, wherever it moves; null for an item without an `id`. */
export const getIdentity = (item: unknown): string | null =>
  isRecord(item) && typeof item.id === 'string' && item.id !== '' ? item.id : null;

/** Returns the words and numbers of a value, at any depth. */
function findWords(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/\s+/).filter(Boolean);
  if (value === null || typeof value !== 'object') return [String(value)];
  return Object.values(value).flatMap(findWords);
}

/** The words by which an item of a list is compared. */
interface ItemText {
  /** How often the item has each word. */
  counts: Map<string, number>;
  length: number;
  /** The item's first text, which names it: a title, a label, the first cell of a row. Null for a text itself. */
  name: string | null;
}

function describe(item: unknown): ItemText {
  const words = findWords(item);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const first = isRecord(item) || Array.isArray(item) ? Object.values(item)[0] : null;
  return { counts, length: words.length, name: typeof first === 'string' && first !== '' ? first : null };
}

/** Returns the share of words that two items have in common, 0 to 1. Items of the same name get 1 more. */
function compare(a: ItemText, b: ItemText): number {
  let common = 0;
  for (const [word, count] of a.counts) common += Math.min(count, b.counts.get(word) ?? 0);
  const share = (2 * common) / (a.length + b.length || 1);
  return a.name !== null && a.name === b.name ? 1 + share : share;
}

/** From this likeness on, an item counts as the edited form of another. */
const leastLikeness = 0.5;

/**
 * Returns whether an item stays the same item when all its words change. This holds for groups of fields and for
 * sentences, but not for a single word, such as a slug.
 */
const isRewritable = (item: unknown) => isRecord(item) || (typeof item === 'string' && /\S\s+\S/.test(item));

/** An item of a changed list and an item of the base that may be its earlier form. */
interface Pair {
  index: number;
  baseIndex: number;
  likeness: number;
  distance: number;
}

/** Returns the pairs of items that are alike, the most alike first; null if their comparison exceeds the budget. */
function findAlikePairs(side: Map<number, unknown>, base: Map<number, unknown>, budget: EditBudget): Pair[] | null {
  const toTexts = (items: Map<number, unknown>) =>
    [...items].map(([index, item]) => ({ index, hasIdentity: getIdentity(item) !== null, ...describe(item) }));
  const [texts, baseTexts] = [toTexts(side), toTexts(base)];
  const words = texts.reduce((sum, { counts }) => sum + counts.size, 0);
  if (!takeWords(budget, words * baseTexts.length)) return null;
  const pairs = texts.flatMap((text) =>
    baseTexts.map((baseText) => ({
      index: text.index,
      baseIndex: baseText.index,
      // Items with different identities are different, however alike they are.
      likeness: text.hasIdentity && baseText.hasIdentity ? 0 : compare(text, baseText),
      distance: Math.abs(text.index - baseText.index),
    })),
  );
  return pairs
    .filter(({ likeness }) => likeness >= leastLikeness)
    .sort((a, b) => b.likeness - a.likeness || a.distance - b.distance);
}

/**
 * Returns, for each item of a changed list, the index of its counterpart in the base: the equal item, or the earlier
 * form of an edited item. Null for a new item. Items may have moved. Equal items are matched first, then items with the
 * same `id`, then edited items by their words, then items that were rewritten between the same neighbours. Returns null
 * instead of the list if comparing the words exceeds the budget.
 */
export function matchItems(
  base: readonly unknown[],
  side: readonly unknown[],
  budget: EditBudget,
): (number | null)[] | null {
  const matches: (number | null)[] = side.map(() => null);
  const free = new Set(base.keys());
  const match = (index: number, baseIndex: number) => {
    matches[index] = baseIndex;
    free.delete(baseIndex);
  };

  const places = Map.groupBy(base.keys(), (index) => toJson(base[index]));
  for (const [index, item] of side.entries()) {
    const place = places.get(toJson(item))?.shift();
    if (place !== undefined) match(index, place);
  }

  const identities = Map.groupBy(free, (index) => getIdentity(base[index]));
  for (const [index, item] of side.entries()) {
    const identity = getIdentity(item);
    const place = matches[index] === null && identity !== null ? identities.get(identity)?.shift() : undefined;
    if (place !== undefined) match(index, place);
  }

  const rest = new Map([...side.entries()].filter(([index]) => matches[index] === null));
  const pairs = findAlikePairs(rest, new Map([...free].map((index) => [index, base[index]])), budget);
  if (!pairs) return null;
  for (const { index, baseIndex } of pairs) if (matches[index] === null && free.has(baseIndex)) match(index, baseIndex);

  for (const [index, item] of side.entries()) {
    if (matches[index] !== null || !isRewritable(item) || getIdentity(item) !== null) continue;
    const before = index === 0 ? -1 : matches[index - 1];
    const after = index === side.length - 1 ? base.length : matches[index + 1];
    if (typeof before !== 'number' || after !== before + 2) continue;
    if (free.has(before + 1) && isRewritable(base[before + 1])) match(index, before + 1);
  }
  return matches;
}
