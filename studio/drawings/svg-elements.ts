import { createElement, type ReactNode } from 'react';

const token = /<(\/?)([a-zA-Z]+)((?: [a-zA-Z:-]+="[^"<>]*")*)(\/?)>|([^<>]+)/y;
const attribute = / ([a-zA-Z:-]+)="([^"]*)"/g;
const escapes: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot);/g, (sign) => escapes[sign] as string);
}

/** Returns the name that React gives an SVG attribute: `stroke-width` is `strokeWidth`, `aria-*` and `data-*` stay. */
function toPropName(name: string): string {
  return /^(?:aria|data)-/.test(name) ? name : name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

interface OpenElement {
  name: string;
  props: Record<string, string>;
  children: ReactNode[];
}

/**
 * Returns the marks of a drawing (`site/drawings/svg.ts`) as React elements. The browser's policy forbids setting them
 * as HTML. Throws an Error where the marks are not well-formed.
 */
export function toSvgElements(marks: string): ReactNode[] {
  const root: OpenElement = { name: '', props: {}, children: [] };
  const open = [root];
  const scan = new RegExp(token);
  while (scan.lastIndex < marks.length) {
    const at = scan.lastIndex;
    const found = scan.exec(marks);
    const parent = open.at(-1) ?? root;
    if (!found) throw new Error(`The drawing is not well-formed at character ${at}`);
    const [, closes, name = '', attributes = '', isEmpty, text] = found;
    if (text !== undefined) {
      parent.children.push(unescapeText(text));
    } else if (closes) {
      if (open.length === 1 || parent.name !== name) throw new Error(`</${name}> has no opening tag`);
      open.pop();
      open.at(-1)?.children.push(createElement(name, parent.props, ...parent.children));
    } else {
      const props: Record<string, string> = {};
      for (const [, key = '', value = ''] of attributes.matchAll(attribute))
        props[toPropName(key)] = unescapeText(value);
      if (isEmpty) parent.children.push(createElement(name, props));
      else open.push({ name, props, children: [] });
    }
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)?.name}> is not closed`);
  return root.children;
}
