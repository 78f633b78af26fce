import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { readDrawing } from './inline-drawing.ts';
import type { FindStoredPicture } from './pictures.ts';
import { renderMarkdown, rewriteLinks } from './render.ts';

const renderHtml = async (markdown: string) => (await renderMarkdown(markdown)).html;

it.each([
  ['![a](media/a.svg)', 'a.svg'],
  ['![a](media/a.bmp)\n\n![b](media/b.gif "B")\n\n![c](media/c.svg)', 'b.gif'],
  ['Text with ![a](media/a.svg) in its line', null],
  ['![a](https://example.com/media/a.svg)', null],
  ['No picture', null],
])('the cover of %j is its first figure that can be cropped or drawn at any size: %j', async (markdown, cover) => {
  expect((await renderMarkdown(markdown)).cover).toBe(cover);
});

describe('a text that nests more deeply than its readers can follow is refused with its line', () => {
  const createList = (levels: number) =>
    Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- a`).join('\n');
  const createMarks = (levels: number) => `${'*a _b '.repeat(levels / 2)}c${'_*'.repeat(levels / 2)}`;
  const createNested: [string, number, (levels: number) => string][] = [
    ['quotes', 3, (levels) => `${'>'.repeat(levels)}a`],
    ['quotes with spaces', 3, (levels) => `${'> '.repeat(levels)}a`],
    ['lists in a line', 3, (levels) => `${'- '.repeat(levels)}a`],
    ['numbered lists in a line', 3, (levels) => `${'1. '.repeat(levels)}a`],
    ['lists by indentation', 103, createList],
    ['emphasis', 3, createMarks],
    ['strikethrough', 3, (levels) => `${'*a ~b '.repeat(levels / 2)}c${'~*'.repeat(levels / 2)}`],
    ['emphasis inside a table', 5, (levels) => `|a|\n|-|\n|${createMarks(levels)}|`],
  ];

  it.each(createNested)('%s', async (_, line, create) => {
    const link = '[a](/blog/x)';
    const wrap = (levels: number) => `${link}\n\n${create(levels)}`;
    expect(await renderHtml(wrap(100))).toContain('href="/blog/x"');
    expect(rewriteLinks(wrap(100), '/blog/x', '/blog/y')).toContain('[a](/blog/y)');
    const refusal = {
      code: 'unprocessable',
      line,
      problem: expect.stringContaining('nests quotes, lists or emphasis'),
    };
    await expect(renderHtml(wrap(102))).rejects.toMatchObject(refusal);
    expect(() => rewriteLinks(wrap(102), '/blog/x', '/blog/y')).toThrow(expect.objectContaining(refusal));
  });
});

describe('dangerous markup is removed', () => {
  it.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '<iframe src="https://example.com"></iframe>',
    '<div style="color:red" onclick="x()">text</div>',
    '<svg onload=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](vbscript:x)',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml;base64,PHN2Zz4=)',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '```js" onload="x\ncode\n```',
  ])('%s', async (markdown) => {
    expect(await renderHtml(markdown)).not.toMatch(
      /<script|<iframe|<svg|(?:href|src)="(?:java|vb|data)|<[^>]*\son\w+=|style=/i,
    );
  });

  it('but text that looks like markup is shown', async () => {
    expect(await renderHtml('1 < 2 & "3" `<b>`')).toBe('<p>1 &#x3C; 2 &#x26; "3" <code>&#x3C;b></code></p>');
  });
});

it('keeps ordinary links: of the site, of other sites, mail and telephone', async () => {
  const { html, links } = await renderMarkdown(
    '[a](/blog/a)\n[b](https://example.com)\n[c](mailto:a@b.example)\n[d](tel:+441234)\n[e](#s-x)',
  );
  for (const href of ['/blog/a', 'https://example.com', 'mailto:a@b.example', 'tel:+441234', '#s-x'])
    expect(html).toContain(`<a href="${href}">`);
  expect(links).toEqual([
    { target: '/blog/a', line: 1 },
    { target: 'https://example.com', line: 2 },
  ]);
});

it('returns each site link and picture with its line', async () => {
  const { links, pictures, externalPictures } = await renderMarkdown(
    'Text\n[a](/a) and\n[b](/b#c)\n\n- [again](/a)\n\n| [t](/t) |\n| --- |\n\n![p](media/p.svg)\n\n![q](https://example.com/q.png)',
  );
  expect(links).toEqual([
    { target: '/a', line: 2 },
    { target: '/b#c', line: 3 },
    { target: '/a', line: 5 },
    { target: '/t', line: 7 },
  ]);
  expect(pictures).toEqual([{ target: 'p.svg', line: 10 }]);
  expect(externalPictures).toEqual([{ target: 'https://example.com/q.png', line: 12 }]);
});

it('names the box of each task, whose text is no label', async () => {
  const html = await renderHtml('- [x] a label on every tree\n- [ ] a label that a deer does not eat');
  expect(html.match(/<input[^>]*>/g)).toEqual([
    '<input type="checkbox" checked disabled aria-label="Done">',
    '<input type="checkbox" disabled aria-label="Not done">',
  ]);
});

it('puts each table into a box that scrolls and that the keyboard can focus', async () => {
  const html = await renderHtml('| a | b |\n| --- | --: |\n| 1 | 2 |\n\n| c |\n| --- |\n');
  expect(html.match(/<div class="table-scroll" tabindex="0" role="region" aria-label="Table \d"><table>/g)).toEqual([
    '<div class="table-scroll" tabindex="0" role="region" aria-label="Table 1"><table>',
    '<div class="table-scroll" tabindex="0" role="region" aria-label="Table 2"><table>',
  ]);
  expect(html).not.toContain('style=');
  expect(html).toContain('class="align-right"');
  expect(html).not.toContain('align=');
});

it('has no empty header in a table, above the labels of its rows', async () => {
  const html = await renderHtml('|  | Before |\n| --- | --- |\n| Disks | 2 |\n');
  expect(html).toMatch(/<tr>\s*<td><\/td>\s*<th>Before<\/th>\s*<\/tr>/);
});

describe('a picture', () => {
  const getPicture: FindStoredPicture = (name) =>
    name === 'p.svg' ? { size: { width: 40, height: 20 }, svg: null } : undefined;

  it('alone in a paragraph becomes a figure with its size, and its title as the caption', async () => {
    const { html } = await renderMarkdown('![Seen](media/p.svg "Said")', getPicture);
    expect(html).toBe(
      '<figure><img src="/media/p.svg" alt="Seen" width="40" height="20" fetchpriority="high" decoding="async"><figcaption>Said</figcaption></figure>',
    );
  });

  it('without a title has no caption, and without a known size no size attributes', async () => {
    expect((await renderMarkdown('![Seen](media/q.svg)', getPicture)).html).toBe(
      '<figure><img src="/media/q.svg" alt="Seen" fetchpriority="high" decoding="async"></figure>',
    );
  });

  describe('a raster picture', () => {
    const findPhoto: FindStoredPicture = (name) =>
      name === 'wide.jpg' ? { size: { width: 1000, height: 500 }, svg: null } : undefined;
    const wide = '![Seen](media/wide.jpg)';

    it('is offered in smaller sizes and better formats, with its own file as the fallback', async () => {
      const { html } = await renderMarkdown(wide, findPhoto);
      const sizes = 'sizes="(min-width: 56rem) 52rem, 100vw"';
      const set = (format: string) =>
        [480, 832, 1000].map((width) => `/media/wide.jpg/${width}.${format} ${width}w`).join(', ');
      expect(html).toBe(
        `<figure><picture><source type="image/avif" srcset="${set('avif')}" ${sizes}>` +
          `<source type="image/webp" srcset="${set('webp')}" ${sizes}>` +
          '<img src="/media/wide.jpg" alt="Seen" width="1000" height="500" fetchpriority="high" decoding="async"></picture></figure>',
      );
      expect((await renderMarkdown('![Seen](media/none.jpg)', findPhoto)).html).not.toContain('<picture>');
    });

    it('that moves shows its first frame, with a link that plays it unless it stands in a link', async () => {
      const findMoving: FindStoredPicture = () => ({ size: { width: 600, height: 300 }, isAnimated: true, svg: null });
      const { html, plain, pictures, cover } = await renderMarkdown('![Seen](media/a.webp "Said")', findMoving);
      expect(html).toContain('<img src="/media/a.webp/600.webp" alt="Seen"');
      expect(html).toContain(
        '</picture><a class="animation" href="/media/a.webp" data-held="animation" aria-label="Play the animation: Seen">Play the animation</a><figcaption>',
      );
      expect([plain, cover, pictures.map(({ target }) => target)]).toEqual(['Said', 'a.webp', ['a.webp']]);
      const linked = await renderMarkdown('[![Seen](media/a.gif)](/blogs)', findMoving);
      expect(linked.html).toMatch(
        /^<p><a href="\/blogs"><picture>.*src="\/media\/a.gif\/600.webp".*<\/picture><\/a><\/p>$/,
      );
    });

    it('is loaded lazily, except for the first one at the top of the text', async () => {
      const findEagerPictures = async (text: string) =>
        [...(await renderMarkdown(text, findPhoto)).html.matchAll(/<img[^>]*>/g)].map(([tag]) => tag.includes('high'));
      expect(await findEagerPictures(`Text.\n\n${wide}\n\n${wide}`)).toEqual([true, false]);
      expect(await findEagerPictures(`Text.\n\n## Heading\n\n${wide}`)).toEqual([false]);
      expect(await findEagerPictures(`One.\n\nTwo.\n\nThree.\n\n${wide}`)).toEqual([false]);
    });
  });

  it('that is a drawing of shapes becomes part of the text, with ids of its own', async () => {
    const svg =
      '<svg viewBox="0 0 8 4" width="8"><marker id="m"/><path d="M0 0" marker-end="url(#m)"/><text>In it</text></svg>';
    const findDrawing: FindStoredPicture = (name) =>
      name === 'a.svg' ? { size: { width: 8, height: 4 }, svg } : undefined;
    const { html, plain, cover } = await renderMarkdown(
      '![Seen](media/a.svg "Said")\n\n![Two](media/a.svg)',
      findDrawing,
    );
    expect(html).toContain(
      '<figure data-picture="a.svg"><input type="checkbox" id="enlarge-drawing-1"><div class="drawing-scroll" tabindex="0" role="region" aria-label="Drawing 1"><svg viewBox="0 0 8 4" role="img" aria-label="Seen">',
    );
    expect(html).toContain('marker-end="url(#drawing-1-m)"');
    expect(html).toContain('<marker id="drawing-2-m">');
    const createLabel = (number: number) =>
      `<label for="enlarge-drawing-${number}">Enlarge<span class="visually-hidden"> drawing ${number}</span></label>`;
    expect(html).toContain(`<figcaption>Said${createLabel(1)}</figcaption>`);
    expect(html).toContain(`<figcaption>${createLabel(2)}</figcaption>`);
    expect(cover).toBe('a.svg');
    expect(plain).not.toContain('In it');
  });

  it('that is a drawing has its narrow drawing beside it for phones, which belongs to its pictures', async () => {
    const createSvg = (text: string) => `<svg viewBox="0 0 8 4"><text>${text}</text></svg>`;
    const findDrawing: FindStoredPicture = (name) =>
      /^a(?:-narrow)?\.svg$/.test(name) ? { size: { width: 8, height: 4 }, svg: createSvg(name) } : undefined;
    const { html, pictures, cover } = await renderMarkdown('![Seen](media/a.svg "Said")', findDrawing);
    expect(html).toBe(
      '<figure data-picture="a.svg"><svg viewBox="0 0 8 4" role="img" aria-label="Seen" class="drawing-wide"><text>a.svg</text></svg>' +
        '<svg viewBox="0 0 8 4" role="img" aria-label="Seen" class="drawing-narrow"><text>a-narrow.svg</text></svg>' +
        '<figcaption>Said</figcaption></figure>',
    );
    expect(pictures.map(({ target }) => target)).toEqual(['a.svg', 'a-narrow.svg']);
    expect(cover).toBe('a.svg');
  });

  it('in a sentence stays in its sentence', async () => {
    expect((await renderMarkdown('See ![it](media/p.svg) here', getPicture)).html).toMatch(
      /^<p>See <img [^>]+> here<\/p>$/,
    );
  });

  it('escapes its texts', async () => {
    expect(await renderHtml('![a"<b>](media/p.svg "c<d>")')).toMatch(/alt="a&#x22;<b>"|alt="a&#x22;&#x3C;b>"/);
    expect(await renderHtml('![a](media/p.svg "<i>c</i>")')).toContain('<figcaption>&#x3C;i>c&#x3C;/i></figcaption>');
  });
});

describe('a heading', () => {
  it('has a prefixed id that no other heading of the text has', async () => {
    const { html, toc } = await renderMarkdown('## State\n\n### State\n\n## Ünïcode & *more*\n\n#### Deep');
    expect(html).toContain('<h2 id="s-state">');
    expect(html).toContain('<h3 id="s-state-1">');
    expect(toc).toEqual([
      { id: 's-state', text: 'State', depth: 2 },
      { id: 's-state-1', text: 'State', depth: 3 },
      { id: 's-ünïcode--more', text: 'Ünïcode & more', depth: 2 },
    ]);
  });

  it('keeps its letters in its id in every alphabet, and is numbered without letters and digits', async () => {
    const { headings } = await renderMarkdown('# Привет мир\n\n# 東京\n\n# 🎉\n\n# Section 1\n\n# !?\n');
    const ids = ['s-привет-мир', 's-東京', 's-section-2', 's-section-1', 's-section-3'];
    expect(headings.map(({ id }) => id)).toEqual(ids);
  });
});

describe('the direction of a text', () => {
  it('is marked where it differs from the text around it, and never of a text from left to right', async () => {
    expect(await renderHtml('## שלום\n\nمرحبا *x*\n\n3. Latin\n\n> 1: עברית')).toBe(
      '<h2 id="s-שלום" dir="auto">שלום</h2>\n<p dir="auto">مرحبا <em>x</em></p>\n<ol start="3">\n<li>Latin</li>\n</ol>\n' +
        '<blockquote dir="auto">\n<p>1: עברית</p>\n</blockquote>',
    );
  });

  it('is inherited by items and cells, so that bullets and columns stand at its side', async () => {
    expect(await renderHtml('- אחד\n- two\n\n  ```\n  code\n  ```\n- 3')).toMatch(
      /^<ul dir="auto">\n<li>\n<p>אחד<\/p>\n<\/li>\n<li dir="auto">\n<p>two<\/p>\n<div class="code"/,
    );
    expect(await renderHtml('- אחד\n\n  ```\n  code\n  ```')).toContain('<pre class="shiki" tabindex="0" dir="ltr">');
    expect(await renderHtml('| א | b |\n| --- | --- |\n| ג | 4 |')).toContain(
      '<table dir="auto">\n<thead>\n<tr>\n<th>א</th>\n<th dir="auto">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>ג</td>\n<td>4</td>',
    );
  });
});

describe('footnotes', () => {
  it('link to the note and back by valid ids, and their heading is not part of the contents', async () => {
    const { html, toc } = await renderMarkdown(
      '## One\n\nText.[^a] More.[^b] Again.[^a]\n\n[^a]: First.\n[^b]: Second.',
    );
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, target]) => decodeURIComponent(target ?? ''));
    expect(targets.length).toBe(6);
    for (const target of targets) expect([target, ids.has(target)]).toEqual([target, true]);
    for (const [, described = ''] of html.matchAll(/ aria-describedby="([^"]+)"/g))
      expect(ids.has(described)).toBe(true);
    expect([...html.matchAll(/ id="([^"]+)"/g)].length).toBe(ids.size);
    expect(toc.map(({ text }) => text)).toEqual(['One']);
  });
});

describe('code', () => {
  it('has a class for each token and no style attribute', async () => {
    const html = await renderHtml('```ts\nconst a: string = "b"; // c\n```');
    expect(html).toMatch(/^<div class="code" data-language="ts"><pre class="shiki" tabindex="0"><code>/);
    expect(html).toContain('<span class="tok-keyword">const</span>');
    expect(html).toMatch(/<span class="tok-comment">\s*\/\/ c<\/span>/);
    expect(html).not.toContain('style=');
    expect(html.replace(/<[^>]+>/g, '')).toBe('const a: string = "b"; // c');
  });

  it('of an unknown or no language is escaped and not highlighted', async () => {
    for (const fence of ['```', '```no-such-language', '```constructor']) {
      const html = await renderHtml(`${fence}\n<b> & "c"\n\n  d\n\`\`\``);
      expect(html.replace(/<\/?(?:div|pre|code|span)[^>]*>/g, '')).toBe('&#x3C;b> &#x26; "c"\n\n  d');
      expect(html).not.toContain('style=');
    }
  });

  it('has no style attribute and loses no character in any language', async () => {
    for (const language of ['bash', 'sql', 'yaml', 'json', 'go', 'c', 'diff', 'nginx', 'html']) {
      const html = await renderHtml(`\`\`\`${language}\nif x = 'a' { return 1 } # é\n\`\`\``);
      expect(html).not.toMatch(/style=|--token/);
      expect(html.replace(/<[^>]+>/g, '')).toBe("if x = 'a' { return 1 } # é");
    }
  });
});

describe('the plain text', () => {
  it('is the text that a person reads, word by word, without markup', async () => {
    const { plain, words } = await renderMarkdown(
      '## One two\n\nThree **four**\n\n- five\n- [six](/x)\n\n| a | b |\n| --- | --- |\n| c | d |\n\n`e f`\n\n<b>raw</b>',
    );
    expect(plain).toBe('One two Three four five six a b c d e f raw');
    expect(words).toBe(13);
  });

  it('keeps a word together if only a part of it is emphasised', async () => {
    expect((await renderMarkdown('un**believ**able, `f`()')).plain).toBe('unbelievable, f()');
  });

  it('has, as prose, a line for each paragraph, heading, item and row, without code blocks', async () => {
    const { prose } = await renderMarkdown(
      '## One\n\nTwo `three`\nfour\n\n- five\n- six\n\n```sh\nseven\n```\n\n| a | b |\n| --- | --- |\n| c | d |',
    );
    expect(prose).toBe('One\nTwo three four\nfive\nsix\na b\nc d');
  });

  it('is empty for an empty text', async () => {
    expect(await renderMarkdown('')).toEqual({
      html: '',
      toc: [],
      plain: '',
      prose: '',
      words: 0,
      links: [],
      pictures: [],
      cover: null,
      headings: [],
      fragments: [],
      unnamedPictures: [],
      externalPictures: [],
    });
  });
});

function read(inner: string, attributes = 'viewBox="0 0 10 10"'): string {
  const drawing = readDrawing(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`, 'A box', 'd1-');
  return drawing
    ? unified()
        .use(rehypeStringify)
        .stringify({ type: 'root', children: [drawing] })
    : 'none';
}

const darkStyle = '<style>@media(prefers-color-scheme:dark){:root{--ground:#0f1613;--ink:#e8ece4}}</style>';

it('keeps shapes, text and their colours, and gives the drawing its text alternative', () => {
  expect(
    read('<title>t</title><rect x="1" fill="var(--ink, #000)"/><text text-anchor="end">a<tspan>b</tspan></text>'),
  ).toBe(
    '<svg viewBox="0 0 10 10" role="img" aria-label="A box"><rect x="1" fill="var(--ink, #000)"></rect><text text-anchor="end">a<tspan>b</tspan></text></svg>',
  );
});

it('makes ids unique within the page, with the references to them', () => {
  const html = read('<defs><marker id="a"/></defs><path d="M0 0" marker-end="url(#a)"/>');
  expect(html).toContain('<marker id="d1-a">');
  expect(html).toContain('marker-end="url(#d1-a)"');
});

it.each([
  ['a script', '<script>alert(1)</script>'],
  ['a handler', '<rect onclick="alert(1)" onload="alert(1)"/>'],
  ['HTML inside', '<foreignObject><iframe src="//x.example"></iframe></foreignObject>'],
  ['HTML that ends the drawing', '<p><img src="x" onerror="alert(1)">'],
  ['a link', '<a href="javascript:alert(1)"><text>x</text></a>'],
  ['a picture', '<image href="https://x.example/a.png"/>'],
  ['a reference to another file', '<use href="https://x.example/a.svg#b"/>'],
  ['a paint from another file', '<rect fill="url(https://x.example/a.svg#b)"/>'],
  ['an escaped paint', '<rect fill="u\\72l(https://x.example/a.svg#b)"/>'],
  ['a style', '<style>@import "https://x.example";</style><rect style="fill:url(//x.example)" class="hidden"/>'],
  ['an animation', '<set attributeName="href" to="javascript:alert(1)"/><animate onbegin="alert(1)"/>'],
])('leaves out %s', (_what, inner) => {
  expect(read(inner)).not.toMatch(/script|alert|x\.example|iframe|<img|<a |style|class|onclick|animate|<set/);
});

it('inlines a drawing whose CSS only sets the page’s own colours for the dark theme', () => {
  expect(read(`${darkStyle}<rect fill="var(--ink, #17211b)"/>`)).toContain('<rect fill="var(--ink, #17211b)">');
});

it.each([
  ['another property', '<style>@media(prefers-color-scheme:dark){:root{--ink:#fff;color:red}}</style>'],
  ['a property that the page does not have', '<style>@media(prefers-color-scheme:dark){:root{--brand:#fff}}</style>'],
  ['a second rule', '<style>@media(prefers-color-scheme:dark){:root{--ink:#fff}}text{fill:red}</style>'],
  ['a style attribute', `${darkStyle}<rect style="fill:red"/>`],
])('leaves a drawing whose CSS sets %s as a file', (_what, inner) => {
  expect(read(inner)).toBe('none');
});

it('leaves a file that is too large, or has no view box, as a file', () => {
  expect(read('<rect/>'.repeat(4_000))).toBe('none');
  expect(read('<rect/>', 'width="10"')).toBe('none');
  expect(readDrawing('no drawing', '', 'd1-')).toBeNull();
});
