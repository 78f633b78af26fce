import { lt, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { shareLinks } from '../../db/index.ts';

/** Removes links that have expired, with the versions that they kept; returns how many. */
export async function removeExpiredShareLinks({ db }: Context): Promise<number> {
  return (await db.delete(shareLinks).where(lt(shareLinks.expiresAt, sql`now()`))).rowCount ?? 0;
}
