import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { findNextNote, separateBlock, separateNote, toText } from './place-text.ts';

/** Returns a command that puts marks around each selection, or takes them away where they stand already. */
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
function selectedLines({ doc, selection: { main } }: EditorState) {
  const lines = [];
  for (let at = doc.lineAt(main.from); ; at = doc.line(at.number + 1)) {
    lines.push(at);
    if (at.to >= main.to || at.number === doc.lines) return lines;
  }
}

/** Returns a command that begins each selected line with a prefix, or takes it away where all lines have it. */
export function togglePrefix(prefix: string, known: RegExp): Command {
  return (view) => {
    const lines = selectedLines(view.state);
    const isOn = lines.every(({ text }) => text.startsWith(prefix));
    const changes = lines.map(({ from, text }) => {
      const old = known.exec(text)?.[0].length ?? 0;
      return { from, to: from + old, insert: isOn ? '' : prefix };
    });
    view.dispatch({ changes, userEvent: 'input' });
    return true;
  };
}

/** Replaces the main selection by a text, and selects the part between `from` and `to` of it. */
export function insertText(view: EditorView, text: string, from = text.length, to = from): void {
  const { main } = view.state.selection;
  const spec: TransactionSpec = {
    changes: { from: main.from, to: main.to, insert: text },
    selection: EditorSelection.range(main.from + from, main.from + to),
    userEvent: 'input',
    scrollIntoView: true,
  };
  view.dispatch(spec);
  view.focus();
}

/** Inserts a block on lines of its own, with an empty line before and after it, and selects a part of it. */
export function insertBlock(view: EditorView, block: string, from = 0, to = from): void {
  const { doc, selection } = view.state;
  const line = doc.lineAt(selection.main.from);
  const isEmpty = line.text.trim() === '';
  const at = isEmpty ? line.from : line.to;
  const { before, after } = separateBlock(doc, at, line.to);
  view.dispatch({
    changes: { from: at, to: line.to, insert: toText(before + block + after) },
    selection: EditorSelection.range(at + before.length + from, at + before.length + to),
    userEvent: 'input',
    scrollIntoView: true,
  });
  view.focus();
}

/** Returns the Markdown of a picture. Characters of its words that Markdown would read as marks are escaped. */
export function writePicture({ name, alt, caption }: { name: string; alt: string; caption: string }): string {
  const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
  const words = oneLine(alt).replace(/[\\[\]]/g, '\\$&');
  const title = caption ? ` "${oneLine(caption).replace(/[\\"]/g, '\\$&')}"` : '';
  return `![${words}](media/${name}${title})`;
}

/** Inserts a footnote at the cursor with the next free number, and its text at the end of the document. */
export function insertFootnote(view: EditorView): void {
  const { doc, selection } = view.state;
  const mark = `[^${findNextNote(doc)}]`;
  const note = `${separateNote(doc.toString())}${mark}: Source\n`;
  const start = doc.length + mark.length + note.length - 'Source\n'.length;
  view.dispatch({
    changes: [
      { from: selection.main.to, insert: mark },
      { from: doc.length, insert: toText(note) },
    ],
    selection: EditorSelection.range(start, start + 'Source'.length),
    userEvent: 'input',
    scrollIntoView: true,
  });
  view.focus();
}

export const table = '| Column | Column |\n| --- | --- |\n| Cell | Cell |';
export const codeBlock = '```\ncode\n```';
