import { diffArrays } from 'diff';
import { compareWithin, type EditBudget, maxEdits } from './edit-budget.ts';

/** The three sides of a merge: the base of both edits, the edit of others, and the user's own edit. */
export interface Sides<T> {
  base: T;
  theirs: T;
  ours: T;
}

/** A run of pieces: merged, or changed in different ways by both sides. */
export type MergedRun = { merged: string[] } | { changed: Sides<string[]> };

/** Pieces of the base that a side has replaced. Ends are exclusive. */
interface Change {
  start: number;
  end: number;
  sideStart: number;
  sideEnd: number;
}

/** Creates the budget of a merge: about half a second for all its comparisons. */
export function createMergeBudget(): EditBudget {
  return { left: 10_000 };
}

/** Returns the changes of a side, in order. Two changes have at least one equal piece between them. */
function findChanges(base: string[], side: string[], budget: EditBudget): Change[] {
  const parts = compareWithin(budget, maxEdits, (options) => diffArrays(base, side, options));
  if (!parts) return [{ start: 0, end: base.length, sideStart: 0, sideEnd: side.length }];
  const changes: Change[] = [];
  let at = 0;
  let sideAt = 0;
  let open: Change | null = null;
  for (const { value, added, removed } of parts) {
    if (added || removed) {
      open ??= { start: at, end: at, sideStart: sideAt, sideEnd: sideAt };
      if (removed) at += value.length;
      else sideAt += value.length;
      open.end = at;
      open.sideEnd = sideAt;
      continue;
    }
    if (open) changes.push(open);
    open = null;
    at += value.length;
    sideAt += value.length;
  }
  return open ? [...changes, open] : changes;
}

const isSameList = (a: string[], b: string[]) => a.length === b.length && a.every((piece, index) => piece === b[index]);

/**
 * Moves the changes that begin before or at `end` from `changes` to `taken`. A moved change may extend the end, so that
 * touching changes stay together. Returns the new end.
 */
function takeTouching(changes: Change[], taken: Change[], end: number): number {
  let last = end;
  for (let next = changes[0]; next && next.start <= last; next = changes[0]) {
    taken.push(next);
    changes.shift();
    last = Math.max(last, next.end);
  }
  return last;
}

/** Returns what a side has in place of the pieces from `start` to `end` of the base. */
function sliceSide(side: string[], taken: Change[], base: string[], start: number, end: number): string[] {
  const [first] = taken;
  const last = taken.at(-1);
  if (!first || !last) return base.slice(start, end);
  return side.slice(first.sideStart - (first.start - start), last.sideEnd + (end - last.end));
}

/**
 * Merges three lists of pieces, such as lines: a change of one side is taken, and the same change of both sides once.
 * Changes of both sides that overlap or touch are returned with all three texts. Every piece that a side added is in
 * the result. A side whose changes exceed the budget counts as changed as a whole.
 */
export function mergePieces({ base, theirs, ours }: Sides<string[]>, budget: EditBudget): MergedRun[] {
  const their = findChanges(base, theirs, budget);
  const our = findChanges(base, ours, budget);
  const runs: MergedRun[] = [];
  let at = 0;
  while (their.length > 0 || our.length > 0) {
    const start = Math.min(their[0]?.start ?? base.length, our[0]?.start ?? base.length);
    const theirTaken: Change[] = [];
    const ourTaken: Change[] = [];
    let end = start;
    for (let before = -1; before !== end; ) {
      before = end;
      end = takeTouching(our, ourTaken, takeTouching(their, theirTaken, end));
    }
    if (start > at) runs.push({ merged: base.slice(at, start) });
    const changed = {
      base: base.slice(start, end),
      theirs: sliceSide(theirs, theirTaken, base, start, end),
      ours: sliceSide(ours, ourTaken, base, start, end),
    };
    if (ourTaken.length === 0 || isSameList(changed.theirs, changed.ours)) runs.push({ merged: changed.theirs });
    else if (theirTaken.length === 0) runs.push({ merged: changed.ours });
    else runs.push({ changed });
    at = end;
  }
  if (at < base.length) runs.push({ merged: base.slice(at) });
  return runs;
}
