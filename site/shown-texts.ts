// A page's text stands in the page. What it comes alive with need not carry it a second time.

type Data = Record<string, unknown>;

/** A copy of data in which every `html` was changed, however deep. */
function withHtml<T>(data: T, change: (html: unknown) => unknown): T {
  if (Array.isArray(data)) return data.map((item) => withHtml(item, change)) as T;
  if (typeof data !== 'object' || data === null) return data;
  const changed = Object.entries(data).map(([name, value]) => [
    name,
    name === 'html' ? change(value) : withHtml(value, change),
  ]);
  return Object.fromEntries(changed) as T;
}

/** On the server: in place of each text that `Prose` shows in a page's markup, the place that it has among them. */
export function leaveShownTexts(data: Data, markup: string): Data {
  return withHtml(data, (html) => {
    const at = typeof html === 'string' && html !== '' ? markup.indexOf(`>${html}</div>`) : -1;
    const opened = markup.lastIndexOf('<div', at);
    if (at < 0 || !markup.startsWith('<div data-prose=', opened) || markup.indexOf('>', opened) < at) return html;
    return markup.slice(0, at).split('<div data-prose=').length - 2;
  });
}

/** In the browser, for `JSON.parse`: the text where its place stands. */
export function takeShownText(name: string, value: unknown): unknown {
  const isPlace = name === 'html' && typeof value === 'number';
  return isPlace ? document.querySelectorAll('[data-prose]')[value]?.innerHTML : value;
}
