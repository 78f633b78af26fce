import { describe, expect, it } from 'vitest';
import { createFindCacheKey } from './find-cache-key.ts';

const pages: Record<string, readonly string[]> = { '/': ['q', 'page'], '/blogs': ['page'], '/blog/x': ['admin'] };
const findKey = createFindCacheKey({
  getPageParameters: async (path) => pages[path] ?? null,
  isPreview: async (token) => token === 'valid',
});

async function getKey(url: string): Promise<string | null> {
  return (await findKey(url))?.key ?? null;
}

describe('the key of a response', () => {
  it('has only the parameters that the response depends on, in one order and one spelling', async () => {
    for (const url of ['/blogs', '/blogs?', '/blogs?x=1', '/blogs?utm_source=a&x', '/blogs?admin=x'])
      expect(await getKey(url), url).toBe('/blogs');
    for (const url of ['/?q=a+b&page=2', '/?page=2&q=a%20b', '/?x=1&p%61ge=2&q=a+b'])
      expect(await getKey(url), url).toBe('/?q=a+b&page=2');
    expect(await getKey('/api/blog/enable/list?size=5&page=1&y')).toBe('/api/blog/enable/list?page=1&size=5');
    expect(await getKey('/api/blog/recent/x/3?a=b')).toBe('/api/blog/recent/x/3');
    for (const url of [
      '/feed.xml?x',
      '/blogs/feed.atom',
      '/sitemap.xml?page=2',
      '/sitemap-2.xml',
      '/drawings/chart/INFOGRAPHIC/x/0.svg',
      '/drawings/cover/SERVICE/x.svg',
    ])
      expect(await getKey(url), url).toBe(url.split('?', 1)[0]);
  });

  it('ignores an invalid preview token, and is null for a valid one', async () => {
    for (const path of ['/blog/x', '/api/blog/blogdetails/x']) {
      expect(await getKey(`${path}?admin=true`)).toBe(path);
      expect(await getKey(`${path}?admin=valid`)).toBeNull();
    }
  });

  it('comes with the tags of every type that a query may name', async () => {
    for (const url of ['/api/feed/latest', '/api/feed/latest?type=SERVICE'])
      expect((await findKey(url))?.tags, url).toEqual(expect.arrayContaining(['BLOG', 'SERVICE', 'categories']));
  });

  it('is null without a page, for paths of other handlers, and for a parameter with two values', async () => {
    for (const url of [
      ...['/none', '/blogs/', '//blogs', '/blogs/.', '/blogs/../blog/x', '/%62logs', '/blogs\\', 'http://x/blogs', '*'],
      ...['/?q=a&q=b', '/assets/a.js', '/icon.svg', '/robots.txt', '/.well-known/security.txt', '/media/a.webp'],
      ...['/api/none', '/api/form/token', '/api/form/receipt?reference=x', '/api/contact/submit', '/api/location/city'],
      `/?q=${'x'.repeat(2_000)}`,
    ])
      expect(await getKey(url), url).toBeNull();
  });
});
