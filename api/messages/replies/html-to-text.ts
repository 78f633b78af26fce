import type { Element, Nodes, RootContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';

/** Elements whose content is not text for a reader, or is not shown. */
const skipped = new Set([
  'head',
  'script',
  'style',
  'template',
  'noscript',
  'title',
  'svg',
  'math',
  'iframe',
  'object',
]);
const blocks = new Set(
  'address article aside blockquote dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul'.split(
    ' ',
  ),
);

/** Returns the address of a link if it is a web address that the text of the link does not say. */
function findLinkAddress({ properties }: Element): string | null {
  const address = String(properties.href ?? '');
  return /^https?:\/\//i.test(address) ? address : null;
}

const isHidden = ({ properties }: Element) =>
  properties.hidden !== undefined || /display\s*:\s*none/i.test(String(properties.style ?? ''));

/** Collects words as the lines of a plain text. Lines of a quotation begin with a `>`. */
class LineWriter {
  readonly lines: string[] = [''];
  depth = 0;

  write(text: string): void {
    const last = this.lines.length - 1;
    const line = this.lines[last] ?? '';
    const words = text.replace(/[^\S\n]*\n[^\S\n]*|[^\S\n]+/g, ' ');
    const prefix = line === '' && this.depth > 0 && words.trim() !== '' ? `${'>'.repeat(this.depth)} ` : '';
    const isStart = line === '' || line.endsWith(' ');
    this.lines[last] = line + prefix + (isStart ? words.replace(/^ /, '') : words);
  }

  breakLine(): void {
    this.lines.push('');
  }

  startBlock(): void {
    if (this.lines.at(-1)?.trim()) this.lines.push('');
  }
}

type Step = { node: Nodes } | { end: Element; linkStart: number };

function startElement(writer: LineWriter, element: Element): void {
  const { tagName, properties } = element;
  if (blocks.has(tagName)) writer.startBlock();
  if (tagName === 'blockquote') writer.depth += 1;
  if (tagName === 'br') writer.breakLine();
  if (tagName === 'li') writer.write('- ');
  if (tagName === 'td' || tagName === 'th') writer.write(' ');
  if (tagName === 'img' && properties.alt) writer.write(`[${String(properties.alt)}]`);
}

function endElement(writer: LineWriter, element: Element, linkStart: number): void {
  const { tagName } = element;
  const address = tagName === 'a' ? findLinkAddress(element) : null;
  if (address && !(writer.lines.at(-1) ?? '').slice(linkStart).includes(address)) writer.write(` <${address}>`);
  if (blocks.has(tagName)) writer.startBlock();
  if (tagName === 'p') writer.breakLine();
  if (tagName === 'blockquote') writer.depth -= 1;
}

/**
 * Returns the words of HTML as plain text. Scripts, styles and pictures are left out, and nothing is loaded. Walks with
 * a list of its own: a hostile mail nests deeper than functions can call each other.
 */
export function convertHtmlToText(html: string): string {
  const writer = new LineWriter();
  const steps: Step[] = [{ node: fromHtml(html) }];
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('end' in step) {
      endElement(writer, step.end, step.linkStart);
      continue;
    }
    const { node } = step;
    if (node.type === 'text') writer.write(node.value);
    if (node.type === 'element') {
      if (skipped.has(node.tagName) || isHidden(node)) continue;
      startElement(writer, node);
      steps.push({ end: node, linkStart: writer.lines.at(-1)?.length ?? 0 });
    }
    if ('children' in node)
      for (const child of (node.children as RootContent[]).toReversed()) steps.push({ node: child });
  }
  return writer.lines.join('\n');
}
