import { solveChallenge as findSolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, Proof } from '../../contract/forms/submission-shapes.ts';

/**
 * Solves a proof-of-work challenge; null if the library gives up after its time limit. WebCrypto derives the keys
 * outside the main thread.
 */
export async function solveChallenge(challenge: Challenge): Promise<Proof | null> {
  const solution = await findSolution({ challenge, deriveKey });
  if (!solution) return null;
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}
