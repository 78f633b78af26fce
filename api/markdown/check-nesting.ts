import { ApiError } from '../errors.ts';

/** Maximum number of quotes and lists around a text. The parsers of Markdown nest calls for each of them. */
const maxNesting = 100;

const tooNested = new RegExp(`^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])[ \\t])){${maxNesting + 1}}`, 'm');

/** Returns whether a line begins with more quotes and list items than parsers can nest. */
export function isTooNested(markdown: string): boolean {
  return tooNested.test(markdown);
}

/** Throws `unprocessable` for a text that nests quotes and lists too deeply. */
export function checkNesting(markdown: string): void {
  if (isTooNested(markdown))
    throw new ApiError('unprocessable', `A line begins with more than ${maxNesting} marks of quotes and lists.`);
}
