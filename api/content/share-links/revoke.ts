import { and, eq, lt, sql } from 'drizzle-orm';
import type { Caller, Context } from '../../context.ts';
import { shareLinks } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from '../../people/index.ts';
import { lockEntry } from '../drafts/find.ts';
import { checkCanWrite } from '../drafts/save.ts';
import { isValidLink } from './list.ts';

/** Makes a link invalid at once. `not_found` for a link that is not valid; `forbidden` as for creating it. */
export async function revokeShareLink(
  { db }: Context,
  { id }: { id: number },
  caller: Caller,
): Promise<{ error: null }> {
  const actor = requireActor(caller);
  const [link] = await db
    .select({ entryId: shareLinks.entryId })
    .from(shareLinks)
    .where(and(eq(shareLinks.id, id), isValidLink));
  if (!link) throw new ApiError('not_found', 'There is no such link any more.');
  await db.transaction(async (tx) => {
    checkCanWrite(actor, await lockEntry({ db: tx }, link.entryId));
    await tx.update(shareLinks).set({ revokedAt: sql`now()` }).where(eq(shareLinks.id, id));
  });
  return { error: null };
}

/** Removes links that have expired, with the versions that they kept; returns how many. */
export async function removeExpiredShareLinks({ db }: Context): Promise<number> {
  return (await db.delete(shareLinks).where(lt(shareLinks.expiresAt, sql`now()`))).rowCount ?? 0;
}
