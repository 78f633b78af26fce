import type { Challenge, Proof } from '../../../contract/forms/submission-shapes.ts';
import { type Client, isApiFailure } from '../../../contract/http/client.ts';
import { loadCode } from '../../hydration/load-code.ts';
import type { SubmissionArgs } from '../submission.ts';
import { createBrowserKey } from './idempotency-key.ts';

/** Solves a challenge in the browser. Returns null on the server and where no solution is found. */
async function findProof(challenge: Challenge): Promise<Proof | null> {
  if (typeof document === 'undefined') return null;
  return loadCode(() => import('../solve-challenge.ts'))
    .then(({ solveChallenge }) => solveChallenge(challenge))
    .catch(() => null);
}

/** The fields that every form has beside its content. `proof` is present only if the server asked for one. */
export interface SubmissionFields {
  key: string;
  proof?: string;
}

/**
 * Sends a form with its idempotency key. If the network of the visitor sent too many forms, the refusal may contain a
 * challenge; the form is then sent once more with a proof of work. Rejects as `send` does.
 */
export async function sendWithKeyAndProof<T>(
  args: SubmissionArgs,
  send: (fields: SubmissionFields) => Promise<T>,
): Promise<T> {
  const key = await (args.createKey?.() ?? createBrowserKey(args));
  try {
    return await send({ key });
  } catch (error) {
    const challenge = isApiFailure(error) ? error.challenge : null;
    const proof = challenge && (await findProof(challenge));
    if (!proof) throw error;
    return send({ key, proof: JSON.stringify(proof) });
  }
}

/**
 * Solves the challenge that the answer to a form may contain, in the background, and sends the solution. The visitor
 * sees nothing of this. Without a solution the message is stored all the same, and an operator decides about it.
 */
export async function answerChallenge(client: Client, challenge: Challenge | undefined): Promise<void> {
  const proof = challenge && (await findProof(challenge));
  if (proof) await client.call('prove', proof).catch(() => undefined);
}
