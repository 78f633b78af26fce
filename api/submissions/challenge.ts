import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { eq } from 'drizzle-orm';
import { challenge as challengeShape, type Submitted } from '../../contract/submission-shapes.ts';
import type { Context } from '../context.ts';
import { submissions } from '../db/tables.ts';
import { signText } from '../signed-token.ts';

/** What challenges are signed with: the installation's key, under a purpose of its own. */
export async function challengeSecret(ctx: Context): Promise<string> {
  return (await signText(ctx, 'proof-of-work', 'challenge')).toString('hex');
}

/** Seconds in which a challenge is worth an answer. */
const lifetime = 30 * 60;
// About 256 tries of 5,000 rounds each: a second or so for a browser, outside its main thread; 4 ms to check.
const work = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, keyPrefix: '00', deriveKey };

/**
 * What a form is answered with: the reference, and a challenge bound to it where a proof of work would lift its quarantine.
 * Every form's verb ends with this.
 */
export async function answerSubmitted(ctx: Context, reference: string): Promise<Submitted> {
  const [row] = await ctx.db
    .select({ provable: submissions.provable })
    .from(submissions)
    .where(eq(submissions.reference, reference));
  if (!row?.provable) return { reference, error: null };
  const challenge = await createChallenge({
    ...work,
    data: { reference },
    expiresAt: Math.floor(Date.now() / 1000) + lifetime,
    hmacSignatureSecret: await challengeSecret(ctx),
  });
  return { reference, error: null, challenge: challengeShape.parse(challenge) };
}
