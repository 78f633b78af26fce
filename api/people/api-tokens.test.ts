import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { rateLimits } from '../../contract/http/rate-limits.ts';
import type { StudioOperationName } from '../../contract/studio/operations.ts';
import { getStudioApiPath } from '../../contract/studio/paths.ts';
import { getUniqueIpAddress } from '../../testing/api.ts';
import { removeUsers, setUpApi } from '../../testing/set-up.ts';
import { callStudio, makeStudioUser, type StudioUser } from '../../testing/studio-api.ts';
import { apiTokens } from '../db/access-tables.ts';
import { users } from '../db/studio-tables.ts';

const api = await setUpApi(removeUsers);

/** Makes a token of an owner. Returns its secret, its id, and `call`, which calls as a program does. */
async function makeToken(owner: StudioUser, scopes: string[] = ['read-content']) {
  const { body } = await owner.call('createApiToken', { name: 'The app', scopes, days: 30 });
  const secret: string = body.secret;
  const call = (name: StudioOperationName, input = {}, headers = {}) =>
    callStudio(api, name, input, null, {
      ...{ cookie: '', 'x-xsrf-token': '', 'sec-fetch-site': 'cross-site' },
      authorization: `Bearer ${secret}`,
      ...headers,
    });
  return { secret, id: body.token.id as number, call };
}

it('a token calls the operations of its scopes, without a cookie or a proof of its origin', async () => {
  const owner = await makeStudioUser(api, 'OWNER');
  const reading = await makeToken(owner);
  const writing = await makeToken(owner, ['read-content', 'write-drafts']);
  expect((await reading.call('listContent')).status).toBe(200);
  const input = { type: 'BLOG', title: 'By a program' };
  const created = await writing.call('createEntry', input);
  expect(created.status).toBe(200);
  expect((await writing.call('openEntry', { id: created.body.id })).body).toMatchObject({
    canWrite: true,
    canPublish: false,
  });
  const refused = await reading.call('createEntry', input);
  expect([refused.status, refused.body.error.message]).toEqual([403, 'The scopes of this token do not permit this.']);
});

it('a session beside a token adds nothing to what the token may do', async () => {
  const owner = await makeStudioUser(api, 'OWNER');
  const { call } = await makeToken(owner);
  for (const name of ['users', 'me', 'apiTokens'] as const)
    expect((await call(name, {}, { cookie: `studio=${owner.session}` })).status).toBe(403);
});

it('the secret is answered once, stored as a hash, and recognised by its beginning and its last day of use', async () => {
  const owner = await makeStudioUser(api, 'OWNER');
  const { secret, call } = await makeToken(owner);
  expect(secret).toMatch(/^studio_[\w-]{43}$/);
  await call('listContent');
  const { body } = await owner.call('apiTokens');
  expect(body.items).toMatchObject([{ prefix: secret.slice(0, 13), madeBy: owner.name, state: 'ACTIVE' }]);
  expect(body.items[0].usedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  const { rows } = await api.database.pool.query('select * from api_tokens');
  expect(JSON.stringify([rows, body])).not.toContain(secret);
});

it('a token is refused once it is revoked or has expired, and while its maker is disabled', async () => {
  const owner = await makeStudioUser(api, 'OWNER');
  const [revoked, expired, paused] = [await makeToken(owner), await makeToken(owner), await makeToken(owner)];
  await owner.call('revokeApiToken', { id: revoked.id });
  await api.ctx.db
    .update(apiTokens)
    .set({ createdAt: sql`now() - interval '31 days'`, expiresAt: sql`now() - interval '1 second'` })
    .where(eq(apiTokens.id, expired.id));
  expect((await paused.call('listContent')).status).toBe(200);
  const other = await makeStudioUser(api, 'OWNER');
  await other.call('changeUser', { id: owner.id, role: 'OWNER', isDisabled: true });
  for (const { call } of [revoked, expired, paused]) {
    const { status, headers } = await call('listContent');
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"']);
  }
  const states = (await other.call('apiTokens')).body.items.map(({ id, state }: { id: number; state: string }) => [
    id,
    state,
  ]);
  expect(Object.fromEntries(states)).toEqual({
    [revoked.id]: 'REVOKED',
    [expired.id]: 'EXPIRED',
    [paused.id]: 'PAUSED',
  });
});

it('a token loses at once what its maker may not do any more', async () => {
  const owner = await makeStudioUser(api, 'OWNER');
  const { call } = await makeToken(owner, ['read-content', 'read-messages']);
  expect((await call('messageCounts')).status).toBe(200);
  await api.ctx.db.update(users).set({ role: 'EDITOR' }).where(eq(users.id, owner.id));
  expect((await call('messageCounts')).status).toBe(403);
  expect((await call('listContent')).status).toBe(200);
  const other = await makeStudioUser(api, 'OWNER');
  expect((await other.call('apiTokens')).body.items[0].lostScopes).toEqual(['read-messages']);
});

it('a token does nothing that needs a person: no confirmation, no users, no further tokens', async () => {
  const owner = await makeStudioUser(api, 'OWNER');
  const { call } = await makeToken(owner, ['manage-privacy']);
  const erased = await call('exportPersonalData', { email: 'ada@example.org' });
  expect([erased.status, erased.body.error.fields]).toEqual([403, []]);
  for (const scope of ['own-account', 'manage-users', 'manage-access']) {
    const refused = await owner.call('createApiToken', { name: 'Too much', scopes: [scope], days: 30 });
    expect([refused.status, refused.body.error.fields[0].path]).toEqual([400, 'scopes.0']);
  }
  // Nor does a scope that somebody writes into the database.
  await api.ctx.db.update(apiTokens).set({ scopes: ['manage-users', 'own-account'] });
  for (const name of ['users', 'me'] as const) expect((await call(name)).status).toBe(403);
});

it('a new token needs an owner who has confirmed lately that it is them', async () => {
  const owner = await makeStudioUser(api, 'OWNER');
  await owner.expireConfirmation();
  const input = { name: 'The app', scopes: ['read-content'], days: 30 };
  const late = await owner.call('createApiToken', input);
  expect([late.status, late.body.error.fields[0].path]).toEqual([403, 'confirm']);
  const editor = await makeStudioUser(api, 'EDITOR');
  expect((await editor.call('createApiToken', input)).status).toBe(403);
});

it('each token has a rate limit of its own', async () => {
  const owner = await makeStudioUser(api, 'OWNER');
  const [busy, other] = [await makeToken(owner), await makeToken(owner)];
  for (let sent = 0; sent < rateLimits.token.points; sent += 1) await busy.call('apiTokens');
  const refused = await busy.call('listContent');
  expect([refused.status, refused.body.error.message]).toEqual([429, expect.stringContaining('from your token')]);
  expect((await other.call('listContent')).status).toBe(200);
});

it('a network that guesses tokens is refused for a while, and a right token works there still', async () => {
  const { secret } = await makeToken(await makeStudioUser(api, 'OWNER'));
  const remoteAddress = getUniqueIpAddress();
  const call = (token: string) =>
    api.get(getStudioApiPath('listContent'), { headers: { authorization: `Bearer ${token}` }, remoteAddress });
  for (let sent = 0; sent < rateLimits.wrongToken.points; sent += 1)
    expect((await call(`studio_${'A'.repeat(43)}`)).status).toBe(401);
  const refused = await call(`studio_${'B'.repeat(43)}`);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
  expect((await call(secret)).status).toBe(200);
});

it('an authorization header of a proxy is none of the Studio’s tokens', async () => {
  const owner = await makeStudioUser(api, 'OWNER');
  for (const authorization of ['Basic YTpi', 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x'])
    expect((await callStudio(api, 'me', {}, owner.session, { authorization })).status).toBe(200);
});

it('an owner sees when users last signed in, and ends their sessions', async () => {
  const owner = await makeStudioUser(api, 'OWNER');
  const editor = await makeStudioUser(api, 'EDITOR');
  const { body } = await owner.call('user', { id: editor.id });
  expect(body.user.signedInAt).not.toBeNull();
  expect(body.sessions).toHaveLength(1);
  expect((await editor.call('user', { id: owner.id })).status).toBe(403);
  expect((await owner.call('endUserSessions', { id: editor.id, session: body.sessions[0].id })).body.ended).toBe(1);
  expect((await editor.call('me')).status).toBe(401);
  // The own session is ended by signing out.
  expect((await owner.call('endUserSessions', { id: owner.id })).body.ended).toBe(0);
  expect((await owner.call('me')).status).toBe(200);
});
