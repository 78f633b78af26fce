import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { createBoundChallenge } from './challenge.ts';
import type { CountedForm } from './count-stored.ts';

/** How many forms the site stores in ten minutes, from all senders together. */
export const totalLimits = {
  /** From this number on, a form without a proof of work is stored, but its mails are held. */
  mailed: 1_000,
  /** From this number on, a form without a proof of work is refused, with a challenge. */
  unproven: 5_000,
  /** From this number on, every form is refused. */
  stored: 10_000,
} as const;

/** Seconds after which a form that was refused may be sent again. */
const retrySeconds = 60;

/**
 * Counts the forms of the last ten minutes. Reads committed rows instead of a counter, which every form of the site
 * would lock until it is stored. So concurrent forms may exceed a limit by their number.
 */
async function countRecentSubmissions({ db }: Context): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from submissions where created_at > now() - interval '10 minutes' limit ${totalLimits.stored}
    ) as recent`);
  return rows[0]?.count ?? 0;
}

/**
 * Checks a new form against the limits of the whole site. Returns whether its mails must be held. Throws
 * `too_many_requests` if the site stores too many forms; a solved challenge may let the same form through.
 */
export async function checkTotalLimits(tx: Context, { key, isProven }: CountedForm): Promise<boolean> {
  const recent = await countRecentSubmissions(tx);
  if (recent >= (isProven ? totalLimits.stored : totalLimits.unproven)) {
    const challenge = recent < totalLimits.stored ? await createBoundChallenge(tx, { key }) : undefined;
    const message = 'The site is receiving too many messages at the moment. Please try again in 1 minute.';
    throw new ApiError('too_many_requests', message, [], retrySeconds, challenge);
  }
  return !isProven && recent >= totalLimits.mailed;
}
