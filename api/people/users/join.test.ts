import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getInvalidFields } from '../../../testing/api.ts';
import { removeUsers, setUpApi } from '../../../testing/set-up.ts';
import {
  callStudio,
  createAppSecret,
  createOneTimeCode,
  goodPassword,
  makeJoinInput,
  makeStudioUser,
  readSessionToken,
} from '../../../testing/studio-api.ts';
import { joinLinks, passkeys, users } from '../../db/studio-tables.ts';
import { hashToken } from '../../tokens.ts';
import { createSetUpAddress } from './links.ts';
import { inviteUser, resetUserByEmail } from './manage.ts';

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

const isOpen = async (link: string) =>
  (await callStudio(api, 'readJoinLink', { token: getToken(link) })).status === 200;

describe('an owner who changes a user', () => {
  it('ends the session of a disabled user at once, and their reset links', async () => {
    const [owner, user] = [await makeStudioUser(api, 'OWNER'), await makeStudioUser(api, 'EDITOR')];
    const { link } = await resetUserByEmail(api.ctx, user.email);
    await owner.call('changeUser', { id: user.id, role: 'EDITOR', isDisabled: true });
    expect((await user.call('me')).status).toBe(401);
    expect(await isOpen(link)).toBe(false);
    const given = { email: user.email, password: goodPassword, code: createOneTimeCode(user.secret, 1) };
    expect((await callStudio(api, 'signInWithPassword', given)).status).toBe(403);
    const recovery = { email: user.email, code: user.recoveryCodes[0] };
    expect((await callStudio(api, 'signInWithRecoveryCode', recovery)).status).toBe(403);
  });

  it('sees the invitations that wait, and cancels one', async () => {
    const owner = await makeStudioUser(api, 'OWNER');
    const invite = async (email: string) =>
      (await owner.call('inviteUser', { name: 'Katherine', email, role: 'AUTHOR' })).body.link as string;
    const [first, second] = [await invite('k@example.org'), await invite('j@example.org')];
    const { body } = await owner.call('invitations');
    expect(body.items.map(({ email, invitedBy }: { email: string; invitedBy: string }) => [email, invitedBy])).toEqual([
      ['k@example.org', owner.name],
      ['j@example.org', owner.name],
    ]);
    const opened = await callStudio(api, 'readJoinLink', { token: getToken(second) });
    expect(opened.body.invitedBy).toBe(owner.name);
    await owner.call('cancelInvitation', { email: 'K@example.org' });
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
    expect((await owner.call('cancelInvitation', { email: 'k@example.org' })).status).toBe(404);
  });

  it('sees users by name, how each signs in, and finds them page by page', async () => {
    const owner = await makeStudioUser(api, 'OWNER');
    await api.ctx.db
      .insert(passkeys)
      .values({ id: 'own', userId: owner.id, publicKey: Buffer.from('x'), counter: 0, name: 'Phone' });
    const { body } = await owner.call('users');
    expect(body.items).toMatchObject([
      { id: owner.id, role: 'OWNER', passkeys: 1, hasPassword: true, isDisabled: false },
    ]);
    const others = ['zuse', 'zadeh', 'zoe'].map(
      (name) => ({ name, email: `${name}_z@example.org`, role: 'READER' }) as const,
    );
    await api.ctx.db.insert(users).values(others);
    const second = (await owner.call('users', { q: 'E_Z@', size: 1, page: 1 })).body;
    expect([second.items[0].name, second.total]).toEqual(['zuse', 2]);
  });

  it('keeps the last owner', async () => {
    const owner = await makeStudioUser(api, 'OWNER');
    const change = (role: string, isDisabled: boolean) => owner.call('changeUser', { id: owner.id, role, isDisabled });
    expect((await change('EDITOR', false)).status).toBe(409);
    expect((await change('OWNER', true)).status).toBe(409);
    expect((await change('OWNER', false)).status).toBe(200);
  });

  it('keeps one of two owners who remove each other at the same moment', async () => {
    const [one, two] = [await makeStudioUser(api, 'OWNER'), await makeStudioUser(api, 'OWNER')];
    await Promise.all([
      one.call('changeUser', { id: two.id, role: 'READER', isDisabled: false }),
      two.call('changeUser', { id: one.id, role: 'READER', isDisabled: false }),
    ]);
    expect(await api.ctx.db.select().from(users).where(eq(users.role, 'OWNER'))).toHaveLength(1);
  });

  it('ends the open invitations of an owner who becomes something else', async () => {
    const [one, two] = [await makeStudioUser(api, 'OWNER'), await makeStudioUser(api, 'OWNER')];
    const invited = { name: 'Second self', email: 'second@example.org', role: 'OWNER' };
    const { body } = await two.call('inviteUser', invited);
    expect(await isOpen(body.link)).toBe(true);
    await one.call('changeUser', { id: two.id, role: 'AUTHOR', isDisabled: false });
    expect(await isOpen(body.link)).toBe(false);
  });
});

it('an invitation that an owner sends while they are demoted is not stored', async () => {
  const [one, two] = [await makeStudioUser(api, 'OWNER'), await makeStudioUser(api, 'OWNER')];
  const actor = { userId: two.id, name: two.name, email: two.email, role: two.role, sessionId: '', isConfirmed: true };
  await one.call('changeUser', { id: two.id, role: 'AUTHOR', isDisabled: false });
  // The request found the session before the change, and goes on after it.
  const caller = { address: '', userAgent: '', refusesTracking: false, actor };
  const invited = { name: 'Second self', email: 'second@example.org', role: 'OWNER' as const };
  await expect(inviteUser(api.ctx, invited, caller)).rejects.toMatchObject({ code: 'forbidden' });
  expect((await one.call('invitations')).body.items).toEqual([]);
});

describe('what matters most', () => {
  const secret = createAppSecret();
  const dangerous = [
    ['inviteUser', { name: 'Eve', email: 'eve@example.org', role: 'OWNER' }],
    ['changeUser', { id: 1, role: 'OWNER', isDisabled: false }],
    ['beginPasskey', {}],
    ['setPassword', { password: 'meadow rocket violin basket', secret, code: '123456' }],
    ['removePassword', {}],
    ['removePasskey', { id: 'AAAA' }],
    ['newRecoveryCodes', {}],
  ] as const;

  it.each(dangerous)('%s is refused until the user proves again who they are', async (name, input) => {
    const owner = await makeStudioUser(api, 'OWNER');
    await owner.expireConfirmation();
    const refused = await owner.call(name, input);
    expect([refused.status, getInvalidFields(refused)]).toEqual([403, ['confirm']]);
    const wrong = await owner.call('confirmWithPassword', {
      password: 'not the password',
      code: createOneTimeCode(owner.secret, 1),
    });
    expect([wrong.status, getInvalidFields(wrong)]).toEqual([403, []]);
    expect(getInvalidFields(await owner.call(name, input))).toEqual(['confirm']);
    const proof = { password: goodPassword, code: createOneTimeCode(owner.secret, 1) };
    expect((await owner.call('confirmWithPassword', proof)).status).toBe(200);
    expect(getInvalidFields(await owner.call(name, input))).not.toContain('confirm');
  });
});

describe('a user’s own sign-in methods', () => {
  const addPasskey = (userId: number, id: string) =>
    api.ctx.db.insert(passkeys).values({ id, userId, publicKey: Buffer.from('x'), counter: 0, name: 'Phone' });

  it('are never all removed, also if two are removed at the same moment', async () => {
    const user = await makeStudioUser(api, 'READER');
    expect((await user.call('removePassword')).status).toBe(409);
    await addPasskey(user.id, 'own');
    const answers = await Promise.all([user.call('removePassword'), user.call('removePasskey', { id: 'own' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { body } = await user.call('signInMethods');
    expect(body.passkeys.length + Number(body.hasPassword)).toBe(1);
  });

  it('are out of the reach of another user, an owner too', async () => {
    const [user, owner] = [await makeStudioUser(api, 'READER'), await makeStudioUser(api, 'OWNER')];
    await addPasskey(user.id, 'theirs');
    expect((await owner.call('removePasskey', { id: 'theirs' })).status).toBe(404);
    expect((await owner.call('renamePasskey', { id: 'theirs', name: 'Mine' })).status).toBe(404);
    expect((await user.call('renamePasskey', { id: 'theirs', name: 'Key ring' })).body.passkeys[0].name).toBe(
      'Key ring',
    );
  });

  it('change by a new password, which ends the other sessions and keeps this one', async () => {
    const user = await makeStudioUser(api, 'READER');
    const recovery = { email: user.email, code: user.recoveryCodes[0] };
    await callStudio(api, 'signInWithRecoveryCode', recovery);
    expect((await user.call('mySessions')).body.items).toHaveLength(2);
    const secret = createAppSecret();
    const changed = await user.call('setPassword', {
      password: 'meadow rocket violin basket',
      secret,
      code: createOneTimeCode(secret),
    });
    expect(changed.status).toBe(200);
    expect((await user.call('mySessions')).body.items).toHaveLength(1);
  });

  it('include ten new recovery codes, which replace the former ones', async () => {
    const user = await makeStudioUser(api, 'READER');
    const { body } = await user.call('newRecoveryCodes');
    expect(body.recoveryCodes).toHaveLength(10);
    const use = (code: string | undefined) => callStudio(api, 'signInWithRecoveryCode', { email: user.email, code });
    expect((await use(user.recoveryCodes[1])).status).toBe(403);
    expect((await use(body.recoveryCodes[1])).status).toBe(200);
  });
});
