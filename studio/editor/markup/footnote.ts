import type { EditorState, Text } from '@codemirror/state';

export interface FoundFootnote {
  /** The text between `[^` and `]`. */
  label: string;
  text: string;
  /** The place of the footnote's text, without `[^label]: `; null for a reference without a definition. */
  range: { from: number; to: number } | null;
}

const indent = /^(?: {4}|\t)/;
// Matches a line that does not continue the paragraph before it.
const newBlock = /^\s{0,3}(?:\[\^|#{1,6} |>|[-*+] |\d+[.)] |```|\||$)/;

/** Returns the line of a footnote's definition; null without one. */
function findDefinitionLine(doc: Text, label: string): number | null {
  for (let number = 1; number <= doc.lines; number++)
    if (doc.line(number).text.startsWith(`[^${label}]:`)) return number;
  return null;
}

/** Returns the last line of a footnote: its paragraph, and indented lines that follow. */
function findLastLine(doc: Text, first: number): number {
  let last = first;
  for (let number = first + 1; number <= doc.lines; number++) {
    const { text } = doc.line(number);
    const continues = indent.test(text) || (last === number - 1 && !newBlock.test(text));
    if (continues) last = number;
    else if (text.trim() !== '') break;
  }
  return last;
}

/**
 * Returns the label of the footnote whose reference or text holds the cursor; null without one. A cursor directly
 * before or after a reference is outside it.
 */
function findLabel({ doc, selection: { main } }: EditorState): string | null {
  const { number, from, text } = doc.lineAt(main.head);
  for (const { 0: mark, 1: label, index } of text.matchAll(/\[\^([^\]\s]+)\]/g))
    if (label && main.head > from + index && main.head < from + index + mark.length) return label;
  for (let first = number; first >= 1; first--) {
    const label = /^\[\^([^\]\s]+)\]:/.exec(doc.line(first).text)?.[1];
    if (label) return findLastLine(doc, first) >= number ? label : null;
  }
  return null;
}

/** Returns the footnote at the cursor; null without one. */
export function findFootnote(state: EditorState): FoundFootnote | null {
  const label = findLabel(state);
  if (!label) return null;
  const first = findDefinitionLine(state.doc, label);
  if (!first) return { label, text: '', range: null };
  const line = state.doc.line(first);
  const mark = /^\[\^[^\]]+\]:[ \t]*/.exec(line.text)?.[0] ?? '';
  const range = { from: line.from + mark.length, to: state.doc.line(findLastLine(state.doc, first)).to };
  const lines = state.doc.sliceString(range.from, range.to, '\n').split('\n');
  return { label, text: lines.map((text) => text.replace(indent, '')).join('\n'), range };
}

/** Returns the text of a footnote as its definition holds it: every line after the first is indented. */
export function writeFootnote(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line, index) => (index === 0 || line.trim() === '' ? line.trimEnd() : `    ${line.trimEnd()}`))
    .join('\n');
}
