import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

export type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** The longest time for parsing a text up to the cursor, in milliseconds. */
const longest = 200;

/**
 * Returns the innermost node with one of the names (`@lezer/markdown`) that holds the main selection; null without one.
 */
export function findNode(state: EditorState, names: readonly string[]): SyntaxNode | null {
  const { from, to } = state.selection.main;
  const tree = ensureSyntaxTree(state, to, longest) ?? syntaxTree(state);
  for (const side of [-1, 1] as const) {
    let node: SyntaxNode | null = tree.resolveInner(from, side);
    for (; node; node = node.parent) if (names.includes(node.name) && node.from <= from && node.to >= to) return node;
  }
  return null;
}

/** Returns a text without the backslashes before punctuation (CommonMark, section 2.4). */
export function unescapeMarkdown(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
