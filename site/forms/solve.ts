import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, Proof } from '../../contract/submission-shapes.ts';

/** Does the work of a challenge; null where it cannot be done in time. The browser derives keys outside the page's thread. */
export async function solve(challenge: Challenge): Promise<Proof | null> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) return null;
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}
