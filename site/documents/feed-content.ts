import type { Element, ElementContent, Nodes, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import { LRUCache } from 'lru-cache';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { EntryFields } from '../../contract/content/entry-fields.ts';
import type { FeedItem } from '../../contract/content/entry-shapes.ts';
import { getEntryPath } from '../../contract/content/entry-types.ts';

/** What readers show. Classes, ids and controls belong to the page. */
const schema: Schema = {
  ...defaultSchema,
  tagNames: [
    ...(defaultSchema.tagNames ?? []).filter((name) => !['div', 'input', 'span'].includes(name)),
    ...['figcaption', 'figure', 'picture', 'source'],
  ],
  attributes: {
    '*': ['dir'],
    a: ['href'],
    blockquote: ['cite'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start', 'reversed'],
    source: ['srcSet', 'sizes', 'type'],
    td: ['colSpan', 'rowSpan'],
    th: ['colSpan', 'rowSpan'],
  },
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto', 'tel'] },
  strip: ['script', 'style', 'svg', 'label'],
};

const toHtml = unified().use(rehypeStringify);

function createElement(tagName: string, properties: Element['properties'], children: ElementContent[] = []): Element {
  return { type: 'element', tagName, properties, children };
}

function createParagraph(value: string): Element {
  return createElement('p', {}, [{ type: 'text', value }]);
}

/** Replaces the drawings of a figure by an image of their file. */
function replaceDrawing(figure: Element): void {
  let alt = '';
  visit(figure, { tagName: 'svg' }, (svg: Element) => {
    alt = String(svg.properties.ariaLabel ?? '');
  });
  const caption = figure.children.filter((child) => child.type === 'element' && child.tagName === 'figcaption');
  figure.children = [createElement('img', { src: `/media/${figure.properties.dataPicture}`, alt }), ...caption];
}

/** Marks a task as done or not by a character, because controls are left out. */
function replaceTaskBoxes(tree: Root): void {
  visit(tree, { tagName: 'input' }, (box: Element, index, parent) => {
    if (!parent || index === undefined) return;
    parent.children[index] = { type: 'text', value: box.properties.checked ? '☑' : '☐' };
  });
}

/** Makes the addresses of a text absolute. Anchors lead to the page of the text. */
function makeAbsolute(tree: Nodes, page: string): void {
  const resolve = (address: unknown) => URL.parse(String(address), page)?.href ?? '';
  visit(tree, 'element', ({ properties }) => {
    for (const name of ['href', 'src', 'cite'])
      if (properties[name] != null) properties[name] = resolve(properties[name]);
    const sources = properties.srcSet;
    if (sources)
      properties.srcSet = String(sources)
        .split(/,\s+/)
        .map((source) => source.replace(/^\S+/, resolve))
        .join(', ');
  });
}

/** Returns what the page of an entry shows before its text: the question of a trivia, the charts of an infographic. */
function createOwnContent(type: FeedItem['type'], slug: string, fields: FeedItem['fields']): ElementContent[] {
  const { question, options, sheets } = fields as Partial<EntryFields['TRIVIA'] & EntryFields['INFOGRAPHIC']>;
  if (question && options) {
    const items = options.map((value) => createElement('li', {}, [{ type: 'text', value }]));
    return [createParagraph(question), createElement('ol', {}, items)];
  }
  return (sheets ?? []).map(({ title, unit, note }, index) =>
    createElement('figure', {}, [
      createElement('img', { src: `/drawings/chart/${type}/${slug}/${index}.png`, alt: `${title} (${unit})` }),
      createElement('figcaption', {}, [{ type: 'text', value: note ? `${title}. ${note}` : title }]),
    ]),
  );
}

/**
 * The contents of the feeds, by the source of each. Parsing keeps the server from answering, and an edit changes only
 * one of the texts of a feed. Eight feeds of thirty entries fit, unless their texts are very long.
 */
const contents = new LRUCache<string, string>({
  max: 240,
  maxSize: 8_000_000,
  sizeCalculation: (content, source) => content.length + source.length,
});

/** Returns the whole text of an entry for a feed: HTML without styles and controls, with absolute addresses. */
export function createFeedContent({ type, slug, html, fields }: FeedItem, siteUrl: string): string | undefined {
  if (html === null) return undefined;
  const source = JSON.stringify([siteUrl, type, slug, html, fields]);
  let content = contents.get(source);
  if (content === undefined) {
    const tree = fromHtml(html, { fragment: true });
    tree.children.unshift(...createOwnContent(type, slug, fields));
    visit(tree, { tagName: 'figure' }, (figure: Element) => {
      if (figure.properties.dataPicture) replaceDrawing(figure);
    });
    replaceTaskBoxes(tree);
    makeAbsolute(tree, siteUrl + getEntryPath(type, slug));
    content = toHtml.stringify(sanitize(tree, schema) as Root);
    contents.set(source, content);
  }
  return content;
}
