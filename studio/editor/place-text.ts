import { Text } from '@codemirror/state';

/**
 * Returns a string with `\n` as a text of CodeMirror, which would not split such a string into lines in a document with
 * CRLF.
 */
export function toText(text: string): Text {
  return Text.of(text.split('\n'));
}

/**
 * Returns the line breaks that a block needs before and after it, so that an empty line separates it from its
 * neighbours.
 */
export function separateBlock(doc: Text, from: number, to: number): { before: string; after: string } {
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
  const isBlank = (number: number) => number < 1 || number > doc.lines || doc.line(number).text.trim() === '';
  const hasTextBefore = first.text.slice(0, from - first.from).trim() !== '';
  const hasTextAfter = last.text.slice(to - last.from).trim() !== '';
  return {
    before: hasTextBefore ? '\n\n' : isBlank(first.number - 1) ? '' : '\n',
    after: hasTextAfter ? '\n\n' : last.number === doc.lines || !isBlank(last.number + 1) ? '\n' : '',
  };
}

/** Returns the next free number of a footnote. */
export function findNextNote(doc: Text): number {
  const numbers = [...doc.toString().matchAll(/\[\^(\d+)\]/g)].map(([, number]) => Number(number));
  return numbers.reduce((most, number) => Math.max(most, number), 0) + 1;
}

/** Returns the line breaks that a footnote needs after the text before it. */
export function separateNote(textBefore: string): string {
  if (textBefore === '' || textBefore.endsWith('\n\n')) return '';
  return textBefore.endsWith('\n') ? '\n' : '\n\n';
}
