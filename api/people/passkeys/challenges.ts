import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { passkeyChallenges } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';

type Purpose = (typeof passkeyChallenges.$inferSelect)['purpose'];

/** Stores a challenge for five minutes. `subject` names whom a new passkey is for. */
export async function storeChallenge(
  { db }: Context,
  challenge: string,
  purpose: Purpose,
  subject: string | null,
): Promise<void> {
  await db
    .insert(passkeyChallenges)
    .values({ challenge, purpose, subject, expiresAt: sql`now() + interval '5 minutes'` });
}

/** Returns the challenge that a browser signed (Web Authentication Level 3, section 5.8.1). */
function readChallenge(credential: object): string {
  const { clientDataJSON } = (credential as { response?: { clientDataJSON?: unknown } }).response ?? {};
  try {
    const data: unknown = JSON.parse(Buffer.from(String(clientDataJSON), 'base64url').toString());
    return String((data as { challenge?: unknown }).challenge);
  } catch {
    return '';
  }
}

/**
 * Removes the challenge that a credential answers, so that an answer is accepted once, and returns it. Throws
 * `bad_request` for an unknown, expired or used challenge.
 */
export async function takeChallenge(
  { db }: Context,
  credential: object,
  purpose: Purpose,
  subject: string | null,
): Promise<string> {
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, readChallenge(credential)),
        eq(passkeyChallenges.purpose, purpose),
        sql`${passkeyChallenges.subject} is not distinct from ${subject}`,
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  if (!taken) throw new ApiError('bad_request', 'This took too long or was already used. Please try again.');
  return taken.challenge;
}

/** Removes expired challenges; returns how many. */
export async function removeExpiredChallenges({ db }: Context): Promise<number> {
  return (await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, sql`now()`))).rowCount ?? 0;
}
