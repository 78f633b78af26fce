import { diffArrays } from 'diff';
import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { EXIT, SKIP, visit } from 'unist-util-visit';
import { maxEdits } from '../../../contract/studio/edit-budget.ts';

/** Elements that hold text. They are compared if they contain no other element of this list. */
const textNames = 'p h1 h2 h3 h4 h5 h6 li dt dd td th pre figcaption caption blockquote summary'.split(' ');
const pictureNames = ['picture', 'img', 'svg'];

/** Parts of the HTML that differ between two renderings of the same text: attributes, and versions of drawings. */
const ignoredParts =
  /\s(?:id|for|class|aria-label|aria-labelledby|aria-describedby|srcset)="[^"]*"|(?<=\/(?:drawings|social-images)\/[^"?]*)\?[^"]*/g;

/** A text or picture of a page that is compared. */
interface Block {
  /** The range in the HTML around which a mark is inserted. */
  start: number;
  end: number;
  /** Equal in both versions of the page if the block is the same. */
  key: string;
}

/** Returns whether an element contains another element that holds text. */
function containsTextElement(element: Element): boolean {
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
    const isText = textNames.includes(tagName) && !containsTextElement(element);
    if (!isText && !pictureNames.includes(tagName)) return undefined;
    // The mark of a text is inside its element, so that lists and tables stay valid.
    const [first, last] = isText ? [children[0]?.position, children.at(-1)?.position] : [position, position];
    const [start, end] = [first?.start.offset, last?.end.offset];
    if (start !== undefined && end !== undefined)
      blocks.push({ start, end, key: `${tagName} ${html.slice(start, end).replace(ignoredParts, '')}` });
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
 * else keeps its bytes. Marks all of them where more than `maxEdits` differ.
 */
export function markChanges(html: string, other: string, name: 'ins' | 'del'): string {
  const blocks = listBlocks(html);
  const getKeys = (all: readonly Block[]) => all.map(({ key }) => key);
  const allAdded = [{ added: true, removed: false, value: getKeys(blocks) }];
  const changes = diffArrays(getKeys(listBlocks(other)), getKeys(blocks), { maxEditLength: maxEdits }) ?? allAdded;
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
