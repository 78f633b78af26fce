import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** Milliseconds after the first failure; doubled by each further failure within ten minutes, up to the longest. */
const first = 250;
const longest = 4_000;
const accounts = 10_000;

/**
 * Creates delays after failed sign-ins, by account. Nobody is locked out: a stranger who guesses slows guesses down,
 * and the owner of the account waits at most four seconds after a failure of their own (ASVS 5.0, 6.1.1).
 */
export function createFailureDelay(): { afterFailure(account: string): Promise<void> } {
  const failures = new LRUCache<string, number>({ max: accounts, ttl: 10 * 60 * 1_000 });
  return {
    afterFailure: async (account) => {
      const count = (failures.get(account.toLowerCase()) ?? 0) + 1;
      failures.set(account.toLowerCase(), count);
      await sleep(Math.min(longest, first * 2 ** (count - 1)));
    },
  };
}
