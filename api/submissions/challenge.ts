import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { eq } from 'drizzle-orm';
import {
  type Challenge,
  challenge as challengeShape,
  type Proof,
  proof as proofShape,
  type Submitted,
} from '../../contract/submission-shapes.ts';
import type { Context } from '../context.ts';
import { submissions } from '../db/tables.ts';
import { signText } from '../signed-token.ts';

/** What challenges are signed with: the installation's key, under a purpose of its own. */
async function challengeSecret(ctx: Context): Promise<string> {
  return (await signText(ctx, 'proof-of-work', 'challenge')).toString('hex');
}

/** Seconds in which a challenge is worth an answer. */
const lifetime = 30 * 60;
// About 256 tries of 5,000 rounds each: a second or so for a browser, outside its main thread; 4 ms to check.
const work = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, keyPrefix: '00', deriveKey };

/** Returns a challenge bound to a stored submission or to the key of a form. */
export async function createBoundChallenge(
  ctx: Context,
  data: { reference: string } | { key: string },
): Promise<Challenge> {
  const challenge = await createChallenge({
    ...work,
    data,
    expiresAt: Math.floor(Date.now() / 1000) + lifetime,
    hmacSignatureSecret: await challengeSecret(ctx),
  });
  return challengeShape.parse(challenge);
}

/** Whether a proof solves a challenge of ours in time. */
export async function isSolved(ctx: Context, { challenge, solution }: Proof): Promise<boolean> {
  const hmacSignatureSecret = await challengeSecret(ctx);
  return (await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret })).verified;
}

function parseProof(text: string): Proof | null {
  try {
    return proofShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether a form carries the proof of work that was asked for its key. */
export async function hasProof(ctx: Context, { key, proof: text }: { key: string; proof?: string | undefined }) {
  const proof = text === undefined ? null : parseProof(text);
  if (!proof) return false;
  const { data } = proof.challenge.parameters;
  return 'key' in data && data.key === key && (await isSolved(ctx, proof));
}

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
  return { reference, error: null, challenge: await createBoundChallenge(ctx, { reference }) };
}
