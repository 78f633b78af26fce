import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { setUpApi } from '../../../testing/set-up.ts';
import {
  callStudio,
  createOneTimeCode,
  goodPassword,
  makeStudioUser,
  readSessionToken,
} from '../../../testing/studio-api.ts';
import { sessions } from '../../db/studio-tables.ts';
import { hashToken } from '../../tokens.ts';

const api = await setUpApi();

const signIn = (email: string, password: string, code: string, session: string | null = null) =>
  callStudio(api, 'signInWithPassword', { email, password, code }, session);
/** The code of the next period is accepted, and no user has used it when they joined. */
const getNextCode = (secret: string) => createOneTimeCode(secret, 1);

// Answers to wrong attempts are delayed, so the tests wait together; each has users of its own.
describe.concurrent('signing in by password', () => {
  it('works with the right password and code, and gives a cookie that scripts cannot read', async () => {
    const user = await makeStudioUser(api, 'EDITOR');
    const answer = await signIn(user.email.toUpperCase(), goodPassword, getNextCode(user.secret));
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toMatch(/^studio=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/);
    expect((await callStudio(api, 'me', {}, readSessionToken(answer))).body.user.id).toBe(user.id);
  });

  it('is refused where the cookie would travel unencrypted, and works on the machine itself', async () => {
    const user = await makeStudioUser(api, 'EDITOR');
    const input = { email: user.email, password: goodPassword, code: getNextCode(user.secret) };
    const signInAtHost = (host: string) => callStudio(api, 'signInWithPassword', input, null, { host });
    const refused = await signInAtHost('intranet.example');
    expect([refused.status, refused.headers['set-cookie']]).toEqual([403, undefined]);
    expect(refused.body.error.message).toContain('HTTPS');
    expect((await signInAtHost('localhost:3000')).status).toBe(200);
  });

  it('fails alike in text, and in a similar time, whichever of the three is wrong', { concurrent: false }, async () => {
    const texts = new Set<string>();
    // The shortest of several attempts, because the machine may be busy during some of them.
    const times = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const isSimilar = () => Math.max(...times) < Math.min(...times) * 3;
    for (let round = 1; round <= 2 || (round <= 4 && !isSimilar()); round++) {
      const [one, two] = [await makeStudioUser(api, 'EDITOR'), await makeStudioUser(api, 'EDITOR')];
      const attempts: [string, string, string][] = [
        [one.email, 'a wrong password of theirs', getNextCode(one.secret)],
        [two.email, goodPassword, '000000'],
        [`nobody-${round}@example.org`, goodPassword, '000000'],
      ];
      for (const [index, attempt] of attempts.entries()) {
        const started = performance.now();
        const { status, body, headers } = await signIn(...attempt);
        times[index] = Math.min(times[index] ?? 0, performance.now() - started);
        texts.add(`${status} ${body.error.code} ${body.error.message}`);
        expect(headers['set-cookie']).toBeUndefined();
      }
    }
    expect([...texts]).toEqual([expect.stringMatching(/^403 /)]);
    expect(Math.min(...times)).toBeGreaterThan(250);
    expect(isSimilar(), times.join(', ')).toBe(true);
  });

  it('takes a code once, also if it is sent twice at the same moment', async () => {
    const user = await makeStudioUser(api, 'EDITOR');
    const code = getNextCode(user.secret);
    const answers = await Promise.all([1, 2, 3].map(() => signIn(user.email, goodPassword, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect((await signIn(user.email, goodPassword, code)).status).toBe(403);
  });

  it('refuses a NUL character, which the database cannot look up', async () => {
    expect((await signIn('a\0b@example.org', goodPassword, '000000')).status).toBe(400);
  });

  it('counts the failures of an address however it is written', async () => {
    const { email } = await makeStudioUser(api, 'EDITOR');
    await signIn(email, 'guessed by a stranger', '000000');
    const started = performance.now();
    await signIn(` ${email.toUpperCase()} `, 'guessed by a stranger', '000000');
    expect(performance.now() - started).toBeGreaterThan(500);
  });

  it('stops after ten wrong codes with the right password, also sent in parallel; a recovery code goes on', async () => {
    const user = await makeStudioUser(api, 'EDITOR');
    const tries = await Promise.all(Array.from({ length: 12 }, () => signIn(user.email, goodPassword, '000000')));
    expect(tries.map(({ status }) => status).sort()).toEqual([...Array(10).fill(403), 429, 429]);
    const right = { password: goodPassword, code: getNextCode(user.secret) };
    const refused = await signIn(user.email, right.password, right.code);
    expect([refused.status, refused.body.error.message]).toEqual([
      429,
      expect.stringMatching(/passkey or a recovery code, or try again in 60 minutes/),
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await user.call('confirmWithPassword', right)).status).toBe(429);
    const recovery = { email: user.email, code: user.recoveryCodes[0] };
    expect((await callStudio(api, 'signInWithRecoveryCode', recovery)).status).toBe(200);
  });

  it('does not count right codes as wrong ones', async () => {
    const user = await makeStudioUser(api, 'EDITOR');
    await signIn(user.email, goodPassword, getNextCode(user.secret));
    const { rows } = await api.ctx.db.execute(
      sql`select points from rate_limits where key = ${`wrongCode:${user.id}`}`,
    );
    expect(rows).toEqual([{ points: 0 }]);
  });

  it('is not locked by the failures of a stranger', async () => {
    const user = await makeStudioUser(api, 'EDITOR');
    await Promise.all([1, 2, 3].map(() => signIn(user.email, 'guessed by a stranger', '000000')));
    expect((await signIn(user.email, goodPassword, getNextCode(user.secret))).status).toBe(200);
  });
});

describe('a recovery code', () => {
  it('signs in once, however it is typed, and only its own user', async () => {
    const [user, other] = [await makeStudioUser(api, 'AUTHOR'), await makeStudioUser(api, 'AUTHOR')];
    const [code = ''] = user.recoveryCodes;
    const recover = (email: string, typed: string) => callStudio(api, 'signInWithRecoveryCode', { email, code: typed });
    expect((await recover(other.email, code)).status).toBe(403);
    const answers = await Promise.all([1, 2].map(() => recover(user.email, code.toLowerCase().replaceAll('-', ' '))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await recover(user.email, code)).status).toBe(403);
  });
});

describe('a session', () => {
  it('never has the token that the browser brought', async () => {
    const user = await makeStudioUser(api, 'AUTHOR');
    const planted = 'P'.repeat(43);
    const answer = await signIn(user.email, goodPassword, getNextCode(user.secret), planted);
    expect(readSessionToken(answer)).not.toBe(planted);
    expect((await callStudio(api, 'me', {}, planted)).status).toBe(401);
  });

  it('ends when its browser signs in again', async () => {
    const user = await makeStudioUser(api, 'AUTHOR');
    const answer = await signIn(user.email, goodPassword, getNextCode(user.secret), user.session);
    expect((await user.call('me')).status).toBe(401);
    expect((await callStudio(api, 'me', {}, readSessionToken(answer))).status).toBe(200);
  });

  it.each([
    ['an hour without a request', { seenAt: sql`now() - interval '61 minutes'` }],
    ['24 hours', { expiresAt: sql`now() - interval '1 second'` }],
  ])('ends after %s', async (_name, change) => {
    const user = await makeStudioUser(api, 'OWNER');
    await api.ctx.db
      .update(sessions)
      .set(change)
      .where(eq(sessions.tokenSha256, hashToken(user.session)));
    expect((await user.call('me')).status).toBe(401);
    expect((await user.call('users')).status).toBe(401);
  });

  it('ends at sign-out, and takes the cookie away', async () => {
    const user = await makeStudioUser(api, 'READER');
    expect((await user.call('signOut')).headers['set-cookie']).toMatch(/^studio=; .*Max-Age=0/);
    expect((await user.call('me')).status).toBe(401);
  });

  it('is ended by its own user only', async () => {
    const [user, other] = [await makeStudioUser(api, 'READER'), await makeStudioUser(api, 'OWNER')];
    const { id } = (await user.call('mySessions')).body.items[0];
    await other.call('endSession', { id });
    expect((await user.call('me')).status).toBe(200);
    await user.call('endSession', { id });
    expect((await user.call('me')).status).toBe(401);
  });
});

it('a passkey sign-in refuses an unknown passkey, an unknown challenge and a replay', async () => {
  const { body } = await callStudio(api, 'beginSignIn');
  const sign = (challenge: string) => {
    const clientData = { type: 'webauthn.get', challenge, origin: 'https://site.example' };
    const clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url');
    const response = { clientDataJSON, authenticatorData: 'AA', signature: 'AA' };
    return { credential: { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response } };
  };
  const finish = (challenge: string) => callStudio(api, 'finishSignIn', sign(challenge));
  expect((await finish('unknown')).status).toBe(400);
  expect((await finish(body.options.challenge)).status).toBe(403);
  expect((await finish(body.options.challenge)).status).toBe(400);
});
