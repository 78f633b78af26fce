/** Reads what our own server prints: attributes always stand in double quotes there, so no parser is needed. */

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

/** `&amp;` and the few others our pages use, as text. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(#x([0-9a-f]+)|#(\d+)|\w+);/gi, (whole, name: string, hex?: string, decimal?: string) => {
    if (named[name.toLowerCase()]) return named[name.toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return Number.isNaN(code) ? whole : String.fromCodePoint(code);
  });
}

/** The attributes of every element of a name; `*` for any. */
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

/** What a page's head says to search engines and to those who share its address. */
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

/** The schema.org objects of a page, in the order printed. */
export function readStructuredData(html: string): Thing[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)];
  return blocks.flatMap(([, json = '']) => (JSON.parse(json) as { '@graph': Thing[] })['@graph']);
}
