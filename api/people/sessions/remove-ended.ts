import { lt, not, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { joinLinks, sessions } from '../../db/index.ts';
import { removeExpiredRequests } from '../identities/finish.ts';
import { removeExpiredChallenges } from '../passkeys/challenges.ts';
import { isLiveSession } from './find.ts';

/** Removes ended sessions, expired challenges, and links that expired a month ago; returns how many. */
export async function removeEndedSessions(ctx: Context): Promise<number> {
  const ended = await ctx.db.delete(sessions).where(not(isLiveSession as SQL));
  const links = await ctx.db.delete(joinLinks).where(lt(joinLinks.expiresAt, sql`now() - interval '30 days'`));
  return (
    (ended.rowCount ?? 0) +
    (links.rowCount ?? 0) +
    (await removeExpiredChallenges(ctx)) +
    (await removeExpiredRequests(ctx))
  );
}
