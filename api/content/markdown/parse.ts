import type { Root } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { checkLineNesting, checkTreeNesting } from './check-nesting.ts';

const parser = unified().use(remarkParse).use(remarkGfm);

/** Parses GitHub-flavoured Markdown. Throws `unprocessable` for a text that nests too deeply. */
export function parseMarkdown(markdown: string): Root {
  checkLineNesting(markdown);
  const tree = parser.parse(markdown);
  checkTreeNesting(tree);
  return tree;
}
