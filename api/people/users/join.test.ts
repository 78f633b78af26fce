import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getInvalidFields } from '../../../testing/api.ts';
import { removeUsers, setUpApi } from '../../../testing/set-up.ts';
import {
  callStudio,
  createAppSecret,
  createOneTimeCode,
  makeJoinInput,
  makeStudioUser,
  readSessionToken,
} from '../../../testing/studio-api.ts';
import { joinLinks, users } from '../../db/studio-tables.ts';
import { hashToken } from '../../tokens.ts';
import { createSetUpAddress } from './links.ts';
import { resetUserByEmail } from './manage.ts';

const api = await setUpApi(removeUsers);

const getToken = (address: string | null) => address?.split('#')[1] ?? '';

describe('the set-up link', () => {
  it('makes the first owner, works once, and is not made while there is a user', async () => {
    const joining = await makeJoinInput(api, { purpose: 'SET_UP', role: 'OWNER' });
    const first = await callStudio(api, 'joinWithPassword', joining);
    expect([first.status, first.body.user.role]).toEqual([200, 'OWNER']);
    expect(first.body.recoveryCodes).toHaveLength(10);
    const again = await callStudio(api, 'joinWithPassword', { ...joining, email: 'other@example.org' });
    expect(again.status).toBe(410);
    expect(await createSetUpAddress(api.ctx, 'https://site.example')).toBeNull();
  });

  it('is worthless as soon as there is a user', async () => {
    const token = getToken(await createSetUpAddress(api.ctx, 'https://site.example'));
    expect((await callStudio(api, 'readJoinLink', { token })).body.role).toBe('OWNER');
    await makeStudioUser(api, 'READER');
    expect((await callStudio(api, 'readJoinLink', { token })).status).toBe(410);
  });

  it('makes one owner if two of them are used at the same moment', async () => {
    const each = await Promise.all([1, 2, 3, 4].map(() => makeJoinInput(api, { purpose: 'SET_UP', role: 'OWNER' })));
    const answers = await Promise.all(each.map((joining) => callStudio(api, 'joinWithPassword', joining)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    expect(await api.ctx.db.select().from(users)).toHaveLength(1);
  });
});

describe('an invitation', () => {
  it('is refused alike when it is guessed, expired or used', async () => {
    const expired = await makeJoinInput(api, { purpose: 'INVITATION', role: 'EDITOR' });
    await api.ctx.db
      .update(joinLinks)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(joinLinks.tokenSha256, hashToken(expired.token)));
    const used = await makeJoinInput(api, { purpose: 'INVITATION', role: 'EDITOR' });
    expect((await callStudio(api, 'joinWithPassword', used)).status).toBe(200);
    const guessed = { ...used, token: 'A'.repeat(43) };
    const answers = await Promise.all(
      [expired, used, guessed].map((joining) => callStudio(api, 'joinWithPassword', joining)),
    );
    expect(answers.map(({ status }) => status)).toEqual([410, 410, 410]);
    expect(new Set(answers.map(({ body }) => body.error.message)).size).toBe(1);
  });

  it('gives the invited address and role, whatever its holder sends', async () => {
    const joining = await makeJoinInput(api, { purpose: 'INVITATION', role: 'AUTHOR', email: 'Ada@Example.org' });
    const { body } = await callStudio(api, 'joinWithPassword', { ...joining, email: 'eve@example.org', role: 'OWNER' });
    expect(body.user ?? body.error).toMatchObject({ email: 'ada@example.org', role: 'AUTHOR' });
  });

  it('is not used up by a weak password or a wrong code, which are named', async () => {
    const joining = await makeJoinInput(api, { purpose: 'INVITATION', role: 'AUTHOR' });
    for (const [field, value] of [
      ['password', 'too short'],
      ['password', 'passwordpassword12345'],
      ['code', '000000'],
    ]) {
      const refused = await callStudio(api, 'joinWithPassword', { ...joining, [field as string]: value });
      expect([refused.status, getInvalidFields(refused)], value).toEqual([400, [field]]);
      expect(readSessionToken(refused)).toBeNull();
    }
    expect((await callStudio(api, 'joinWithPassword', joining)).status).toBe(200);
  });
});

describe('a reset link', () => {
  it('removes the former sign-in methods, the sessions, the recovery codes and all other reset links', async () => {
    const user = await makeStudioUser(api, 'EDITOR');
    const [first, second] = [await resetUserByEmail(api.ctx, user.email), await resetUserByEmail(api.ctx, user.email)];
    const secret = createAppSecret();
    const joining = { name: user.name, email: user.email, password: 'velvet harbour cactus piano', secret };
    const reset = await callStudio(api, 'joinWithPassword', {
      ...joining,
      token: getToken(first.link),
      code: createOneTimeCode(secret),
    });
    expect(reset.status).toBe(200);
    expect((await user.call('me')).status).toBe(401);
    const recovery = { email: user.email, code: user.recoveryCodes[0] };
    expect((await callStudio(api, 'signInWithRecoveryCode', recovery)).status).toBe(403);
    expect((await callStudio(api, 'readJoinLink', { token: getToken(second.link) })).status).toBe(410);
  });
});

describe('beginning to join by passkey', () => {
  it('needs a valid link, and refuses what no authenticator signed', async () => {
    const { token, name, email } = await makeJoinInput(api, { purpose: 'INVITATION', role: 'AUTHOR' });
    expect((await callStudio(api, 'beginJoin', { token: 'x'.repeat(43), name, email })).status).toBe(410);
    const { body } = await callStudio(api, 'beginJoin', { token, name, email });
    const sign = (challenge: string) => {
      const clientData = { type: 'webauthn.create', challenge, origin: 'https://site.example' };
      const clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url');
      return { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON, attestationObject: 'oA' } };
    };
    for (const challenge of [body.options.challenge, 'unknown']) {
      const refused = await callStudio(api, 'finishJoin', { token, name, email, credential: sign(challenge) });
      expect([refused.status, readSessionToken(refused)]).toEqual([400, null]);
    }
    expect(await api.ctx.db.select().from(users)).toEqual([]);
  });
});
