import { eq, sql } from 'drizzle-orm';
import { apiTokens } from '../api/db/access-tables.ts';
import type { Database } from '../api/db/connect.ts';
import { users } from '../api/db/studio-tables.ts';
import type { StudioOperationName } from '../contract/studio/operations.ts';
import { studioOperations } from '../contract/studio/operations.ts';
import { hasPermission, type Permission, type Role } from '../contract/studio/permissions.ts';
import { tokenScopes } from '../contract/studio/token-scopes.ts';
import { type AccessProof, getOperation, makeSignedInUser, parseJson } from './access-proof.ts';

const names = Object.keys(studioOperations) as StudioOperationName[];
const all: readonly Permission[] = tokenScopes;

async function makeToken(proof: AccessProof, db: Database, scopes: readonly Permission[]) {
  const { id: userId, session } = await makeSignedInUser(db, 'OWNER');
  const made = await proof.call('createApiToken', session, {}, { name: 'Proof', scopes, days: 1 });
  const { secret, token } = (parseJson(made.body) ?? {}) as { secret?: string; token?: { id: number } };
  if (!secret || !token) throw new Error(`The token was not made: ${made.body}`);
  return { userId, secret, id: token.id };
}

/** Calls every operation by a token with some scopes, whose maker has a role. */
async function checkToken(
  proof: AccessProof,
  who: string,
  secret: string,
  { scopes, role }: { scopes: readonly Permission[]; role: Role },
): Promise<void> {
  const refused: Parameters<AccessProof['expectRefused']>[2] = {};
  for (const name of names) {
    const { permission, needsConfirmation } = getOperation(name);
    const isAllowed =
      permission !== null && !needsConfirmation && scopes.includes(permission) && hasPermission(role, permission);
    if (isAllowed) await proof.expectAllowed(`${who} calls ${name}`, () => proof.callByToken(name, secret));
    else refused[`calls ${name}`] = () => proof.callByToken(name, secret, { id: 1, email: 'eve@example.org' });
  }
  await proof.expectRefused(who, 403, refused);
}

/**
 * Calls every operation by a token of each scope, and by a token of all scopes whose maker is a reader now. Tokens that
 * are unknown, revoked or expired, or whose maker is disabled, are refused everywhere, and no token opens a screen.
 */
export async function checkTokens(proof: AccessProof, db: Database): Promise<void> {
  for (const scope of tokenScopes) {
    const { secret } = await makeToken(proof, db, [scope]);
    await checkToken(proof, `a token to ${scope}`, secret, { scopes: [scope], role: 'OWNER' });
  }
  const former = await makeToken(proof, db, all);
  await db.update(users).set({ role: 'READER' }).where(eq(users.id, former.userId));
  await checkToken(proof, 'a token of a former owner', former.secret, { scopes: all, role: 'READER' });

  const [revoked, expired, disabled, live] = [
    await makeToken(proof, db, all),
    await makeToken(proof, db, all),
    await makeToken(proof, db, all),
    await makeToken(proof, db, all),
  ];
  await db.update(apiTokens).set({ revokedAt: sql`now()` }).where(eq(apiTokens.id, revoked.id));
  await db.update(apiTokens).set({ expiresAt: sql`now()` }).where(eq(apiTokens.id, expired.id));
  await db.update(users).set({ disabledAt: sql`now()` }).where(eq(users.id, disabled.userId));
  const dead = {
    'an unknown token': `studio_${'A'.repeat(43)}`,
    'a revoked token': revoked.secret,
    'an expired token': expired.secret,
    'a token of a disabled owner': disabled.secret,
  };
  const needingUser = names.filter((name) => getOperation(name).permission !== null);
  for (const [who, secret] of Object.entries(dead)) {
    const calls = needingUser.map((name) => [`calls ${name}`, () => proof.callByToken(name, secret)]);
    await proof.expectRefused(who, 401, Object.fromEntries(calls));
  }
  for (const url of ['/studio', '/studio/tokens', '/studio/preview?path=/&at=2090-01-01T00:00']) {
    proof.checked += 1;
    const headers = { authorization: `Bearer ${live.secret}` };
    const { status } = await proof.send({ method: 'GET', url, headers });
    if (status !== 302 && status !== 401) proof.wrong.push(`a token opens ${url}: ${status}`);
  }
}
