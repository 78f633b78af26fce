import { expect, it } from 'vitest';
import { rateLimits } from '../../contract/http/rate-limits.ts';
import { getUniqueIpAddress } from '../../testing/api.ts';
import { createApiContext } from '../../testing/api-context.ts';
import { createHttpStudioClient, makeUser } from '../../testing/studio.ts';
import { setUpSite } from '../../testing/test-site.ts';

const site = await setUpSite({ env: { TRUST_PROXY: '1' } });
const ctx = createApiContext(site.database.db, site.dataFolder);
const studio = createHttpStudioClient(site.address, (await makeUser(ctx, 'OPERATOR')).token);

/** Asks for an address as a calendar program, which has no session; by default from a network of its own. */
function read(path: string, from = getUniqueIpAddress()) {
  return fetch(site.address + path, { redirect: 'manual', headers: { 'x-forwarded-for': from } });
}

it('a calendar program reads the feed of an adviser by its secret address, and keeps no copy', async () => {
  const { pathname, search } = new URL((await studio.call('renewFeed', { adviser: 1 })).address);
  const answer = await read(pathname + search);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'no-store',
  ]);
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  expect(await answer.text()).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR/);
});

it('a stranger who guesses learns nothing, and is stopped', async () => {
  const { pathname, search } = new URL((await studio.call('renewFeed', { adviser: 1 })).address);
  for (const guess of ['', '?key=', `?key=${'A'.repeat(43)}`, '?key=%00', `?key=x&key=y`])
    expect([guess, (await read(pathname + guess)).status]).toEqual([guess, 404]);
  const from = '198.51.100.7';
  for (let each = 0; each < rateLimits.feed.points; each++) await read(`${pathname}?key=${each}`, from);
  expect((await read(pathname + search, from)).status).toBe(429);
  expect((await read(pathname + search)).status).toBe(200);
});
