import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { pageUserHeader } from '../../../contract/studio/paths.ts';
import { openIdClient, signInAtProvider, startOpenIdProvider } from '../../../testing/openid-provider.ts';
import { setUpApi } from '../../../testing/set-up.ts';
import {
  callStudio,
  createOneTimeCode,
  createSessionHeaders,
  goodPassword,
  makeJoinInput,
  makeStudioUser,
  readSessionToken,
} from '../../../testing/studio-api.ts';
import { openIdRequests, users } from '../../db/studio-tables.ts';
import { callbackPath } from './openid.ts';
import { createOpenIdProvider } from './provider.ts';

const api = await setUpApi();
const provider = await startOpenIdProvider(() => [api.ctx.company.siteUrl() + callbackPath]);
afterAll(() => provider.stop());
api.ctx.openId = createOpenIdProvider({ issuer: provider.issuer, ...openIdClient, name: 'Example ID' });
beforeEach(() => api.database.pool.query('delete from users; delete from join_links; delete from openid_requests'));

/** Begins at the Studio; returns the provider's address and the secret that the browser keeps. */
async function begin(input: Record<string, unknown>, session: string | null = null) {
  const answer = await callStudio(api, 'beginOpenId', input, session);
  const [, state = ''] = /studio-openid=([\w-]+);/.exec(answer.headers['set-cookie'] ?? '') ?? [];
  return { answer, address: answer.body.address as string, state };
}

/** Requests the callback address as a browser that the provider redirected, with the cookie of the sign-in. */
function returnFromProvider(returned: string, state: string, session: string | null = null) {
  const { cookie, ...headers } = createSessionHeaders(session);
  const query = new URL(returned).search.slice(1);
  return callStudio(api, 'finishOpenId', { query }, session, {
    ...headers,
    cookie: `${cookie}; studio-openid=${state}`,
  });
}

async function signIn(name: string, target = '/studio') {
  const { address, state } = await begin({ purpose: 'SIGN_IN', target });
  return returnFromProvider(await signInAtProvider(address, name), state);
}

/** Joins by an invitation with an account of the provider. */
async function join(name: string) {
  const { token } = await makeJoinInput(api, { purpose: 'INVITATION', role: 'EDITOR' });
  const given = { purpose: 'JOIN', token, name: 'Ada', email: `${name}@example.org` };
  const { address, state } = await begin(given);
  return returnFromProvider(await signInAtProvider(address, name), state);
}

describe('somebody who was invited', () => {
  it('joins with an account of the provider, and signs in by it from then on', async () => {
    const joined = await join('ada');
    expect(joined.status).toBe(200);
    const { body } = await callStudio(api, 'me', {}, readSessionToken(joined));
    expect(body.user).toMatchObject({ email: 'ada@example.org', role: 'EDITOR' });
    const again = await signIn('ada', '/studio/content?type=BLOG');
    expect(again.body.target).toBe('/studio/content?type=BLOG');
    expect((await callStudio(api, 'me', {}, readSessionToken(again))).body.user.id).toBe(body.user.id);
  });

  it('cannot join twice by one invitation, nor with an account that somebody has', async () => {
    const { token } = await makeJoinInput(api, { purpose: 'INVITATION', role: 'OWNER' });
    const begun = [];
    for (const email of ['one@example.org', 'two@example.org'])
      begun.push(await begin({ purpose: 'JOIN', token, name: 'One', email }));
    const [first, second] = begun;
    if (!first || !second) throw new Error('Not begun');
    expect((await returnFromProvider(await signInAtProvider(first.address, 'one'), first.state)).status).toBe(200);
    expect((await returnFromProvider(await signInAtProvider(second.address, 'two'), second.state)).status).toBe(410);
    expect((await join('one')).status).toBe(409);
    expect(await api.ctx.db.$count(users)).toBe(1);
  });
});

describe('a sign-in is refused', () => {
  it('for an account that nobody in the Studio has, and creates no user', async () => {
    const answer = await signIn('stranger');
    expect([answer.status, readSessionToken(answer)]).toEqual([403, null]);
    expect(answer.body.error.message).toContain('Ask an owner');
    expect(await api.ctx.db.$count(users)).toBe(0);
  });

  it('for a disabled user', async () => {
    await join('ada');
    await api.ctx.db.update(users).set({ disabledAt: sql`now()` });
    expect((await signIn('ada')).status).toBe(403);
  });

  it('when it is replayed, or comes from another browser', async () => {
    await join('ada');
    const { address, state } = await begin({ purpose: 'SIGN_IN' });
    const returned = await signInAtProvider(address, 'ada');
    expect((await returnFromProvider(returned, 'another-secret')).status).toBe(400);
    expect((await returnFromProvider(returned, state)).status).toBe(200);
    expect((await returnFromProvider(returned, state)).status).toBe(400);
  });

  it('when it took more than ten minutes', async () => {
    await join('ada');
    const { address, state } = await begin({ purpose: 'SIGN_IN' });
    await api.ctx.db.update(openIdRequests).set({ expiresAt: sql`now() - interval '1 second'` });
    expect((await returnFromProvider(await signInAtProvider(address, 'ada'), state)).status).toBe(400);
  });

  it('with a nonce or a code verifier of another sign-in', async () => {
    await join('ada');
    for (const change of [{ nonce: 'another' }, { codeVerifier: 'a'.repeat(43) }]) {
      const { address, state } = await begin({ purpose: 'SIGN_IN' });
      await api.ctx.db.update(openIdRequests).set(change);
      const answer = await returnFromProvider(await signInAtProvider(address, 'ada'), state);
      expect([answer.status, readSessionToken(answer)]).toEqual([503, null]);
    }
  });

  it('when the person cancels at the provider', async () => {
    const { address, state } = await begin({ purpose: 'SIGN_IN' });
    const answer = await returnFromProvider(await signInAtProvider(address, 'ada', { answer: 'cancel' }), state);
    expect([answer.status, answer.body.error.message]).toEqual([403, expect.stringContaining('did not sign you in')]);
  });
});

it('never leads to another site after a sign-in', async () => {
  await join('ada');
  for (const target of [
    'https://evil.test/',
    '//evil.test/studio',
    '/studio/../../evil',
    '/studio\\evil',
    'javascript:x',
  ])
    expect((await signIn('ada', target)).body.target).toBe('/studio');
});

it('says so when the provider is away, and works again when it is back', async () => {
  const away = { ...api.ctx.openId };
  api.ctx.openId = createOpenIdProvider({ issuer: 'http://localhost:9', ...openIdClient, name: 'Example ID' });
  const { answer } = await begin({ purpose: 'SIGN_IN' });
  expect([answer.status, answer.body.error.message]).toEqual([
    503,
    expect.stringContaining('Example ID is not responding'),
  ]);
  api.ctx.openId = away as typeof api.ctx.openId;
  expect((await begin({ purpose: 'SIGN_IN' })).answer.status).toBe(200);
});

describe('a user', () => {
  it('adds an account after a proof, signs in by it, and removes it', async () => {
    const user = await makeStudioUser(api, 'AUTHOR');
    await user.expireConfirmation();
    expect((await begin({ purpose: 'ADD' }, user.session)).answer.status).toBe(403);
    const fresh = await makeStudioUser(api, 'AUTHOR');
    const { address, state } = await begin({ purpose: 'ADD', target: '/studio/me' }, fresh.session);
    expect((await returnFromProvider(await signInAtProvider(address, 'own'), state, fresh.session)).body.target).toBe(
      '/studio/me',
    );
    const session = readSessionToken(await signIn('own'));
    expect((await callStudio(api, 'me', {}, session)).body.user.id).toBe(fresh.id);
    const [identity] = (await callStudio(api, 'signInMethods', {}, session)).body.identities;
    expect((await callStudio(api, 'removeIdentity', { id: identity.id }, session)).body.identities).toEqual([]);
    expect((await signIn('own')).status).toBe(403);
  });

  it('confirms a session by a new sign-in at the provider, as themselves only', async () => {
    const session = readSessionToken(await join('ada'));
    const old = sql`update sessions set confirmed_at = now() - interval '11 minutes'`;
    const isConfirmed = async () => (await begin({ purpose: 'ADD' }, session)).answer.status === 200;
    await api.ctx.db.execute(old);
    expect(await isConfirmed()).toBe(false);
    const other = await begin({ purpose: 'CONFIRM' }, session);
    expect((await returnFromProvider(await signInAtProvider(other.address, 'eve'), other.state, session)).status).toBe(
      403,
    );
    const own = await begin({ purpose: 'CONFIRM' }, session);
    expect((await returnFromProvider(await signInAtProvider(own.address, 'ada'), own.state, session)).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
  });
});

it('adds and confirms nothing for a page of somebody else, who may sign in again', async () => {
  const [ada, bea] = [await makeStudioUser(api, 'EDITOR'), await makeStudioUser(api, 'EDITOR')];
  const fromPageOfAda = { [pageUserHeader]: String(ada.id) };
  const beginFromPage = (purpose: string) => callStudio(api, 'beginOpenId', { purpose }, bea.session, fromPageOfAda);
  for (const purpose of ['ADD', 'CONFIRM']) {
    const { status, body } = await beginFromPage(purpose);
    expect([status, body.error?.message]).toEqual([403, expect.stringContaining('Somebody else is now signed in')]);
  }
  expect(await api.ctx.db.$count(openIdRequests)).toBe(0);
  expect((await beginFromPage('SIGN_IN')).status).toBe(200);
  const given = { email: ada.email, password: goodPassword, code: createOneTimeCode(ada.secret, 1) };
  const again = await callStudio(api, 'signInWithPassword', given, bea.session, fromPageOfAda);
  expect([again.status, again.body.user?.id]).toEqual([200, ada.id]);
  const own = await callStudio(api, 'beginOpenId', { purpose: 'ADD' }, readSessionToken(again), fromPageOfAda);
  expect(own.status).toBe(200);
});

describe('a provider that knows the browser and asks nothing', () => {
  const isConfirmed = async (session: string | null) =>
    (await begin({ purpose: 'ADD' }, session)).answer.status === 200;
  // As if the sign-in there had been five minutes ago.
  const postponeExpiry = () =>
    api.ctx.db.execute(sql`update openid_requests set expires_at = expires_at + interval '5 min'`);
  const signInKnownBrowser = async () => {
    await join('ada');
    const cookies = new Map<string, string>();
    const { address, state } = await begin({ purpose: 'SIGN_IN' });
    const session = readSessionToken(
      await returnFromProvider(await signInAtProvider(address, 'ada', { cookies }), state),
    );
    return { cookies, session };
  };

  it('signs in, and proves nothing', async () => {
    const { cookies, session } = await signInKnownBrowser();
    expect(await isConfirmed(session)).toBe(true);
    const { address, state } = await begin({ purpose: 'SIGN_IN' });
    await postponeExpiry();
    const again = readSessionToken(
      await returnFromProvider(await signInAtProvider(address, 'nobody', { cookies }), state),
    );
    expect((await callStudio(api, 'me', {}, again)).body.user.email).toBe('ada@example.org');
    expect(await isConfirmed(again)).toBe(false);
  });

  it('confirms nothing, even when the demand for a new sign-in was removed from the address', async () => {
    const { cookies, session } = await signInKnownBrowser();
    await api.ctx.db.execute(sql`update sessions set confirmed_at = now() - interval '11 minutes'`);
    const { address, state } = await begin({ purpose: 'CONFIRM' }, session);
    await postponeExpiry();
    const changed = new URL(address);
    for (const name of ['prompt', 'max_age']) changed.searchParams.delete(name);
    const answer = await returnFromProvider(await signInAtProvider(changed.href, 'ada', { cookies }), state, session);
    expect([answer.status, answer.body.error.fields[0].path]).toEqual([403, 'stale']);
    expect(await isConfirmed(session)).toBe(false);
  });
});

it('keeps an account as the only sign-in method', async () => {
  const session = readSessionToken(await join('ada'));
  const [identity] = (await callStudio(api, 'signInMethods', {}, session)).body.identities;
  expect((await callStudio(api, 'removeIdentity', { id: identity.id }, session)).status).toBe(409);
});
