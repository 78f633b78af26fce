import type { Element, ElementContent, Root } from 'hast';
import { visit } from 'unist-util-visit';

/** A link between a footnote's number in the text and the footnote. */
export interface NoteLink {
  /** Names the footnote within its document. */
  key: string;
  /** Whether the link leads from the footnote back to the text. */
  isBackLink: boolean;
}

// The fragments of footnotes and endnotes in Word, Google Docs (as exported) and LibreOffice.
const reference = /#(?:(_ftn|_edn|ftnt)(\d+)|(sdfootnote|sdendnote)(\d+)sym)$/;
const backLink = /#(?:(_ftn|_edn)ref(\d+)|(ftnt)_ref(\d+)|(sdfootnote|sdendnote)(\d+)anc)$/;

/** Returns the footnote of a link, and the link's direction; null for other links. */
export function readNoteLink({ tagName, properties }: Element): NoteLink | null {
  const href = tagName === 'a' ? String(properties.href ?? '') : '';
  const back = backLink.exec(href);
  const found = back ?? reference.exec(href);
  return found && { key: found.slice(1).filter(Boolean).join(''), isBackLink: back !== null };
}

function listBackLinks(tree: Element | Root): string[] {
  const keys: string[] = [];
  visit(tree, 'element', (element) => {
    const link = readNoteLink(element);
    if (link?.isBackLink) keys.push(link.key);
  });
  return keys;
}

/** Returns the keys of all footnotes whose texts are in a document. A part of a document may lack them. */
export function findNoteKeys(tree: Root): Set<string> {
  return new Set(listBackLinks(tree));
}

/** Returns whether nodes begin with the link of a footnote back to the text; undefined if the nodes have no text. */
function beginsWithBackLink(nodes: readonly ElementContent[]): boolean | undefined {
  for (const node of nodes) {
    if (node.type === 'text' && node.value.trim() !== '') return false;
    if (node.type !== 'element') continue;
    const begins = readNoteLink(node)?.isBackLink || beginsWithBackLink(node.children);
    if (begins !== undefined) return begins;
  }
  return undefined;
}

/** Returns the key of the footnote that a block is; null for any other block. */
export function readNoteKey(block: Element): string | null {
  const keys = listBackLinks(block);
  return keys.length === 1 && beginsWithBackLink(block.children) ? (keys[0] ?? null) : null;
}
