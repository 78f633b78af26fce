import type pg from 'pg';
import type { ApiContext, Caller } from '../../context.ts';
import { type Connection, connectDatabase } from '../../db/index.ts';
import { createFairSemaphore } from '../../fair-semaphore.ts';
import { getNetwork } from '../../get-network.ts';
import { recordMissedSearch } from './missed-searches.ts';
import { type SearchInput, searchEntries } from './search.ts';

/** A search costs the database more than any other read, so few run at once, on connections of their own. */
const searchConnections = 2;
const tooManySearches = 'Search is busy. Please try again in a second.';
const semaphore = createFairSemaphore({
  total: searchConnections,
  perGroup: searchConnections,
  waiting: { total: 60, perGroup: 6, message: tooManySearches, retryAfter: 1 },
});

/** Opens the connections that only searches use. */
export function connectForSearch(config: pg.PoolConfig): Connection {
  return connectDatabase({
    ...config,
    max: searchConnections,
    statementTimeout: 3_000,
    // One generic plan serves all words, because the planner does not know how common they are. Without `enable_seqscan
    // = off` the planner reads every text of a small site: it ignores that long texts lie outside the table.
    settings: { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', random_page_cost: '1.1' },
  });
}

/**
 * Runs a search on the database connections for searches. Searches of different networks (IP ranges) take turns. A
 * search of all types without a result is counted for the list of missed searches.
 */
export async function runQueuedSearch({ db, searchDb }: ApiContext, input: SearchInput, caller: Caller) {
  const release = await semaphore.acquire(getNetwork(caller.address));
  try {
    const found = await searchEntries({ db: searchDb }, input);
    // A failed count must not disturb the visitor.
    if (found.total === 0 && !input.type) await recordMissedSearch({ db }, input.q, caller).catch(() => undefined);
    return found;
  } finally {
    release();
  }
}
