import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { get as getRaw, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { rerenderRevisionsWithPicture } from '../../api/content/import-export/rerender.ts';
import { media } from '../../api/db/editorial-tables.ts';
import { makeEntry } from '../../testing/makers.ts';
import { createAnimation, makeBlackPng } from '../../testing/sample-files.ts';
import { openTestSite, setUpSite } from '../../testing/test-site.ts';

/** Creates a picture like a photograph: every pixel differs, stored 1000 pixels wide and rotated to 600 × 1000. */
async function makePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  return sharp({ create: { width: 1000, height: 600, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 90 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

async function put(name: string, contentType: string, bytes: Buffer, width: number, height: number): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await site.database.db.insert(media).values({ name, contentType, bytes, sha256, width, height });
}

const box = '<svg xmlns="http://www.w3.org/2000/svg"/>';

const site = await setUpSite();
await put('photo.jpg', 'image/jpeg', await makePhoto(), 600, 1000);
await put('broken.png', 'image/png', Buffer.from('no picture at all'), 600, 1000);
await put('box.svg', 'image/svg+xml', Buffer.from(box), 600, 1000);

const get = (path: string, headers: Record<string, string> = {}) => fetch(site.address + path, { headers });

it("a picture is served smaller, upright and without the camera's metadata, in each offered width and format", async () => {
  const { size: whole } = await (await get('/media/photo.jpg')).blob();
  for (const [format, kind] of [
    ['avif', 'heif'],
    ['webp', 'webp'],
  ]) {
    for (const width of [480, 600]) {
      const answer = await get(`/media/photo.jpg/${width}.${format}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${format}`]);
      expect(answer.headers.get('cache-control')).toContain('public');
      const bytes = Buffer.from(await answer.arrayBuffer());
      const seen = await sharp(bytes).metadata();
      expect(seen).toMatchObject({ format: kind, width, height: (width * 1000) / 600 });
      expect([seen.orientation ?? 1, seen.exif]).toEqual([1, undefined]);
      expect(bytes.length).toBeLessThan(whole);
    }
  }
  expect(await readdir(join(site.dataFolder, 'cache/pictures'))).toHaveLength(4);
});

it.each(['br', 'zstd', 'gzip', 'identity'])(
  'a drawing is served in the encoding %s, each with its own validator',
  async (encoding) => {
    const answer = await get('/media/box.svg', { 'accept-encoding': encoding });
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(answer.headers.get('vary')).toContain('accept-encoding');
    expect(answer.headers.get('etag')).toMatch(new RegExp(`^"[0-9a-f]{32}-${encoding}"$`));
    if (encoding !== 'zstd') expect(await answer.text()).toBe(box);
  },
);

it('a picture is 304 for a client that has it', async () => {
  const etag = (await get('/media/photo.jpg/480.webp')).headers.get('etag') ?? '';
  expect((await get('/media/photo.jpg/480.webp', { 'if-none-match': etag })).status).toBe(304);
  expect((await get('/media/photo.jpg/480.avif', { 'if-none-match': etag })).status).toBe(200);
});

it('a picture is 404 in any other width or format, and for vector pictures', async () => {
  const paths = ['photo.jpg/481.webp', 'photo.jpg/832.webp', 'photo.jpg/0.webp', 'photo.jpg/99999999999.avif'];
  for (const path of [...paths, 'photo.jpg/480.gif', 'none.jpg/480.webp', 'box.svg/480.webp'])
    expect([path, (await get(`/media/${path}`)).status]).toEqual([path, 404]);
});

it('a picture redirects to its original file if it cannot be decoded', async () => {
  const answer = await fetch(`${site.address}/media/broken.png/480.webp`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([307, '/media/broken.png']);
  expect(site.lines.filter(({ level }) => level >= 40)).toMatchObject([{ msg: 'a picture could not be made smaller' }]);
});

it('variants and the cover of an animated picture are its first frame; its own file and feeds keep the motion', async () => {
  const { bytes } = await createAnimation('moving.gif');
  await put('moving.gif', 'image/gif', bytes, 40, 20);
  await site.database.pool.query("update media set is_animated = true where name = 'moving.gif'");
  for (const name of ['40.webp', '40.avif', 'cover.webp', 'cover-480.avif']) {
    const { pages } = await sharp(Buffer.from(await (await get(`/media/moving.gif/${name}`)).arrayBuffer())).metadata();
    expect([name, pages ?? 1]).toEqual([name, 1]);
  }
  expect(bytes.equals(Buffer.from(await (await get('/media/moving.gif')).arrayBuffer()))).toBe(true);
  const { slug } = await makeEntry(site.database, 'BLOG', { text: { body: '![Seen](media/moving.gif)' } });
  await rerenderRevisionsWithPicture(site.database, 'moving.gif');
  const { items } = JSON.parse(await (await get('/feed.json')).text());
  const item = items.find(({ url }: { url: string }) => url.endsWith(`/${slug}`));
  expect(item.content_html).toContain(`<a href="${site.address}/media/moving.gif">Play the animation</a>`);
});

it('a picture is not read from the database for a client that has it', async () => {
  const etag = (await get('/media/photo.jpg')).headers.get('etag') ?? '';
  await site.database.pool.query('alter table media rename column bytes to hidden');
  const answers = await Promise.all([
    get('/media/photo.jpg', { 'if-none-match': etag }),
    get('/media/box.svg', { 'if-none-match': '*' }),
  ]);
  await site.database.pool.query('alter table media rename column hidden to bytes');
  expect(answers.map(({ status }) => status)).toEqual([304, 304]);
});

it('a picture that is too large to be decoded redirects to its original file too', async () => {
  await put('wide.png', 'image/png', makeBlackPng(20_000, 10), 20_000, 10);
  const answer = await fetch(`${site.address}/media/wide.png/480.webp`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([307, '/media/wide.png']);
});

it('a cover is the part of a photograph around its focal point, in the shape of covers', async () => {
  const half = { width: 1000, height: 1000, channels: 3 } as const;
  const blue = await sharp({ create: { ...half, background: '#00f' } })
    .png()
    .toBuffer();
  const picture = sharp({ create: { ...half, height: 2000, background: '#f00' } });
  const bytes = await picture
    .composite([{ input: blue, left: 0, top: 1000 }])
    .png()
    .toBuffer();
  await put('tall.png', 'image/png', bytes, 1000, 2000);
  const readCover = async () => {
    const answer = await get('/media/tall.png/cover.webp');
    const cover = sharp(Buffer.from(await answer.arrayBuffer()));
    const { width, height } = await cover.metadata();
    const { dominant } = await cover.stats();
    return [width, height, dominant.r > dominant.b ? 'red' : 'blue'];
  };
  await site.database.pool.query("update media set focus_y = 0 where name = 'tall.png'");
  expect(await readCover()).toEqual([1000, 525, 'red']);
  await site.database.pool.query("update media set focus_y = 0.9 where name = 'tall.png'");
  expect(await readCover()).toEqual([1000, 525, 'blue']);
  const small = await get('/media/tall.png/cover-480.avif');
  expect(small.headers.get('content-type')).toBe('image/avif');
  const { width, height } = await sharp(Buffer.from(await small.arrayBuffer())).metadata();
  expect([width, height]).toEqual([480, 252]);
  for (const path of [
    'box.svg/cover.webp',
    'box.svg/cover-480.avif',
    'tall.png/cover-481.avif',
    'none.png/cover-480.avif',
  ])
    expect([path, (await get(`/media/${path}`)).status]).toEqual([path, 404]);
});

it('a social image shows the first figure of its entry: a photograph around its focal point, or a drawing', async () => {
  const red = sharp({ create: { width: 560, height: 630, channels: 3, background: '#f00' } });
  await put('red.png', 'image/png', await red.png().toBuffer(), 560, 630);
  const blue =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#00f"/></svg>';
  await put('blue.svg', 'image/svg+xml', Buffer.from(blue), 9, 9);
  for (const [name, colour] of [
    ['red.png', { r: 255, g: 0, b: 0 }],
    ['blue.svg', { r: 0, g: 0, b: 255 }],
  ] as const) {
    const { slug } = await makeEntry(site.database, 'BLOG', { text: { body: `![Seen](media/${name})` } });
    const answer = await get(`/social-images/BLOG/${slug}.png`);
    const pixel = await sharp(Buffer.from(await answer.arrayBuffer()))
      .extract({ left: 920, top: 315, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    const [r = 0, g = 0, b = 0] = pixel;
    for (const [channel, value] of Object.entries({ r, g, b }))
      expect(Math.abs(value - colour[channel as 'r']), `${name} ${channel}`).toBeLessThan(12);
  }
});

it('a drawn cover shows the whole of a figure without its letters; one that cannot be drawn is the picture', async () => {
  const text = '<text x="1" y="8" font-size="4" font-family="monospace">Long label</text>';
  const high = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 21">${text}</svg>`;
  await put('high.svg', 'image/svg+xml', Buffer.from(high), 10, 21);
  const fetchCover = async (name: string) => {
    const { slug } = await makeEntry(site.database, 'BLOG', { text: { body: `![Seen](media/${name})` } });
    return fetch(`${site.address}/drawings/cover/BLOG/${slug}.svg`, { redirect: 'manual' });
  };
  const cover = await (await fetchCover('high.svg')).text();
  expect(cover).toContain('viewBox="0 0 800 420"');
  expect(cover).toContain('scale(20.0000)');
  expect(cover).not.toContain('<text');
  const refused = await fetchCover('box.svg');
  expect([refused.status, refused.headers.get('location')]).toEqual([307, '/media/box.svg']);
});

it('feeds hold whole texts with absolute addresses and without controls, and enclosures that exist', async () => {
  const narrow = '<svg viewBox="0 0 8 4"><path d="M0 0"/></svg>';
  await put('drawing.svg', 'image/svg+xml', Buffer.from(narrow), 8, 4);
  const body = `## Heading

[Up](#s-heading), [site](/blogs), [out](https://example.org/x) & <script>1</script>]]>

![Drawn](media/drawing.svg "Caption")

![Photo](media/photo.jpg)

- [x] task
`;
  await makeEntry(site.database, 'BLOG', {
    slug: 'fed',
    text: { title: 'A < B & "C" ]]>\u0008', summary: 'Said & done', body },
  });
  await rerenderRevisionsWithPicture(site.database, 'photo.jpg');
  await makeEntry(site.database, 'INFOGRAPHIC', { slug: 'charted' });
  await makeEntry(site.database, 'TRIVIA', { slug: 'asked' });
  const read = async (name: string) => (await get(name)).text();
  const parse = (xml: string) => {
    expect(XMLValidator.validate(xml)).toBe(true);
    return new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml);
  };
  const { items } = JSON.parse(await read('/feed.json'));
  const item = items.find(({ url }: { url: string }) => url.endsWith('/fed'));
  const html: string = item.content_html;
  const page = `${site.address}/blog/fed`;
  for (const part of [
    '<h2>Heading</h2>',
    `<a href="${page}#s-heading">Up</a>`,
    `<a href="${site.address}/blogs">site</a>`,
    '<a href="https://example.org/x">out</a>',
    `<figure><img src="${site.address}/media/drawing.svg" alt="Drawn"><figcaption>Caption</figcaption></figure>`,
    `srcset="${site.address}/media/photo.jpg/480.avif 480w, ${site.address}/media/photo.jpg/600.avif 600w"`,
    '☑ task',
  ])
    expect(html).toContain(part);
  expect(html).not.toMatch(/<(?:svg|input|label|script)|class=|\sid=|="\//);
  expect(item).toMatchObject({ id: page, title: 'A < B & "C" ]]>', summary: 'Said & done' });
  const own = items.map((each: { content_html: string }) => each.content_html).join();
  expect(own).toContain(`<img src="${site.address}/drawings/chart/INFOGRAPHIC/charted/0.png" alt="Sheet (ms)">`);
  expect(own).toContain('<p>Which?</p><ol><li>This</li><li>That</li></ol>');

  const { channel } = parse(await read('/feed.xml')).rss;
  const { entry } = parse(await read('/feed.atom')).feed;
  const ofRss = channel.item.find(({ link }: { link: string }) => link === page);
  const ofAtom = entry.find(({ id }: { id: string }) => id === page);
  expect([ofRss.guid['#text'], ofRss.title, ofRss['content:encoded']]).toEqual([page, 'A < B & "C" ]]>', html]);
  expect([ofAtom.title['#text'], ofAtom.content['#text']]).toEqual(['A &lt; B &amp; "C" ]]&gt;', html]);
  for (const { url, type } of [
    ...channel.item.map(({ enclosure }: { enclosure: object }) => enclosure),
    ...entry.map(({ link }: { link: { href: string }[] }) => ({ ...link[1], url: link[1]?.href })),
  ]) {
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    await answer.arrayBuffer();
  }
}, 60_000);

it('a site whose backend is another server streams its pictures, and nothing else of it', async () => {
  const { database, address } = site;
  await makeEntry(database, 'BLOG', { slug: 'drawn', text: { body: '![Box](media/box.svg)\n' } });
  const other = await openTestSite({ env: { API_BASE_URL: address } });
  try {
    const names = ['content-type', 'content-length', 'etag', 'cache-control', 'content-encoding', 'location'];
    const read = async (origin: string, path: string, headers = {}, method = 'GET') => {
      const answer = await fetch(origin + path, { headers, method, redirect: 'manual' });
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, bytes, headers: names.map((name) => answer.headers.get(name)) };
    };
    for (const path of [
      '/media/photo.jpg',
      '/media/photo.jpg/480.webp',
      '/media/photo.jpg/cover.webp',
      '/media/photo.jpg/cover-480.avif',
      '/media/broken.png/480.avif',
      '/media/box.svg',
      '/drawings/cover/BLOG/drawn.svg',
      '/social-images/BLOG/drawn.png',
    ]) {
      const own = await read(address, path);
      expect([200, 307]).toContain(own.status);
      expect([path, await read(other.address, path)]).toEqual([path, own]);
      const [, , etag] = own.headers;
      if (!etag) continue;
      expect((await read(other.address, path, { 'if-none-match': etag })).status).toBe(304);
      expect((await read(other.address, path, {}, 'HEAD')).headers.slice(0, 3)).toEqual(own.headers.slice(0, 3));
    }
    expect((await read(other.address, '/media/none.png')).status).toBe(404);
    const { hostname, port } = new URL(other.address);
    for (const path of ['/media/../healthz', '/media/%2e%2e/healthz', '/social-images/..%2f../healthz']) {
      const answer = getRaw({ hostname, port, path });
      const [response] = (await once(answer, 'response')) as [IncomingMessage];
      response.resume();
      expect([path, response.statusCode]).toEqual([path, 404]);
    }
  } finally {
    await other.close();
  }
}, 60_000);
