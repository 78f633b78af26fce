import type { Nodes, Root } from 'mdast';
import { TextError } from './text-error.ts';

/** Maximum number of quotes and lists around a text, and of emphasis and links. Libraries recurse for each of them. */
const maxNesting = 100;

const tooNested = new RegExp(`^(?:[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])[ \\t])){${maxNesting + 1}}`, 'm');

const blocks: Nodes['type'][] = ['blockquote', 'footnoteDefinition', 'listItem'];
const marks: Nodes['type'][] = ['delete', 'emphasis', 'link', 'linkReference', 'strong'];

function createNestingError(line: number | null): TextError {
  return new TextError(`nests quotes, lists or emphasis more than ${maxNesting} deep. Remove some of them.`, line);
}

/** Throws `unprocessable` for a line that begins with too many quotes and list items, which is slow to parse. */
export function checkLineNesting(markdown: string): void {
  const found = tooNested.exec(markdown);
  if (found) throw createNestingError(markdown.slice(0, found.index).split('\n').length);
}

/** Throws `unprocessable` for a parsed text that nests too deeply. */
export function checkTreeNesting(tree: Root): void {
  // A stack of its own instead of recursion, because a deep tree would exhaust the call stack.
  const stack: { node: Nodes; blocksAround: number; marksAround: number }[] = [
    { node: tree, blocksAround: 0, marksAround: 0 },
  ];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node } = next;
    const blocksAround = next.blocksAround + Number(blocks.includes(node.type));
    const marksAround = next.marksAround + Number(marks.includes(node.type));
    if (blocksAround > maxNesting || marksAround > maxNesting)
      throw createNestingError(node.position?.start.line ?? null);
    // In reverse, so that the error names the first place in the text.
    if ('children' in node)
      for (const child of node.children.toReversed()) stack.push({ node: child, blocksAround, marksAround });
  }
}
