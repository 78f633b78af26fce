import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { eq } from 'drizzle-orm';
import {
  type Challenge,
  challenge as challengeShape,
  type Proof,
  proof as proofShape,
  type Submitted,
} from '../../../contract/forms/submission-shapes.ts';
import type { Context } from '../../context.ts';
import { submissions } from '../../db/index.ts';
import { signText } from '../../tokens.ts';

/** Returns the HMAC key of challenges, derived from the installation's key for this purpose only. */
async function loadChallengeSecret(ctx: Context): Promise<string> {
  return (await signText(ctx, 'proof-of-work', 'challenge')).toString('hex');
}

/** Seconds for which a challenge can be answered. */
const challengeSeconds = 30 * 60;
// The least and the greatest number of keys that a browser derives to solve a challenge, so that no visitor waits
// much longer than another. One key takes 5,000 rounds of PBKDF2, about 4 ms in a browser. The server derives one key
// to create a challenge and one to verify its solution.
const leastAttempts = 64;
const mostAttempts = 320;

/** Returns a proof-of-work challenge bound to a stored submission or to the key of a form. */
export async function createBoundChallenge(
  ctx: Context,
  data: { reference: string } | { key: string },
): Promise<Challenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 5_000,
    counter: randomInt(leastAttempts, mostAttempts + 1),
    deriveKey,
    data,
    expiresAt: Math.floor(Date.now() / 1000) + challengeSeconds,
    hmacSignatureSecret: await loadChallengeSecret(ctx),
  });
  return challengeShape.parse(challenge);
}

/** Returns whether a proof solves a challenge of this installation before the challenge expires. */
export async function isProofValid(ctx: Context, { challenge, solution }: Proof): Promise<boolean> {
  const hmacSignatureSecret = await loadChallengeSecret(ctx);
  return (await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret })).verified;
}

function parseProof(text: string): Proof | null {
  try {
    return proofShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns whether a form carries a valid proof of work for its key. */
export async function hasValidProof(ctx: Context, { key, proof: text }: { key: string; proof?: string | undefined }) {
  const proof = text === undefined ? null : parseProof(text);
  if (!proof) return false;
  const { data } = proof.challenge.parameters;
  return 'key' in data && data.key === key && (await isProofValid(ctx, proof));
}

/**
 * Creates the answer to a submitted form: the reference and, where a proof of work would lift its quarantine, a
 * challenge. Every handler of a form ends with this function.
 */
export async function createSubmittedResponse(ctx: Context, reference: string): Promise<Submitted> {
  const [row] = await ctx.db
    .select({ provable: submissions.provable })
    .from(submissions)
    .where(eq(submissions.reference, reference));
  if (!row?.provable) return { reference, error: null };
  return { reference, error: null, challenge: await createBoundChallenge(ctx, { reference }) };
}
