import { diffArrays } from 'diff';
import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { EXIT, SKIP, visit } from 'unist-util-visit';

/** Elements that hold text, and are compared where they hold no other of them. */
const textNames = 'p h1 h2 h3 h4 h5 h6 li dt dd td th pre figcaption caption blockquote summary'.split(' ');
const pictureNames = ['picture', 'img', 'svg'];

/** Attributes that differ between two renderings of the same text, and the version in the address of a drawing. */
const volatile =
  /\s(?:id|for|class|aria-label|aria-labelledby|aria-describedby|srcset)="[^"]*"|(?<=\/(?:drawings|social-images)\/[^"?]*)\?[^"]*/g;

/** A part of a page that is compared: its range in the HTML, where a mark is inserted, and what it says. */
interface Block {
  start: number;
  end: number;
  key: string;
}

function hasText(element: Element): boolean {
  let isFound = false;
  visit(element, 'element', (inner) => {
    if (inner === element || !textNames.includes(inner.tagName)) return undefined;
    isFound = true;
    return EXIT;
  });
  return isFound;
}

function listBlocks(html: string): Block[] {
  const blocks: Block[] = [];
  const root: Root = fromHtml(html, { verbose: true });
  const collect = (element: Element) => {
    const { tagName, position, children } = element;
    const isText = textNames.includes(tagName) && !hasText(element);
    if (!isText && !pictureNames.includes(tagName)) return undefined;
    // The mark of a text is inside its element, so that lists and tables stay valid.
    const [first, last] = isText ? [children[0]?.position, children.at(-1)?.position] : [position, position];
    const [start, end] = [first?.start.offset, last?.end.offset];
    if (start !== undefined && end !== undefined)
      blocks.push({ start, end, key: `${tagName} ${html.slice(start, end).replace(volatile, '')}` });
    return SKIP;
  };
  visit(root, 'element', (element: Element) => {
    if (element.tagName !== 'main') return undefined;
    visit(element, 'element', collect);
    return EXIT;
  });
  return blocks;
}

/**
 * Marks the texts and pictures of a page that another version of the page does not have, by `ins` or `del`. Everything
 * else keeps its bytes.
 */
export function markChanges(html: string, other: string, name: 'ins' | 'del'): string {
  const blocks = listBlocks(html);
  const getKeys = (all: readonly Block[]) => all.map(({ key }) => key);
  const changes = diffArrays(getKeys(listBlocks(other)), getKeys(blocks));
  let [index, place] = [0, 0];
  const parts: string[] = [];
  for (const { added, removed, value } of changes) {
    if (removed) continue;
    for (const { start, end } of blocks.slice(index, index + value.length)) {
      if (!added) continue;
      parts.push(html.slice(place, start), `<${name} class="preview-change">${html.slice(start, end)}</${name}>`);
      place = end;
    }
    index += value.length;
  }
  return parts.join('') + html.slice(place);
}
