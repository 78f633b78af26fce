import { and, count, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ApiToken } from '../../contract/studio/access-operations.ts';
import { hasPermission, type Permission } from '../../contract/studio/permissions.ts';
import type { Actor, Caller, Context } from '../context.ts';
import { apiTokens, users } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { recordToLog } from '../log/index.ts';
import { createSecretToken, hashToken } from '../tokens.ts';
import { runAsActor } from './sessions.ts';

/** Programs that search texts for leaked secrets recognise the token by its first letters. */
const leadIn = 'studio_';
const secretPattern = /^studio_[\w-]{43}$/;
/** The first characters of a token are stored readable, so that people recognize it: 36 of its 256 bits. */
const prefixLength = leadIn.length + 6;

/** The most tokens that work at the same time. */
const mostTokens = 100;

/** No session has this id. */
const noSession = '00000000-0000-0000-0000-000000000000';

const isUsable = and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, sql`now()`)) as SQL;

/**
 * Returns the user for whom a token acts, limited to its scopes; null if it was revoked or has expired, or if the user
 * is disabled. It has the role that the user has now.
 */
export async function findTokenActor({ db }: Context, secret: string): Promise<Actor | null> {
  if (!secretPattern.test(secret)) return null;
  const [found] = await db
    .select({
      tokenId: apiTokens.id,
      tokenName: apiTokens.name,
      scopes: apiTokens.scopes,
      userId: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      isUsedToday: sql<boolean>`coalesce(${apiTokens.usedOn} = current_date, false)`,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.tokenSha256, hashToken(secret)), isUsable, isNull(users.disabledAt)));
  if (!found) return null;
  const { isUsedToday, ...actor } = found;
  if (!isUsedToday)
    await db.update(apiTokens).set({ usedOn: sql`current_date` }).where(eq(apiTokens.id, actor.tokenId));
  return { ...actor, sessionId: noSession, isConfirmed: false };
}

const revokers = alias(users, 'revokers');

async function selectTokens(
  { db }: Context,
  where: SQL | undefined,
  limit: number,
  offset: number,
): Promise<ApiToken[]> {
  const rows = await db
    .select({
      token: apiTokens,
      madeBy: users.name,
      role: users.role,
      disabledAt: users.disabledAt,
      revokedBy: revokers.name,
      isExpired: sql<boolean>`${apiTokens.expiresAt} <= now()`,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .leftJoin(revokers, eq(revokers.id, apiTokens.revokedBy))
    .where(where)
    .orderBy(desc(isUsable), desc(apiTokens.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ token, madeBy, role, disabledAt, revokedBy, isExpired }) => ({
    id: token.id,
    name: token.name,
    prefix: token.prefix,
    scopes: token.scopes,
    lostScopes: token.scopes.filter((scope) => !hasPermission(role, scope)),
    state: token.revokedAt ? 'REVOKED' : isExpired ? 'EXPIRED' : disabledAt ? 'PAUSED' : 'ACTIVE',
    madeBy,
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt.toISOString(),
    usedOn: token.usedOn,
    revokedAt: token.revokedAt?.toISOString() ?? null,
    revokedBy,
  }));
}

/** Returns one page of the tokens, those that work first, the newest first. */
export async function listApiTokens(ctx: Context, { page, size }: { page: number; size: number }) {
  const items = await selectTokens(ctx, undefined, size, page * size);
  return { items, page, size, total: await ctx.db.$count(apiTokens) };
}

/**
 * Makes a token by which a program acts for the caller, and returns its secret, of which only the hash is stored.
 * `unprocessable` for a scope that the caller does not have, `conflict` above the number of tokens.
 */
export async function createApiToken(
  ctx: Context,
  { name, scopes, days }: { name: string; scopes: Permission[]; days: number },
  caller: Caller,
): Promise<{ secret: string; token: ApiToken }> {
  return runAsActor(ctx, caller, 'manage-access', async (tx, actor) => {
    if (scopes.some((scope) => !hasPermission(actor.role, scope)))
      throw new ApiError('unprocessable', 'A token cannot do more than you.', [
        { path: 'scopes', message: 'has more than you may do' },
      ]);
    const [counted] = await tx.db.select({ usable: count() }).from(apiTokens).where(isUsable);
    if ((counted?.usable ?? 0) >= mostTokens)
      throw new ApiError('conflict', `There are ${mostTokens} tokens already. Revoke one that nobody needs.`);
    const secret = leadIn + createSecretToken();
    const [stored] = await tx.db
      .insert(apiTokens)
      .values({
        name,
        tokenSha256: hashToken(secret),
        prefix: secret.slice(0, prefixLength),
        scopes: [...new Set(scopes)],
        userId: actor.userId,
        expiresAt: sql`now() + make_interval(days => ${days})`,
      })
      .returning({ id: apiTokens.id });
    const [token] = await selectTokens(tx, eq(apiTokens.id, stored?.id ?? 0), 1, 0);
    if (!token) throw new Error('The token was not stored');
    await recordToLog(tx, {
      kind: 'access.CREATE_TOKEN',
      by: actor.userId,
      facts: { name, scopes: scopes.join(' '), days },
    });
    return { secret, token };
  });
}

/** Ends a token at once; one that was revoked stays as it is. `not_found` for an unknown one. */
export async function revokeApiToken(ctx: Context, { id }: { id: number }, caller: Caller): Promise<{ error: null }> {
  return runAsActor(ctx, caller, 'manage-access', async (tx, { userId }) => {
    const [token] = await tx.db.select().from(apiTokens).where(eq(apiTokens.id, id)).for('update');
    if (!token) throw new ApiError('not_found', 'There is no such token.');
    if (token.revokedAt) return { error: null };
    await tx.db.update(apiTokens).set({ revokedAt: sql`now()`, revokedBy: userId }).where(eq(apiTokens.id, id));
    await recordToLog(tx, { kind: 'access.REVOKE_TOKEN', by: userId, facts: { name: token.name } });
    return { error: null };
  });
}

/** Removes tokens that ended a year ago; returns how many. */
export async function removeEndedTokens({ db }: Context): Promise<number> {
  const ended = sql`coalesce(${apiTokens.revokedAt}, ${apiTokens.expiresAt})`;
  return (await db.delete(apiTokens).where(sql`${ended} < now() - interval '1 year'`)).rowCount ?? 0;
}
