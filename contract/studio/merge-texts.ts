import type { EditBudget } from './edit-budget.ts';
import { mergePieces, type Sides } from './merge-pieces.ts';
import type { Conflict } from './shapes.ts';

/** Splits a text into pieces that join to the same text. */
type Split = (text: string) => string[];

const splitIntoLines: Split = (text) => text.split(/(?<=\n)/);
const splitIntoWords: Split = (text) => text.split(/(?<=\s)(?=\S)/);

/** A merged text, and the places where both sides changed the same words. At these places the text is `theirs`. */
export interface MergedText {
  text: string;
  conflicts: Omit<Conflict, 'path'>[];
}

/** Merges a text by pieces of one size and, where both sides changed the same pieces, by smaller pieces. */
function mergeBy({ base, theirs, ours }: Sides<string>, [split, ...finer]: Split[], budget: EditBudget): MergedText {
  if (!split) return { text: theirs, conflicts: [{ offset: 0, base, theirs, ours }] };
  const runs = mergePieces({ base: split(base), theirs: split(theirs), ours: split(ours) }, budget);
  const result: MergedText = { text: '', conflicts: [] };
  for (const run of runs) {
    if ('merged' in run) {
      result.text += run.merged.join('');
      continue;
    }
    const { changed } = run;
    const sides = { base: changed.base.join(''), theirs: changed.theirs.join(''), ours: changed.ours.join('') };
    const inner = mergeBy(sides, finer, budget);
    // The whole piece is shown: a word without its line says little.
    if (inner.conflicts.length > 0) {
      result.conflicts.push({ ...sides, offset: result.text.length });
      result.text += sides.theirs;
    } else result.text += inner.text;
  }
  return result;
}

/**
 * Merges two edits of a text by lines, and by words where both changed the same lines. Never mixes the characters of a
 * word, which would turn two prices into a third.
 */
export function mergeTexts(sides: Sides<string>, budget: EditBudget): MergedText {
  return mergeBy(sides, [splitIntoLines, splitIntoWords], budget);
}
