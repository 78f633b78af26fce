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
    // One plan serves all words, and the planner does not know how common they are. Without `enable_seqscan` it would read
    // every text of a site of a thousand entries, because it does not count that long texts lie outside the table.
    settings: { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', random_page_cost: '1.1' },
  });
}

/** Searches on connections of its own, in turns with other networks. */
export function searchInTurn({ searchDb }: ApiContext, input: SearchInput, { address }: Caller) {
  return takeTurn(networkOf(address), () => search({ db: searchDb }, input));
}
