import type { Element, ElementContent, Root } from 'hast';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import type { OutgoingMail } from './delivery.ts';

const toHtml = unified().use(rehypeStringify);

const styles = {
  // No colour is set, so that the colours of a mail program apply, light or dark.
  body: 'margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
  text: 'max-width:560px;margin:0 auto',
  name: 'margin:0 0 24px;padding:0 0 12px;border-bottom:1px solid #8888;font-weight:bold',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
} as const;

function createElement(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children };
}

const createText = (value: string) => ({ type: 'text', value }) as const;

/** Makes links of the addresses of the site. Others can be a stranger's, so they stay text. */
function createLinks(line: string, siteUrl: string): ElementContent[] {
  return line.split(/(https?:\/\/[^\s<>"]+)/).map((part) => {
    const isOwn = URL.canParse(part) && new URL(part).origin === new URL(siteUrl).origin;
    return isOwn ? createElement('a', { href: part }, [createText(part)]) : createText(part);
  });
}

/** Renders a paragraph. One that is indented stands out, such as the time of an appointment. */
function createParagraph(text: string, siteUrl: string): Element {
  const lines = text.split('\n').map((line) => createLinks(line.trim(), siteUrl));
  const children = lines.flatMap((line, index) => (index === 0 ? line : [createElement('br', {}, []), ...line]));
  const shown = text.startsWith('  ') ? [createElement('strong', {}, children)] : children;
  return createElement('p', { dir: 'auto', style: styles.paragraph }, shown);
}

/** Returns the HTML of a mail: the paragraphs of its plain text, below the name of the company. */
export function renderMailHtml(
  { subject, body }: Pick<OutgoingMail, 'subject' | 'body'>,
  { name, siteUrl }: { name: string; siteUrl: string },
): string {
  const paragraphs = body
    .trimEnd()
    .split(/\n{2,}/)
    .filter((text) => text.trim() !== '')
    .map((text) => createParagraph(text, siteUrl));
  const head = createElement('head', {}, [
    createElement('meta', { charSet: 'utf-8' }, []),
    createElement('meta', { name: 'viewport', content: 'width=device-width' }, []),
    createElement('title', {}, [createText(subject)]),
  ]);
  const title = createElement('p', { dir: 'auto', style: styles.name }, [createText(name)]);
  const text = createElement('div', { style: styles.text }, [title, ...paragraphs]);
  const html = createElement('html', { lang: 'en' }, [head, createElement('body', { style: styles.body }, [text])]);
  const root: Root = { type: 'root', children: [{ type: 'doctype' }, html] };
  return toHtml.stringify(root);
}
