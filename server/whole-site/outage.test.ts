import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { connectDatabase } from '../../api/db/connect.ts';
import { startDatabaseProxy } from '../../testing/database-proxy.ts';
import { makeEntry } from '../../testing/makers.ts';
import { setUpDatabase } from '../../testing/set-up.ts';
import { setUpSite } from '../../testing/test-site.ts';

const pages = ['/', '/blogs', '/contact-us'];
const database = await setUpDatabase();
for (const slug of ['home', 'contact-us', 'book-a-free-consultation']) await makeEntry(database, 'PAGE', { slug });
await makeEntry(database, 'SERVICE', { slug: 'never-asked' });
const proxy = await startDatabaseProxy(database.config);
afterAll(() => proxy.disconnect());
const connection = connectDatabase(proxy.config);
afterAll(() => connection.close());
const site = await setUpSite({ database: { ...database, ...connection, config: proxy.config } });
// Waits until pages are cached.
await vi.waitFor(
  async () => {
    const before = site.rendered.length;
    await ask('/blogs');
    expect(site.rendered.length).toBe(before);
  },
  { timeout: 30_000 },
);
for (const path of pages) await ask(path);

async function ask(path: string, init: RequestInit = {}) {
  const answer = await fetch(site.address + path, init);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Sends a page's form as a browser without JavaScript does. */
function send(path: string, fields: Record<string, string>) {
  return ask(path, {
    method: 'POST',
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      origin: site.address,
    },
    body: new URLSearchParams(fields).toString(),
  });
}

describe('while the database is away', () => {
  it('serves cached pages, returns forms with what was typed, and recovers when the database returns', async () => {
    expect((await ask('/blogs')).headers.get('cache-control')).toContain('stale-if-error=3600');
    await proxy.disconnect();
    for (let turn = 0; turn < 5; turn++)
      for (const path of pages) expect([path, (await ask(path)).status]).toEqual([path, 200]);

    const typed = { name: 'Ada', email: 'ada@example.org', message: 'Typed with care', key: randomUUID() };
    const refused = await send('/contact-us', typed);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    for (const text of ['Typed with care', 'ada@example.org']) expect(refused.text).toContain(text);
    const enquiry = await send('/', { ...typed, subject: '/', key: randomUUID() });
    expect([enquiry.status, enquiry.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(enquiry.text).toContain('Typed with care');
    const request = { ...typed, timeZone: 'Europe/London', request: 'yes', key: randomUUID() };
    const consultation = await send('/book-a-free-consultation', request);
    expect([consultation.status, consultation.headers.get('retry-after')]).toEqual([
      503,
      expect.stringMatching(/^\d+$/),
    ]);
    expect(consultation.text).toContain('Typed with care');

    // A page that is not cached.
    const lost = await send('/what-we-do/never-asked', { ...typed, subject: '/what-we-do/never-asked' });
    expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(lost.text).toContain('What you typed');
    for (const text of ['Typed with care', 'ada@example.org']) expect(lost.text).toContain(text);

    expect((await ask('/api/blog/blogdetails/never-asked')).status).toBe(503);
    await makeEntry(database, 'BLOG', { text: { title: 'Written meanwhile' } });
    await proxy.reconnect();
    await expect.poll(async () => (await ask('/blogs')).text).toContain('Written meanwhile');
    expect((await send('/contact-us', { ...typed, key: randomUUID() })).status).toBe(200);
  });
});
