import type { ElementContent } from 'hast';

/** Returns the text of nodes as it is written, line breaks included. */
export function readText(nodes: readonly ElementContent[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.value;
      if (node.type !== 'element') return '';
      return node.tagName === 'br' ? '\n' : readText(node.children);
    })
    .join('');
}
