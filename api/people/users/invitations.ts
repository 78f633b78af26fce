import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Invitation } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import { joinLinks, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';

const isOpen = and(eq(joinLinks.purpose, 'INVITATION'), isNull(joinLinks.usedAt), gt(joinLinks.expiresAt, sql`now()`));

/** Returns the invitations that can still be used, the one that ends first at the top. */
export async function listInvitations({ db }: Context): Promise<{ items: Invitation[] }> {
  const rows = await db
    .select({
      email: joinLinks.email,
      name: joinLinks.name,
      role: joinLinks.role,
      expiresAt: joinLinks.expiresAt,
      invitedBy: users.name,
    })
    .from(joinLinks)
    .leftJoin(users, eq(users.id, joinLinks.createdBy))
    .where(and(isOpen, isNotNull(joinLinks.email)))
    .orderBy(asc(joinLinks.expiresAt));
  return {
    items: rows.map(({ email, expiresAt, ...row }) => ({
      ...row,
      email: email ?? '',
      expiresAt: expiresAt.toISOString(),
    })),
  };
}

/** Makes all open invitations of an e-mail address invalid. `not_found` if there is none, or the person has joined. */
export async function cancelInvitation({ db }: Context, { email }: { email: string }): Promise<{ error: null }> {
  const removed = await db
    .delete(joinLinks)
    .where(and(isOpen, eq(joinLinks.email, email.toLowerCase())))
    .returning({ email: joinLinks.email });
  if (removed.length === 0) throw new ApiError('not_found', `There is no open invitation for ${email}.`);
  return { error: null };
}
