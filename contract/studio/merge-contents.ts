import { diff3Merge } from 'node-diff3';
import type { DraftContent } from './draft-content.ts';
import type { Conflict } from './shapes.ts';

// Merges two edits of one content by fields, and texts by lines and then by words. A field that only one side changed
// takes that side's value, so no edit replaces another.

/** Splits a text into pieces that join to the same text. */
type Split = (text: string) => string[];

const intoLines: Split = (text) => text.split(/(?<=\n)/);
const intoWords: Split = (text) => text.split(/(?<=\s)(?=\S)/);

interface Sides<T> {
  base: T;
  theirs: T;
  ours: T;
}

/** Merges a text; returns null where both sides changed the same words. */
function mergePieces({ base, theirs, ours }: Sides<string>, [split, ...finer]: Split[]): string | null {
  if (!split) return null;
  const parts = diff3Merge(split(theirs), split(base), split(ours), { excludeFalseConflicts: true });
  let merged = '';
  for (const { ok, conflict } of parts) {
    if (ok) merged += ok.join('');
    if (!conflict) continue;
    const [a, o, b] = [conflict.a, conflict.o, conflict.b].map((pieces) => pieces.join(''));
    const inner = mergePieces({ theirs: a ?? '', base: o ?? '', ours: b ?? '' }, finer);
    if (inner === null) return null;
    merged += inner;
  }
  return merged;
}

/** Merges lists as sets: what either side added or removed. The order is the other side's, additions follow. */
function mergeSets({ base, theirs, ours }: Sides<string[]>): string[] {
  const removed = base.filter((item) => !ours.includes(item));
  const added = ours.filter((item) => !base.includes(item) && !theirs.includes(item));
  return [...theirs.filter((item) => !removed.includes(item)), ...added];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const areTexts = (values: unknown[]): values is string[] => values.every((value) => typeof value === 'string');
const areTextLists = (values: unknown[]): values is string[][] =>
  values.every((value) => Array.isArray(value) && areTexts(value));

function toJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

const isSame = (a: unknown, b: unknown) => toJson(a ?? null) === toJson(b ?? null);

function mergeValue(path: string, { base, theirs, ours }: Sides<unknown>, conflicts: Conflict[]): unknown {
  if (isSame(theirs, ours) || isSame(base, ours)) return theirs;
  if (isSame(base, theirs)) return ours;
  const all = [base, theirs, ours];
  if (areTexts(all)) {
    const [a, b, c] = all;
    const merged = mergePieces({ base: a ?? '', theirs: b ?? '', ours: c ?? '' }, [intoLines, intoWords]);
    if (merged !== null) return merged;
  } else if (areTextLists(all)) {
    const [a = [], b = [], c = []] = all;
    return mergeSets({ base: a, theirs: b, ours: c });
  } else if (isRecord(theirs) && isRecord(ours)) {
    const old = isRecord(base) ? base : {};
    const names = new Set([...Object.keys(theirs), ...Object.keys(ours)]);
    return Object.fromEntries(
      [...names]
        .map((name) => {
          const sides = { base: old[name], theirs: theirs[name], ours: ours[name] };
          return [name, mergeValue(path ? `${path}.${name}` : name, sides, conflicts)] as const;
        })
        .filter(([, value]) => value !== undefined),
    );
  }
  const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 1));
  conflicts.push({ path, base: show(base), theirs: show(theirs), ours: show(ours) });
  return theirs;
}

/**
 * Merges two edits of a content. Where both sides changed the same words, the result has the text of `theirs` and
 * `conflicts` has all three texts.
 */
export function mergeContents(sides: Sides<DraftContent>): { content: DraftContent; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  return { content: mergeValue('', sides, conflicts) as DraftContent, conflicts };
}

/** Returns whether two contents are the same. */
export function isSameContent(a: DraftContent, b: DraftContent): boolean {
  return isSame(a, b);
}
