import { getEntryPath } from '../contract/content/entry-types.ts';
import { expect, test } from './browser.ts';
import { getFirstEntry } from './routes.ts';

// Readings, "Address parameters": an `admin` value that is not a token has no effect.

test('an invalid `admin` value changes no byte of the response', async ({ request }) => {
  const { slug } = await getFirstEntry('BLOG');
  for (const path of [getEntryPath('BLOG', slug), '/about-us', '/']) {
    const plain = await request.get(path);
    const html = await plain.body();
    expect(html.length).toBeGreaterThan(5_000);
    for (const admin of [
      '',
      '1',
      'true',
      'admin',
      'eyJhbGciOiJub25lIn0.eyJzbHVnIjoieCJ9.',
      'x'.repeat(1_500),
      '%00',
      "' or 1=1 --",
      '<b>',
    ]) {
      const answer = await request.get(`${path}?admin=${encodeURIComponent(admin)}`);
      expect(answer.status()).toBe(200);
      expect((await answer.body()).equals(html), `${path} with ${admin.slice(0, 20)}`).toBe(true);
      expect(answer.headers()['cache-control']).toBe(plain.headers()['cache-control']);
      expect(answer.headers()['x-robots-tag']).toBeUndefined();
    }
  }
});

test('an invalid `admin` value does not show unpublished entries', async ({ request }) => {
  for (const admin of ['', '?admin=1', '?admin=true']) {
    expect((await request.get(`${getEntryPath('BLOG', 'no-such-thing')}${admin}`)).status()).toBe(404);
  }
});
