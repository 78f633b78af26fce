import { expect, it } from 'vitest';
import { outbox, submissions } from '../../api/db/tables.ts';
import { setUpSite } from '../../testing/test-site.ts';

const site = await setUpSite({ env: { TRUST_PROXY: '1' } });

const form = { name: 'Ada', email: 'ada@example.org', message: 'Can we talk?' };

/** Sends the contact form without JavaScript. Returns the address of the redirect. */
async function send(address: string, agent = 'Browser/1'): Promise<string | null> {
  const answer = await fetch(`${site.address}/contact-us`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address, 'user-agent': agent },
    body: new URLSearchParams(form),
  });
  expect(answer.status).toBe(303);
  return answer.headers.get('location');
}

it('a form that one visitor sends twice without JavaScript is stored once, and the same text of another visitor separately', async () => {
  const [first, again] = await Promise.all([send('198.51.100.7'), send('198.51.100.7')]);
  expect(again).toBe(first);
  const others = [await send('203.0.113.9'), await send('198.51.100.7', 'Browser/2')];
  expect(new Set([first, ...others]).size).toBe(3);
  expect(await site.database.db.select().from(submissions)).toHaveLength(3);
  expect(await site.database.db.select().from(outbox)).toHaveLength(6);
});
