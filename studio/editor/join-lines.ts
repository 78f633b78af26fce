import { ensureSyntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState } from '@codemirror/state';
import type { Command } from '@codemirror/view';

type SyntaxNode = NonNullable<ReturnType<typeof ensureSyntaxTree>>['topNode'];

/** The text of an item with a box is no paragraph for the parser. */
const paragraphs = new Set(['Paragraph', 'Task']);

/** Inline constructs whose line breaks are part of them. */
const whole = new Set(['HTMLTag', 'Comment', 'ProcessingInstruction']);

// The site's renderer finds footnotes, items of lists and tables in some places where the parser of the editor finds a
// paragraph. A line that begins a footnote or an item is not joined to the line before, and an item without text not to
// the line after. A paragraph with a line like the second row of a table stays as it is.
const blockStart = /^(?:\[\^(?:[^\]\\\s]|\\.)+\]:|(?:[-+*]|\d{1,9}[.)])(?:\s|$))/;
const emptyItem = /^(?:[-+*]|\d{1,9}[.)])\s*$/;
const tableDelimiter = /^[\s>]*[|:-][\s|:-]*$/m;

/** Returns whether a position is inside a construct whose line breaks must stay. */
function isInWhole(paragraph: SyntaxNode, at: number): boolean {
  for (let node: SyntaxNode | null = paragraph.resolveInner(at, 1); node; node = node.parent) {
    if (whole.has(node.name)) return true;
    if (paragraphs.has(node.name)) return false;
  }
  return false;
}

/**
 * Returns the changes that put a space in place of each soft line break of the paragraphs that touch a range, with the
 * indentation and the marks of quotations that begin the next line. Hard breaks stay: two spaces, or a backslash. The
 * site renders the same elements before and after.
 */
export function findJoins(state: EditorState, from: number, to: number): ChangeSpec[] {
  const tree = ensureSyntaxTree(state, state.doc.length, 5_000);
  const changes: ChangeSpec[] = [];
  tree?.iterate({
    from,
    to,
    enter: ({ name, node }) => {
      if (!paragraphs.has(name) || tableDelimiter.test(state.sliceDoc(node.from, node.to))) return;
      let text = state.sliceDoc(node.from, state.doc.lineAt(node.from).to);
      for (let line = state.doc.lineAt(node.from); line.to < node.to; line = state.doc.line(line.number + 1)) {
        const next = state.doc.line(line.number + 1);
        const prefix = /^[\s>]*/.exec(next.text)?.[0].length ?? 0;
        const isHard = /(?: {2,}|\\)$/.test(line.text);
        const isEmptyItem = emptyItem.test(text);
        text = next.text.slice(prefix);
        if (isHard || isEmptyItem || blockStart.test(text) || isInWhole(node, line.to)) continue;
        changes.push({ from: line.to - (line.text.endsWith(' ') ? 1 : 0), to: next.from + prefix, insert: ' ' });
      }
    },
  });
  return changes;
}

function createJoinCommand(getRange: (state: EditorState) => { from: number; to: number }): Command {
  return (view) => {
    const { from, to } = getRange(view.state);
    const changes = findJoins(view.state, from, to);
    if (changes.length > 0) view.dispatch({ changes, userEvent: 'input' });
    return true;
  };
}

export const joinParagraph = createJoinCommand(({ selection }) => selection.main);

export const joinText = createJoinCommand(({ doc }) => ({ from: 0, to: doc.length }));
