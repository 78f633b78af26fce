import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, it } from 'vitest';
import { setUpApi } from '../../../testing/set-up.ts';
import { createBoundChallenge, hasValidProof } from './challenge.ts';

const api = await setUpApi();

it('a challenge takes at least 64 and at most 320 attempts to solve, and its proof counts for its key alone', async () => {
  for (let times = 0; times < 6; times++) {
    const challenge = await createBoundChallenge(api.ctx, { key: 'a' });
    const solution = await solveChallenge({ challenge, deriveKey });
    expect(solution?.counter).toBeGreaterThanOrEqual(64);
    expect(solution?.counter).toBeLessThanOrEqual(320);
    const proof = JSON.stringify({
      challenge,
      solution: { counter: solution?.counter, derivedKey: solution?.derivedKey },
    });
    expect(await hasValidProof(api.ctx, { key: 'a', proof })).toBe(true);
    expect(await hasValidProof(api.ctx, { key: 'b', proof })).toBe(false);
  }
});
