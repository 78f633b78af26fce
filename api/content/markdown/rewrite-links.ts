import { visit } from 'unist-util-visit';
import { parseMarkdown } from './parse.ts';

/**
 * Returns a Markdown text in which links to the path `from` lead to `to`, with their query and fragment. Every other
 * byte stays: code that shows a link is no link. Throws `unprocessable` for a text that nests too deeply. On a server,
 * call `rewriteLinksInThread`.
 */
export function rewriteLinks(markdown: string, from: string, to: string): string {
  const changes: { start: number; end: number }[] = [];
  visit(parseMarkdown(markdown), (node) => {
    if (node.type !== 'link' && node.type !== 'definition') return;
    const { url, position } = node;
    if (url.split(/[?#]/, 1)[0] !== from || !position) return;
    const start = position.start.offset ?? 0;
    const source = markdown.slice(start, position.end.offset);
    // The address stands behind the text of a link, and may stand in the text too.
    const behind = node.type === 'link' ? source.lastIndexOf('](') : source.indexOf(']:');
    const at = source.indexOf(from, Math.max(0, behind));
    if (at >= 0) changes.push({ start: start + at, end: start + at + from.length });
  });
  return changes.reduceRight((text, { start, end }) => text.slice(0, start) + to + text.slice(end), markdown);
}
