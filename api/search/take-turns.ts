import type pg from 'pg';
import type { ApiContext, Caller } from '../context.ts';
import { type Connection, connect } from '../db/connect.ts';
import { networkOf } from '../http/network-of.ts';
import { type SearchInput, search } from './search.ts';
import { createNetworkQueue } from './search-queue.ts';

/** A search costs the database more than any other read, so few run at once and the rest of the site keeps the others. */
const atOnce = 2;
const takeTurn = createNetworkQueue({ running: atOnce, waitingOfNetwork: 6, waiting: 60 });

/** Opens the connections that searches alone use. */
export function connectForSearch(config: pg.ClientConfig): Connection {
  return connect({
    ...config,
    max: atOnce,
    statementTimeout: 3_000,
    // The planner does not know how common the words of a prepared statement are, and takes pages in memory for a slow disk.
    settings: { plan_cache_mode: 'force_generic_plan', random_page_cost: '1.1' },
  });
}

/** Searches on connections of its own, in turns with other networks. */
export function searchInTurn({ searchDb }: ApiContext, input: SearchInput, { address }: Caller) {
  return takeTurn(networkOf(address), () => search({ db: searchDb }, input));
}
