// Reads the HTML of our own server, whose attributes are always in double quotes. So no parser is needed.

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

/** Replaces `&amp;` and the few other character references that the pages use. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(#x([0-9a-f]+)|#(\d+)|\w+);/gi, (whole, name: string, hex?: string, decimal?: string) => {
    if (named[name.toLowerCase()]) return named[name.toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return Number.isNaN(code) ? whole : String.fromCodePoint(code);
  });
}

/** Returns the attributes of every element with a name; `*` for all elements. */
export function findElements(html: string, name: string): Record<string, string>[] {
  const tag = new RegExp(`<${name === '*' ? '[a-z][\\w-]*' : name}((?:\\s+[^\\s=>"/]+(?:="[^"]*")?)*)\\s*/?>`, 'gi');
  return [...html.matchAll(tag)].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([^\s=>"/]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        unescapeHtml(value),
      ]),
    ),
  );
}

export interface Head {
  titles: string[];
  canonicals: string[];
  /** Contents of every `meta` by its name or property. */
  metas: Record<string, string[]>;
  hreflangs: string[];
}

/** Returns the metadata in a page's head for search engines and link previews. */
export function readHead(html: string): Head {
  const head = html.split('</head>', 1)[0] ?? '';
  const metas: Head['metas'] = {};
  for (const meta of findElements(head, 'meta')) {
    const key = meta.name ?? meta.property;
    // One for each colour scheme.
    if (key && key !== 'theme-color') metas[key] = [...(metas[key] ?? []), meta.content ?? ''];
  }
  const links = findElements(head, 'link');
  return {
    titles: [...head.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title = '']) => unescapeHtml(title)),
    canonicals: links.filter(({ rel }) => rel === 'canonical').map(({ href = '' }) => href),
    metas,
    hreflangs: links.flatMap(({ hreflang }) => (hreflang === undefined ? [] : [hreflang])),
  };
}

export interface Thing {
  '@type': string;
  [key: string]: unknown;
}

/** Returns the schema.org objects of a page, in document order. */
export function readStructuredData(html: string): Thing[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)];
  return blocks.flatMap(([, json = '']) => (JSON.parse(json) as { '@graph': Thing[] })['@graph']);
}
