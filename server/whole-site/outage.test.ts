import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Connection, connectDatabase } from '../../api/db/connect.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type DatabaseWay, openDatabaseWay } from '../../testing/database-way.ts';
import { makeEntry } from '../../testing/makers.ts';
import { openTestSite, type TestSite } from '../../testing/site-app.ts';

let database: TestDatabase;
let way: DatabaseWay;
let connection: Connection;
let site: TestSite;
const pages = ['/', '/blogs', '/contact-us'];
beforeAll(async () => {
  database = await openTestDatabase();
  for (const slug of ['home', 'contact-us', 'book-a-free-consultation']) await makeEntry(database, 'PAGE', { slug });
  await makeEntry(database, 'SERVICE', { slug: 'never-asked' });
  way = await openDatabaseWay(database.config);
  connection = connectDatabase(way.config);
  site = await openTestSite({ ...database, ...connection, config: way.config });
  // Until pages are cached.
  await vi.waitFor(
    async () => {
      const before = site.rendered.length;
      await ask('/blogs');
      expect(site.rendered.length).toBe(before);
    },
    { timeout: 15_000 },
  );
  for (const path of pages) await ask(path);
}, 180_000);
afterAll(async () => {
  await site?.close();
  await connection?.close();
  await way?.cut();
  await database?.close();
});

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

describe('while the database is away', { timeout: 60_000 }, () => {
  it('cached pages are served, forms come back with what was typed, and all is right when it returns', async () => {
    expect((await ask('/blogs')).headers.get('cache-control')).toContain('stale-if-error=3600');
    await way.cut();
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

    // A page of which nothing is cached.
    const lost = await send('/what-we-do/never-asked', { ...typed, subject: '/what-we-do/never-asked' });
    expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(lost.text).toContain('What you typed');
    for (const text of ['Typed with care', 'ada@example.org']) expect(lost.text).toContain(text);

    expect((await ask('/api/blog/blogdetails/never-asked')).status).toBe(503);
    await makeEntry(database, 'BLOG', { text: { title: 'Written meanwhile' } });
    await way.restore();
    await expect.poll(async () => (await ask('/blogs')).text, { timeout: 10_000 }).toContain('Written meanwhile');
    expect((await send('/contact-us', { ...typed, key: randomUUID() })).status).toBe(200);
  });
});
