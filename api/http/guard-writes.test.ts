import { describe, expect, it } from 'vitest';
import { studioMethods } from '../../contract/studio/methods.table.ts';
import { type StudioOperationName, studioOperations } from '../../contract/studio/operations.ts';
import { pageUserHeader } from '../../contract/studio/paths.ts';
import { sampleBodies } from '../../testing/sample-forms.ts';
import { setUpApi } from '../../testing/set-up.ts';
import { makeUser } from '../../testing/studio.ts';
import { callStudio } from '../../testing/studio-api.ts';
import { createApi } from './plugin.ts';

const api = await setUpApi();

const pair = { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' };

/** Returns the statuses of a contact form sent with each of these headers to a site with this SITE_URL. */
async function getStatuses(siteOrigin: string | null, sent: Record<string, string>[], trustProxy = false) {
  const app = await createApi({ ...api.ctx, siteOrigin }, trustProxy ? { trustProxy: (_address, hop) => hop < 1 } : {});
  const found: number[] = [];
  for (const headers of sent) {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/contact/submit',
      headers: { host: 'www.site.example', ...pair, ...headers },
      payload: sampleBodies.submitContact(),
      remoteAddress: '2001:db8::1',
    });
    found.push(answer.statusCode);
  }
  await app.close();
  return found;
}

describe('a form', () => {
  it('is accepted from the origin of SITE_URL only, including scheme and port', async () => {
    const wrong: Record<string, string>[] = [
      { origin: 'http://www.site.example' },
      { origin: 'https://www.site.example:8443' },
      { origin: 'https://site.example' },
      { origin: 'https://evil.example', host: 'evil.example' },
      { origin: 'null' },
      { origin: 'https://www.site.example.evil.example' },
      { origin: 'www.site.example' },
    ];
    expect(await getStatuses('https://www.site.example', wrong)).toEqual(wrong.map(() => 403));
    // DNS rebinding: a name of the attacker leads to this server, so the browser sees the same origin.
    const rebound = [{ origin: 'http://evil.example', host: 'evil.example', 'sec-fetch-site': 'same-origin' }];
    expect(await getStatuses('https://www.site.example', rebound)).toEqual([403]);
    // A proxy may use a loopback name for all visitors. A page of a visitor's own machine is another site.
    const local: Record<string, string>[] = [
      { origin: 'http://localhost:3000', host: 'localhost:3000' },
      { origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'cross-site' },
      { origin: 'http://localhost:3000', host: 'localhost:8080', 'sec-fetch-site': 'same-origin' },
      { origin: 'http://localhost.evil.example', host: 'localhost.evil.example', 'sec-fetch-site': 'same-origin' },
    ];
    expect(await getStatuses('https://www.site.example', local)).toEqual(local.map(() => 403));
    const right: Record<string, string>[] = [
      { origin: 'https://www.site.example' },
      { origin: 'https://www.site.example', 'sec-fetch-site': 'same-origin' },
      { origin: 'https://www.site.example', host: '10.0.0.1:3000' },
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' },
      { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' },
    ];
    expect(await getStatuses('https://www.site.example', right)).toEqual(right.map(() => 200));
  });

  it('is accepted from the requested host without SITE_URL, and the scheme counts', async () => {
    const sent = [{ origin: 'http://www.site.example' }, { origin: 'https://www.site.example' }];
    expect(await getStatuses(null, sent)).toEqual([200, 403]);
    const forwarded = sent.map((headers) => ({ ...headers, 'x-forwarded-proto': 'https' }));
    expect(await getStatuses(null, forwarded, true)).toEqual([403, 200]);
    // Without a trusted proxy, any client can send this header.
    expect(await getStatuses(null, forwarded)).toEqual([200, 403]);
  });
});

it('sets a Secure cookie whenever SITE_URL is https, whatever the last hop', async () => {
  for (const [siteOrigin, isSecure] of [
    ['https://www.site.example', true],
    ['http://www.site.example', false],
    [null, false],
  ] as const) {
    const app = await createApi({ ...api.ctx, siteOrigin });
    const { headers } = await app.inject('/api/form/token');
    expect([siteOrigin, String(headers['set-cookie']).endsWith('; Secure')]).toEqual([siteOrigin, isSecure]);
    await app.close();
  }
});

it('no call of a page changes anything after somebody else has signed in on its browser', async () => {
  const ada = await makeUser(api.ctx, 'OWNER', 'Ada');
  const bea = await makeUser(api.ctx, 'OWNER', 'Bea');
  const names = Object.keys(studioOperations) as StudioOperationName[];
  const writes = names.filter((name) => studioMethods[name] === 'POST' && studioOperations[name].permission !== null);
  expect(writes).toContain('saveDraft');
  for (const name of writes) {
    const { status, body } = await callStudio(api, name, {}, bea.token, { [pageUserHeader]: String(ada.id) });
    expect({ name, status, body }).toMatchObject({
      name,
      status: 403,
      body: {
        error: { code: 'forbidden', message: expect.stringMatching(/^Somebody else is now signed in on this browser/) },
      },
    });
  }
  const input = { type: 'PAGE', title: 'Made by Ada' };
  const own = await callStudio(api, 'createEntry', input, ada.token, { [pageUserHeader]: String(ada.id) });
  expect(own.status).toBe(200);
});
