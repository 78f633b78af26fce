import type { EditorState } from '@codemirror/state';
import { findNode, type SyntaxNode, unescapeMarkdown } from './find-node.ts';

/** A link as a dialog edits it. */
export interface EditedLink {
  /** The linked text, as Markdown. */
  text: string;
  address: string;
  /** What follows the address in the text: a title in quotes. */
  title: string;
}

export interface FoundLink extends EditedLink {
  from: number;
  to: number;
}

/** Returns the address of a label that the text defines elsewhere (`[label]: address`); empty without a definition. */
function findDefinition({ doc }: EditorState, label: string): string {
  const wanted = label.replace(/\s+/g, ' ').toLowerCase();
  for (const [, name = '', address = ''] of doc.toString().matchAll(/^ {0,3}\[([^\]^][^\]]*)\]:\s*<?([^\s>]+)>?/gm))
    if (name.replace(/\s+/g, ' ').toLowerCase() === wanted) return address;
  return '';
}

function readLink(state: EditorState, node: SyntaxNode): FoundLink | null {
  const { from, to } = node;
  const read = (part: SyntaxNode | null) => (part ? state.sliceDoc(part.from, part.to) : '');
  const address = unescapeMarkdown(read(node.name === 'URL' ? node : node.getChild('URL')).replace(/^<(.*)>$/, '$1'));
  if (node.name !== 'Link') return { from, to, text: address, address, title: '' };
  const [open, close] = node.getChildren('LinkMark');
  const text = state.sliceDoc(open?.to ?? from, close?.from ?? to);
  // `[^1]` is a footnote, which this grammar does not know.
  if (text.startsWith('^')) return null;
  const label = read(node.getChild('LinkLabel')).slice(1, -1);
  return {
    from,
    to,
    text,
    address: address || findDefinition(state, label || text),
    title: read(node.getChild('LinkTitle')),
  };
}

/** Returns the link that holds the main selection; null without one. */
export function findLink(state: EditorState): FoundLink | null {
  const node = findNode(state, ['Link', 'Autolink', 'URL']);
  if (!node || node.parent?.name === 'Image') return null;
  const parent = node.name === 'URL' && /^(?:Link|Autolink)$/.test(node.parent?.name ?? '') ? node.parent : node;
  return parent && readLink(state, parent);
}

/** Returns the Markdown of a link. */
export function writeLink({ text, address, title }: EditedLink): string {
  const target = /[\s()<>]/.test(address) ? `<${address.replace(/[<>\\]/g, '\\$&')}>` : address;
  return `[${text}](${target}${title && ` ${title}`})`;
}
