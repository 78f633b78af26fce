import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { uploadLimits } from '../../contract/forms/uploads.ts';
import type { ErrorBody } from '../../contract/http/errors.ts';
import { rateLimits } from '../../contract/http/rate-limits.ts';
import { makeEntry } from '../../testing/makers.ts';
import { createMultipart, createPdf } from '../../testing/sample-files.ts';
import { setUpSite } from '../../testing/test-site.ts';

const site = await setUpSite();
for (const slug of ['home', 'contact-us']) await makeEntry(site.database, 'PAGE', { slug });

/** Sends fields of the contact form as a client that does not accept HTML. Returns the refusal. */
async function getRefusal(fields: Record<string, string>) {
  const { headers, payload } = createMultipart([], fields);
  const body = new Uint8Array(payload);
  const answer = await fetch(`${site.address}/contact-us`, { method: 'POST', headers, body });
  const { error } = (await answer.json()) as ErrorBody;
  return [answer.status, error.message, error.fields];
}

it('a form that is too large is refused with the limit, the remedy and, if one field is too long, its name', async () => {
  const tooLong = 'This field is longer than 128 kB. Please shorten it and send it again.';
  expect(await getRefusal({ name: 'Ada', message: 'x'.repeat(140_000) })).toEqual([
    413,
    tooLong,
    [{ path: 'message', message: tooLong }],
  ]);
  const half = 'x'.repeat(70_000);
  expect(await getRefusal({ company: half, message: half })).toEqual([
    413,
    'The fields are longer than 128 kB together. Please shorten the longest and send them again.',
    [],
  ]);
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`field${index}`, 'x']));
  expect(await getRefusal(many)).toEqual([
    413,
    'A form can have at most 100 fields and 50 files. Please send fewer at once.',
    [],
  ]);
  const urlencoded = await fetch(`${site.address}/contact-us`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ message: 'x'.repeat(140_000) }),
  });
  const { error } = (await urlencoded.json()) as ErrorBody;
  expect([urlencoded.status, error.message]).toEqual([
    413,
    'This is larger than 128 kB. Please shorten it and send it again.',
  ]);
});

it('a form that is too large is shown to a browser again, with the limit and the beginning of what was typed', async () => {
  const fields = { name: 'Ada Lovelace', email: 'ada@example.org', message: 'Привет '.repeat(30_000), company: 'X' };
  const { headers, payload } = createMultipart([], fields);
  const urlencoded = { body: new URLSearchParams(fields), headers: { 'sec-fetch-site': 'same-origin' } };
  for (const sent of [{ body: new Uint8Array(payload), headers }, urlencoded]) {
    const answer = await fetch(`${site.address}/contact-us`, {
      method: 'POST',
      body: sent.body,
      headers: { ...sent.headers, accept: 'text/html' },
    });
    const page = await answer.text();
    expect(answer.status).toBe(413);
    expect(page).toMatch(/longer than 128 kB|larger than 128 kB/);
    expect(page).toContain('value="Ada Lovelace"');
    expect(page).toMatch(/<textarea[^>]*>(?:Привет ){1000,}П?р?и?в?е?т?<\/textarea>/);
    expect(page).not.toContain('\uFFFD');
  }
});

/** Sends the contact form with the maximum number of files, as a browser without JavaScript does. */
async function sendForm(): Promise<{ status: number; page: string }> {
  const fields = { name: 'Ada', email: 'ada@example.org', message: 'Hello', key: randomUUID() };
  const files = Array.from({ length: uploadLimits.files }, (_, index) => createPdf(`plan ${index}.pdf`));
  const { headers, payload } = createMultipart(files, fields);
  const answer = await fetch(`${site.address}/contact-us`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/html' },
    body: new Uint8Array(payload),
    redirect: 'manual',
  });
  return { status: answer.status, page: await answer.text() };
}

it('files of forms without JavaScript count as uploads of their network', async () => {
  for (let sent = 0; sent < rateLimits.upload.points; sent += uploadLimits.files)
    expect((await sendForm()).status).toBe(303);
  const { status, page } = await sendForm();
  expect(status).not.toBe(303);
  expect(page).toContain('Too many requests from your network.');
});
