import type { Element, ElementContent } from 'hast';
import type { BlockContent, Heading, PhrasingContent } from 'mdast';
import { type Block, isItem, nestItems, readWordItem } from './nest-items.ts';
import { type Marks, noMarks, readMarks, readNoteKey, readNoteLink, readStyle, readText } from './read-marks.ts';
import { convertTable } from './read-table.ts';
import { type Run, writeRuns } from './write-runs.ts';

/** The facts about a document, and what is collected while the document is read. */
export interface PastedDocument {
  siteUrl: string;
  /** The keys of footnotes whose text is in the document. */
  noteKeys: ReadonlySet<string>;
  /** The footnotes by their keys. */
  notes: Map<string, BlockContent[]>;
  /** How many pictures were left out. */
  pictures: number;
}

/** The surroundings of the nodes that are read. */
interface Place {
  document: PastedDocument;
  marks: Marks;
  /** The depth of the list that the next item belongs to, from 1. */
  level: number;
  /** Whether the place is inside a footnote. */
  isInNote: boolean;
}

type Content = Run | Block;

const isRun = (content: Content): content is Run => content.type === 'run';

// Elements that are left out with everything inside them.
const dropped = new Set(
  'head style script title meta link template svg math object embed iframe video audio canvas map button select textarea input colgroup col xml'.split(
    ' ',
  ),
);
// Inline elements. Every other element is a block.
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr o:p q s samp small span strike strong sub sup time tt u var st1:place'.split(
    ' ',
  ),
);
const noteTags = new Set(['p', 'div', 'li']);

function isHidden(element: Element): boolean {
  const style = readStyle(element);
  return (
    style.display === 'none' ||
    style['mso-hide'] === 'all' ||
    // The number or bullet of a list item, and comments in the margin.
    style['mso-list'] === 'ignore' ||
    /^comment/.test(style['mso-element'] ?? '') ||
    [element.properties.className ?? []].flat().includes('MsoCommentReference')
  );
}

/** Returns contents as blocks. Text between blocks becomes paragraphs. */
function toBlocks(contents: readonly Content[]): Block[] {
  const blocks: Block[] = [];
  let runs: Run[] = [];
  const close = () => {
    const children = writeRuns(runs);
    if (children.length > 0) blocks.push({ type: 'paragraph', children });
    runs = [];
  };
  for (const content of contents) {
    if (isRun(content)) {
      runs.push(content);
      continue;
    }
    close();
    blocks.push(content);
  }
  close();
  return blocks;
}

const toRun = (content: string | PhrasingContent, marks: Marks): Run => ({ type: 'run', content, marks });

function readHeading(element: Element, depth: number, place: Place): Content[] {
  const runs = readNodes(element.children, place).filter(isRun);
  // Headings are always bold, so the mark is removed.
  const children = writeRuns(runs.map((run) => ({ ...run, marks: { ...run.marks, isStrong: false } })));
  return children.length > 0 ? [{ type: 'heading', depth: Math.min(depth, 6) as Heading['depth'], children }] : [];
}

function readItem(element: Element, isOrdered: boolean, number: number | null, place: Place): Block[] {
  const { ariaLevel, dataAriaLevel, role, ariaChecked } = element.properties;
  const level = Number(ariaLevel ?? dataAriaLevel) || place.level;
  const blocks = toBlocks(readNodes(element.children, { ...place, level: level + 1 }));
  const children = blocks.filter((block) => !isItem(block)) as BlockContent[];
  const isChecked = role === 'checkbox' ? ariaChecked === 'true' : null;
  const deeper = blocks.filter(isItem);
  // Programs wrap a deeper list in an item without text.
  return children.length === 0 ? deeper : [{ type: 'item', level, isOrdered, number, isChecked, children }, ...deeper];
}

function readList(element: Element, place: Place): Content[] {
  const isOrdered = element.tagName === 'ol';
  const start = Number(element.properties.start ?? 1) || 1;
  return element.children.flatMap((child): Content[] => {
    if (child.type !== 'element') return [];
    if (child.tagName === 'li') return readItem(child, isOrdered, start, place);
    const isList = child.tagName === 'ul' || child.tagName === 'ol';
    return readElement(child, isList ? { ...place, level: place.level + 1 } : place);
  });
}

function readParagraph(element: Element, place: Place): Content[] {
  const classes = [element.properties.className ?? []].flat().map(String);
  const { role, ariaLevel } = element.properties;
  if (role === 'heading') return readHeading(element, Number(ariaLevel) || 2, place);
  if (classes.includes('MsoTitle')) return readHeading(element, 1, place);
  const blocks = toBlocks(readNodes(element.children, place));
  const item = readWordItem(element);
  const isPlain = !blocks.some(isItem);
  if (item && isPlain && blocks.length > 0) return [{ ...item, children: blocks as BlockContent[] }];
  const isQuote = classes.some((name) => /^Mso(?:Intense)?Quote$/.test(name));
  return isQuote && blocks.length > 0 ? [{ type: 'blockquote', children: nestItems(blocks) }] : blocks;
}

/** Returns what the link of a footnote becomes; null for any other element. */
function convertNoteLink(element: Element, document: PastedDocument): Content[] | null {
  const link = readNoteLink(element);
  if (!link) return null;
  if (link.isBackLink) return [];
  // The footnote was not copied with the text, so its number stays as text.
  if (!document.noteKeys.has(link.key)) return [toRun(readText(element.children), noMarks)];
  return [toRun({ type: 'footnoteReference', identifier: link.key, label: link.key }, noMarks)];
}

function readPicture({ properties }: Element, document: PastedDocument): Content[] {
  // Google Docs draws the box of a task as a picture.
  if (String(properties.ariaRoleDescription) !== 'checkbox') document.pictures++;
  return [];
}

function readElement(element: Element, place: Place): Content[] {
  const { tagName, children, properties } = element;
  const { document, marks } = place;
  if (dropped.has(tagName) || isHidden(element)) return [];
  if (tagName === 'br') {
    // WebKit and Chromium add this line break to the end of a copied text.
    const isAdded = [properties.className ?? []].flat().includes('Apple-interchange-newline');
    return isAdded ? [] : [toRun({ type: 'break' }, marks)];
  }
  if (tagName === 'img') return readPicture(element, document);
  const noteLink = convertNoteLink(element, document);
  if (noteLink) return noteLink;
  if (inline.has(tagName)) return readNodes(children, { ...place, marks: readMarks(element, marks, document.siteUrl) });

  const noteKey = !place.isInNote && noteTags.has(tagName) ? readNoteKey(element) : null;
  if (noteKey) {
    const blocks = nestItems(toBlocks(readNodes(children, { ...place, isInNote: true })));
    document.notes.set(
      noteKey,
      blocks.filter(({ type }) => type !== 'thematicBreak'),
    );
    return [];
  }
  const level = /^h([1-6])$/.exec(tagName)?.[1];
  if (level) return readHeading(element, Number(level), place);
  if (tagName === 'p') return readParagraph(element, place);
  if (tagName === 'ul' || tagName === 'ol') return readList(element, place);
  if (tagName === 'li') return readItem(element, false, null, place);
  if (tagName === 'hr') return [{ type: 'thematicBreak' }];
  if (tagName === 'pre') return [{ type: 'code', value: readText(children).replace(/\n$/, '') }];
  if (tagName === 'table') return convertTable(element, (cell) => readBlocks(cell.children, document));
  const blocks = toBlocks(readNodes(children, { ...place, marks: noMarks }));
  return tagName === 'blockquote' && blocks.length > 0 ? [{ type: 'blockquote', children: nestItems(blocks) }] : blocks;
}

function readNodes(nodes: readonly ElementContent[], place: Place): Content[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return [toRun(node.value.replace(/[\u200b\ufeff]/g, ''), place.marks)];
    return node.type === 'element' ? readElement(node, place) : [];
  });
}

/** Reads the blocks of a document's nodes. Keeps what Markdown can express, and omits everything else. */
export function readBlocks(nodes: readonly ElementContent[], document: PastedDocument): BlockContent[] {
  return nestItems(toBlocks(readNodes(nodes, { document, marks: noMarks, level: 1, isInNote: false })));
}
