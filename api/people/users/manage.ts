import { and, asc, count, eq, ilike, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { hasPermission, type Role, roleNames, roles } from '../../../contract/studio/permissions.ts';
import type { UserSummary } from '../../../contract/studio/shapes.ts';
import type { Caller, CompanyContext, Context } from '../../context.ts';
import {
  createContainsPattern,
  joinLinks,
  passkeys,
  sessions,
  shareLinks,
  userIdentities,
  users,
} from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { recordToLog } from '../../log/index.ts';
import { lockActor, requireActor, selectSessions } from '../sessions.ts';
import { createJoinLink, getJoinAddress } from './links.ts';

async function selectUsers({ db }: Context, where?: SQL, size = 1, page = 0): Promise<UserSummary[]> {
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      createdAt: users.createdAt,
      signedInAt: users.signedInAt,
      disabledAt: users.disabledAt,
      passwordHash: users.passwordHash,
      passkeys: count(passkeys.id),
      identities: sql<number>`(select count(*) from ${userIdentities} where ${userIdentities.userId} = ${users.id})::int`,
    })
    .from(users)
    .leftJoin(passkeys, eq(passkeys.userId, users.id))
    .where(where)
    .groupBy(users.id)
    .orderBy(asc(users.name), asc(users.id))
    .limit(size)
    .offset(page * size);
  return rows.map(({ createdAt, signedInAt, disabledAt, passwordHash, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    signedInAt: signedInAt?.toISOString() ?? null,
    isDisabled: disabledAt !== null,
    hasPassword: passwordHash !== null,
  }));
}

/** Returns one page of the users by name, or of those whose name or e-mail address contains a text. */
export async function listUsers(ctx: Context, { q, page, size }: { q?: string; page: number; size: number }) {
  const pattern = createContainsPattern(q ?? '');
  const where = q ? or(ilike(users.name, pattern), ilike(users.email, pattern)) : undefined;
  return { items: await selectUsers(ctx, where, size, page), page, size, total: await ctx.db.$count(users, where) };
}

/** Returns how many users who are not disabled have each role. */
export async function countRoles({ db }: Context): Promise<{ users: Record<Role, number> }> {
  const rows = await db
    .select({ role: users.role, users: count() })
    .from(users)
    .where(isNull(users.disabledAt))
    .groupBy(users.role);
  const counted = new Map(rows.map((row) => [row.role, row.users]));
  return { users: Object.fromEntries(roles.map((role) => [role, counted.get(role) ?? 0])) as Record<Role, number> };
}

/** Returns a user with their sessions; `not_found` for an unknown one. */
export async function getUser(ctx: Context, { id }: { id: number }, caller: Caller) {
  const [user] = await selectUsers(ctx, eq(users.id, id));
  if (!user) throw new ApiError('not_found', 'There is no such user.');
  return { user, sessions: await selectSessions(ctx, id, requireActor(caller)) };
}

/**
 * Creates an invitation and returns its address. `conflict` if the person is already a user; `forbidden` if the caller
 * may not invite any more.
 */
export async function inviteUser(
  ctx: CompanyContext,
  { name, email, role }: { name: string; email: string; role: Role },
  caller?: Caller,
): Promise<{ link: string }> {
  const [known] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
  if (known) throw new ApiError('conflict', `${email} is already a user.`);
  const token = await ctx.db.transaction(async (db) => {
    const actor = caller?.actor ? await lockActor({ db }, caller.actor, 'manage-users') : null;
    const createdBy = actor?.userId;
    await recordToLog({ db }, { kind: 'user.INVITE', by: createdBy ?? null, facts: { name, role: roleNames[role] } });
    return createJoinLink({ ...ctx, db }, { purpose: 'INVITATION', role, email, name, createdBy });
  });
  return { link: getJoinAddress(ctx.company.siteUrl(), 'INVITATION', token) };
}

/**
 * Creates a link by which a user gets new sign-in methods, and returns its address. `not_found` for an unknown e-mail
 * address.
 */
export async function resetUserByEmail(ctx: CompanyContext, email: string): Promise<{ link: string }> {
  const [user] = await ctx.db.select().from(users).where(eq(users.email, email.toLowerCase()));
  if (!user) throw new ApiError('not_found', `There is no user with the address ${email}.`);
  const { id: userId, name, role } = user;
  const token = await ctx.db.transaction(async (db) => {
    await recordToLog({ db }, { kind: 'user.RESET', by: null, id: userId });
    return createJoinLink({ db }, { purpose: 'RESET', role, email: user.email, name, userId });
  });
  return { link: getJoinAddress(ctx.company.siteUrl(), 'RESET', token) };
}

/**
 * Changes the role of a user, or disables or enables them; their sessions end. The links that they shared end when they
 * may not publish any more. `conflict` if no owner would be left, because nobody could change that again.
 */
export async function changeUser(
  { db }: Context,
  { id, role, isDisabled }: { id: number; role: Role; isDisabled: boolean },
  caller: Caller,
): Promise<UserSummary> {
  return db.transaction(async (tx) => {
    // All owners are locked, so that two owners cannot remove each other at the same moment.
    const owners = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, 'OWNER'), isNull(users.disabledAt)))
      .for('update');
    const isOwner = role === 'OWNER' && !isDisabled;
    if (!isOwner && owners.every((owner) => owner.id === id))
      throw new ApiError('conflict', 'This is the last owner. Make somebody else an owner first.');
    const disabledAt = isDisabled ? sql`coalesce(${users.disabledAt}, now())` : null;
    const [before] = await tx.select().from(users).where(eq(users.id, id));
    // Waits for what the user is storing with `lockActor`, so that the following statements see it.
    await tx.update(users).set({ role, disabledAt }).where(eq(users.id, id));
    const ended = { invitations: 0, sharedPreviews: 0, sessions: 0 };
    // Otherwise a former owner could come back by an invitation that they kept, and a disabled user by a reset link.
    if (!isOwner) {
      const open = and(eq(joinLinks.createdBy, id), isNull(joinLinks.usedAt));
      ended.invitations = (await tx.delete(joinLinks).where(open)).rowCount ?? 0;
    }
    if (isDisabled) await tx.delete(joinLinks).where(and(eq(joinLinks.userId, id), isNull(joinLinks.usedAt)));
    // Links also show later drafts, and an author may share no entry of others.
    if (isDisabled || !hasPermission(role, 'publish')) {
      const revoked = tx.update(shareLinks).set({ revokedAt: sql`now()` });
      const own = and(eq(shareLinks.createdBy, id), isNull(shareLinks.revokedAt));
      ended.sharedPreviews = (await revoked.where(own)).rowCount ?? 0;
    }
    const others = and(eq(sessions.userId, id), ne(sessions.id, requireActor(caller).sessionId));
    ended.sessions = (await tx.delete(sessions).where(others)).rowCount ?? 0;
    const [changed] = await selectUsers({ db: tx }, eq(users.id, id));
    if (!changed || !before) throw new ApiError('not_found', 'There is no such user.');
    const by = requireActor(caller).userId;
    if (before.role !== role)
      await recordToLog({ db: tx }, { kind: 'user.ROLE', by, id, facts: { role: roleNames[role], ...ended } });
    if ((before.disabledAt !== null) !== isDisabled)
      await recordToLog({ db: tx }, { kind: isDisabled ? 'user.DISABLE' : 'user.ENABLE', by, id, facts: ended });
    return changed;
  });
}
