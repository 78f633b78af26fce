import { EditorSelection, type EditorState } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { separateBlock, toText } from './place-text.ts';

/** Returns a command that puts marks around each selection, or removes marks that already exist. */
export function toggleMarks(mark: string): Command {
  return (view) => {
    const change = view.state.changeByRange(({ from, to }) => {
      const { length } = mark;
      const isMarked =
        view.state.sliceDoc(from - length, from) === mark && view.state.sliceDoc(to, to + length) === mark;
      return isMarked
        ? {
            changes: [
              { from: from - length, to: from },
              { from: to, to: to + length },
            ],
            range: EditorSelection.range(from - length, to - length),
          }
        : {
            changes: [
              { from, insert: mark },
              { from: to, insert: mark },
            ],
            range: EditorSelection.range(from + length, to + length),
          };
    });
    view.dispatch(view.state.update(change, { userEvent: 'input', scrollIntoView: true }));
    return true;
  };
}

/** Returns the lines that the main selection touches. */
function listSelectedLines({ doc, selection: { main } }: EditorState) {
  const lines = [];
  for (let at = doc.lineAt(main.from); ; at = doc.line(at.number + 1)) {
    lines.push(at);
    if (at.to >= main.to || at.number === doc.lines) return lines;
  }
}

/**
 * Returns a command that begins each selected line with a prefix, or removes the prefix if all lines have it. The
 * prefix replaces another one that `known` matches.
 */
export function togglePrefix(prefix: string, known: RegExp): Command {
  return (view) => {
    const lines = listSelectedLines(view.state);
    const isOn = lines.every(({ text }) => text.startsWith(prefix));
    const changes = lines.map(({ from, text }) => {
      const old = known.exec(text)?.[0].length ?? 0;
      return { from, to: from + old, insert: isOn ? '' : prefix };
    });
    const { state } = view;
    // A cursor at the beginning of a line moves behind the prefix, where the user types next.
    const changed = state.changes(changes);
    view.dispatch({ changes: changed, selection: state.selection.map(changed, 1), userEvent: 'input' });
    return true;
  };
}

/**
 * Inserts a block on lines of its own near a place, with an empty line before and after it. Selects the part of the
 * block between `from` and `to`.
 */
export function insertBlock(view: EditorView, place: number, block: string, from = block.length, to = from): void {
  const { doc } = view.state;
  const line = doc.lineAt(place);
  const at = line.text.trim() === '' ? line.from : line.to;
  const { before, after } = separateBlock(doc, at, line.to);
  view.dispatch({
    changes: { from: at, to: line.to, insert: toText(before + block + after) },
    selection: EditorSelection.range(at + before.length + from, at + before.length + to),
    userEvent: 'input',
    scrollIntoView: true,
  });
}
