import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Role } from '../../../contract/studio/permissions.ts';
import type { JoinLink } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import { advisoryLockKeys, joinLinks, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { createSecretToken, hashToken } from '../../secret-token.ts';

export type StoredLink = typeof joinLinks.$inferSelect;

/** Hours for which a link is valid. The set-up link is short-lived, because it is printed in a log. */
const validHours = { SET_UP: 1, INVITATION: 72, RESET: 72 };

/** The person whom a link is for; a RESET link is for an existing user. */
export interface LinkFor {
  purpose: StoredLink['purpose'];
  role: Role;
  email?: string;
  name?: string;
  userId?: number;
  /** The user who invites; absent for the server's operator. */
  createdBy?: number | undefined;
}

/** Creates a link and returns its secret, which goes into the fragment of an address (ASVS 5.0, 14.2.1). */
export async function createJoinLink({ db }: Context, link: LinkFor): Promise<string> {
  const token = createSecretToken();
  const expiresAt = sql`now() + make_interval(hours => ${validHours[link.purpose]})`;
  await db
    .insert(joinLinks)
    .values({ ...link, email: link.email?.toLowerCase(), tokenSha256: hashToken(token), expiresAt });
  return token;
}

/** Returns the address of a link in the Studio. */
export function getJoinAddress(siteUrl: string, purpose: StoredLink['purpose'], token: string): string {
  return `${siteUrl}/studio/${purpose === 'SET_UP' ? 'set-up' : 'join'}#${token}`;
}

export async function hasUsers({ db }: Context): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).limit(1);
  return user !== undefined;
}

/**
 * Returns a valid link, locked until the transaction ends, so that it is used once. A set-up link is valid only while
 * there is no user. Throws `gone` otherwise, with the same text in every case.
 */
export function findJoinLink(ctx: Context, token: string): Promise<StoredLink> {
  return findJoinLinkByHash(ctx, hashToken(token));
}

/** Returns a valid link by the hash of its secret, as `findJoinLink` does. */
export async function findJoinLinkByHash(ctx: Context, tokenSha256: string): Promise<StoredLink> {
  const [link] = await ctx.db
    .select()
    .from(joinLinks)
    .where(and(eq(joinLinks.tokenSha256, tokenSha256), isNull(joinLinks.usedAt), gt(joinLinks.expiresAt, sql`now()`)))
    .for('update');
  // Two set-up links must not create two first owners at the same moment.
  if (link?.purpose === 'SET_UP') await ctx.db.execute(sql`select pg_advisory_xact_lock(${advisoryLockKeys.setUp})`);
  if (!link || (link.purpose === 'SET_UP' && (await hasUsers(ctx))))
    throw new ApiError(
      'gone',
      'This link is no longer valid. It has expired, was used already, or was not copied whole. Ask the person who sent it for a new one.',
    );
  return link;
}

/** Returns what a link is for. `gone` if it is not valid. */
export async function readJoinLink(ctx: Context, { token }: { token: string }): Promise<JoinLink> {
  const { purpose, email, name, role } = await ctx.db.transaction((tx) => findJoinLink({ db: tx }, token));
  return { purpose, email, name, role };
}

/** Creates a link for the first owner and returns its address; null if there is a user already. */
export async function createSetUpAddress(ctx: Context, siteUrl: string): Promise<string | null> {
  if (await hasUsers(ctx)) return null;
  return getJoinAddress(siteUrl, 'SET_UP', await createJoinLink(ctx, { purpose: 'SET_UP', role: 'OWNER' }));
}
