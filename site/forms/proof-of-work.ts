import { type Client, isApiFailure } from '../../contract/client.ts';
import type { Challenge, Proof } from '../../contract/submission-shapes.ts';
import { loadCode } from '../load-code.ts';

/** Does the work of a challenge; null where it fails, and on the server, which has no work to prove. */
async function solveChallenge(challenge: Challenge): Promise<Proof | null> {
  if (typeof document === 'undefined') return null;
  return loadCode(() => import('./solve.ts'))
    .then(({ solve }) => solve(challenge))
    .catch(() => null);
}

/** The field that carries a proof; empty where none was asked for. */
export type ProofOfWorkField = { proof?: string };

/**
 * Sends a form. Where its network sent too many, the refusal may ask for a proof of work: then the form is sent once more,
 * with that proof. Rejects as `send` does.
 */
export async function sendWithProofOfWork<T>(send: (proof: ProofOfWorkField) => Promise<T>): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    const challenge = isApiFailure(error) ? error.challenge : null;
    const proof = challenge && (await solveChallenge(challenge));
    if (!proof) throw error;
    return send({ proof: JSON.stringify(proof) });
  }
}

/**
 * Solves the challenge that may come with the answer to a form, in the background while the visitor reads on, and resolves
 * when that is done. Nothing shows. Where it fails the message is stored all the same, and a person looks at it.
 */
export async function answerChallenge(client: Client, challenge: Challenge | undefined): Promise<void> {
  const proof = challenge && (await solveChallenge(challenge));
  if (proof) await client.call('prove', proof).catch(() => undefined);
}
