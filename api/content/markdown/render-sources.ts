import type { Element, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { type FindStoredPicture, isElement, listPossiblePictures, picturePrefix } from './pictures.ts';
import { createElements, createPage, isFootnoteLabel, type RenderedMarkdown, renderElements } from './render.ts';

/** A part of a content that becomes HTML: a text in Markdown, or a picture of the library by its name. */
export type RenderSource = { markdown: string } | { picture: string };

/** Returns the elements of a picture that stands by itself, without its alternative text. */
function createPicture(name: string): Root {
  const properties = { src: picturePrefix + name };
  return { type: 'root', children: [{ type: 'element', tagName: 'img', properties, children: [] }] };
}

/** Gives the pictures that stand by themselves the alternative text that the library has. */
function describePicture(tree: Root, name: string, getPicture: FindStoredPicture): void {
  const [image] = tree.children;
  if (isElement(image, 'img')) image.properties.alt = getPicture(name)?.alt ?? '';
}

const footnotePrefix = 'user-content-';

/** Renames the ids of a text's footnotes, because each text of a page counts its footnotes from 1. */
function renameFootnotes({ properties }: Element, text: number): void {
  const rename = (name: string) => {
    if (isFootnoteLabel(name)) return `${name}-${text}`;
    const [, mark = '', rest] = new RegExp(`^(#?)${footnotePrefix}(.*)$`).exec(name) ?? [];
    return rest === undefined ? name : `${mark}${footnotePrefix}${text}-${rest}`;
  };
  for (const name of ['id', 'href'] as const)
    if (typeof properties[name] === 'string') properties[name] = rename(properties[name]);
  if (Array.isArray(properties.ariaDescribedBy))
    properties.ariaDescribedBy = properties.ariaDescribedBy.map((each) => rename(String(each)));
}

/** Makes the ids of a text differ from those of the texts before it on the same page, which are in `taken`. */
function separateIds(tree: Root, text: number, taken: Set<string>): void {
  const own = new Set<string>();
  visit(tree, 'element', ({ properties }) => void (properties.id && own.add(String(properties.id))));
  visit(tree, 'element', (node) => {
    if (text > 1) renameFootnotes(node, text);
    const id = node.properties.id === undefined ? null : String(node.properties.id);
    if (id === null) return;
    let free = id;
    for (let number = 1; taken.has(free) || (free !== id && own.has(free)); number++) free = `${id}-${number}`;
    node.properties.id = free;
    taken.add(free);
  });
}

/**
 * Renders the texts and pictures of one page, so that no id appears twice. `begin` is told the index of each text
 * before the work on it. Throws `unprocessable` for a text that nests too deeply.
 */
export async function renderSources(
  sources: readonly RenderSource[],
  fetchPictures: (names: string[]) => FindStoredPicture | Promise<FindStoredPicture>,
  begin: (source: number) => void = () => undefined,
): Promise<RenderedMarkdown[]> {
  const taken = new Set<string>();
  const trees: Root[] = [];
  let texts = 0;
  for (const [index, source] of sources.entries()) {
    begin(index);
    const tree = 'picture' in source ? createPicture(source.picture) : await createElements(source.markdown);
    if ('markdown' in source && source.markdown) separateIds(tree, ++texts, taken);
    trees.push(tree);
  }
  const getPicture = await fetchPictures([...new Set(trees.flatMap(listPossiblePictures))]);
  const page = createPage();
  const rendered: RenderedMarkdown[] = [];
  for (const [index, tree] of trees.entries()) {
    begin(index);
    const source = sources[index];
    if (source && 'picture' in source) describePicture(tree, source.picture, getPicture);
    rendered.push(await renderElements(tree, getPicture, page));
  }
  return rendered;
}
