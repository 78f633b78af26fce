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

/** A merged text, with the places where both sides changed the same words; there it has the text of the others. */
interface MergedText {
  text: string;
  conflicts: Omit<Conflict, 'path'>[];
}

/** Merges a text by its pieces; where both sides changed the same pieces, by finer ones. */
function mergePieces({ base, theirs, ours }: Sides<string>, [split, ...finer]: Split[]): MergedText {
  if (!split) return { text: theirs, conflicts: [{ offset: 0, base, theirs, ours }] };
  const parts = diff3Merge(split(theirs), split(base), split(ours), { excludeFalseConflicts: true });
  const merged: MergedText = { text: '', conflicts: [] };
  for (const { ok, conflict } of parts) {
    if (ok) merged.text += ok.join('');
    if (!conflict) continue;
    const sides = { base: conflict.o.join(''), theirs: conflict.a.join(''), ours: conflict.b.join('') };
    const inner = mergePieces(sides, finer);
    const start = merged.text.length;
    // The whole piece is shown: a word without its line says little.
    if (inner.conflicts.length > 0) {
      merged.text += sides.theirs;
      merged.conflicts.push({ ...sides, offset: start });
    } else merged.text += inner.text;
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
    conflicts.push(...merged.conflicts.map((each) => ({ path, ...each })));
    return merged.text;
  }
  if (areTextLists(all)) {
    const [a = [], b = [], c = []] = all;
    return mergeSets({ base: a, theirs: b, ours: c });
  }
  if (isRecord(theirs) && isRecord(ours)) {
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
  const show = (value: unknown) => JSON.stringify(value ?? null, null, 1);
  conflicts.push({ path, offset: null, base: show(base), theirs: show(theirs), ours: show(ours) });
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

/** Returns a content with the value at a path changed; the path is the names on the way, with dots between. */
function changeAt(content: DraftContent, path: string, change: (value: unknown) => unknown): DraftContent {
  const copy = structuredClone(content);
  const names = path.split('.');
  // The path comes from a conflict of the same contents, so every name on the way exists.
  let at = copy as unknown as Record<string, unknown>;
  for (const name of names.slice(0, -1)) at = at[name] as Record<string, unknown>;
  const last = names.at(-1) ?? '';
  const value = change(at[last]);
  if (value === null && names[0] === 'fields') delete at[last];
  else at[last] = value;
  return copy;
}

/**
 * Returns a merged content with the texts that a person has chosen, one for each conflict. Throws `SyntaxError` where a
 * value that is no text is not JSON.
 */
export function resolveConflicts(
  merged: DraftContent,
  conflicts: readonly Conflict[],
  chosen: readonly string[],
): DraftContent {
  // From the end to the start, so that the offsets before stay right.
  return conflicts.reduceRight((content, { path, offset, theirs }, index) => {
    const text = chosen[index] ?? theirs;
    return changeAt(content, path, (value) =>
      offset === null
        ? (JSON.parse(text) as unknown)
        : `${String(value).slice(0, offset)}${text}${String(value).slice(offset + theirs.length)}`,
    );
  }, merged);
}

/** Returns whether two contents are the same. */
export function isSameContent(a: DraftContent, b: DraftContent): boolean {
  return isSame(a, b);
}
