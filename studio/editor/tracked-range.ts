import { EditorView } from '@codemirror/view';

/** A range of the text that moves with its text, while a dialog is open or code is loaded. */
export interface TrackedRange {
  readonly from: number;
  readonly to: number;
  release(): void;
}

const tracked = new WeakMap<EditorView, Set<{ from: number; to: number }>>();

/** Begins to track a range of a view that has the extension `trackRanges`. */
export function trackRange(view: EditorView, from: number, to: number): TrackedRange {
  const ranges = tracked.get(view) ?? new Set();
  tracked.set(view, ranges);
  const range = { from, to, release: () => void ranges.delete(range) };
  ranges.add(range);
  return range;
}

/** Moves the tracked ranges of a view with each change. What is typed at an edge of a range is outside it. */
export const trackRanges = EditorView.updateListener.of(({ view, docChanged, changes }) => {
  if (!docChanged) return;
  for (const range of tracked.get(view) ?? []) {
    const isEmpty = range.from === range.to;
    range.from = changes.mapPos(range.from, isEmpty ? -1 : 1);
    range.to = isEmpty ? range.from : Math.max(range.from, changes.mapPos(range.to, -1));
  }
});
