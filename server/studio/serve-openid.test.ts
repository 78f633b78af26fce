import { like } from 'drizzle-orm';
import { fastify } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { rateLimitCounts } from '../../api/db/tables.ts';
import { createCallEndpoint } from '../../api/http/call-endpoint.ts';
import { callbackPath } from '../../api/people/identities/openid.ts';
import { createOpenIdProvider } from '../../api/people/identities/provider.ts';
import { getUniqueIpAddress } from '../../testing/api.ts';
import { openIdClient, startOpenIdProvider } from '../../testing/openid-provider.ts';
import { setUpApi } from '../../testing/set-up.ts';
import { serveOpenId } from './serve-openid.ts';

const api = await setUpApi();
const provider = await startOpenIdProvider(() => [api.ctx.company.siteUrl() + callbackPath]);
afterAll(() => provider.stop());
api.ctx.openId = createOpenIdProvider({ issuer: provider.issuer, ...openIdClient, name: 'Example ID' });
const app = fastify();
afterAll(() => app.close());
serveOpenId(app, { ctx: api.ctx, callEndpoint: createCallEndpoint(api.ctx) });

/** Opens an address as a browser of one network does, and returns where it is sent. */
async function open(url: string, site: string, cookie = '') {
  const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-site': site, cookie };
  const answer = await app.inject({ url, headers, remoteAddress: getUniqueIpAddress() });
  return { status: answer.statusCode, location: answer.headers.location, cookie: answer.headers['set-cookie'] };
}

it('other sites that open the addresses of a sign-in use up no attempts, and end no sign-in', async () => {
  const countAttempts = () => api.ctx.db.$count(rateLimitCounts, like(rateLimitCounts.key, 'signIn:%'));
  const own = 'studio-openid=begun-by-this-browser';
  for (const cookie of ['', own])
    expect(await open(`${callbackPath}?state=invented&code=invented`, 'cross-site', cookie)).toEqual({
      status: 302,
      location: '/studio/sign-in?problem=bad_request',
      cookie: undefined,
    });
  expect(await open('/studio/sign-in/openid?to=/studio/media', 'cross-site')).toMatchObject({
    status: 302,
    location: '/studio/sign-in?to=%2Fstudio%2Fmedia',
  });
  expect(await countAttempts()).toBe(0);

  const begun = await open('/studio/sign-in/openid?to=/studio/media', 'same-origin');
  expect(begun.location).toMatch(new RegExp(`^${provider.issuer}/`));
  // The provider's answer comes from another site too.
  const [, state] = /studio-openid=([\w-]+);/.exec(String(begun.cookie)) ?? [];
  const cancelled = `${callbackPath}?${new URLSearchParams({ state: state ?? '', error: 'access_denied' })}`;
  const answered = await open(cancelled, 'cross-site', `studio-openid=${state}`);
  expect(answered).toMatchObject({ location: '/studio/sign-in?problem=cancelled' });
  expect(await countAttempts()).toBe(2);
});
