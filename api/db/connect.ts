import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { NamingClient } from './naming-client.ts';
import * as tables from './tables.ts';
import { watchWrites } from './write-refusal.ts';

/** What verbs query through: the database, or one transaction of it. */
export type Database = NodePgDatabase<typeof tables>;

export interface Connection {
  db: Database;
  pool: pg.Pool;
  /** How to reach the same database on a connection outside the pool. */
  config: pg.ClientConfig;
  close(): Promise<void>;
}

// A bigint id stays below 2^53 here, so it travels as a number; the default would be a string.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

function ignoreError(): void {}

/**
 * Creates the database of a pool. Drizzle's own transaction keeps its connection for ever when `begin` fails, so after a few
 * restarts of PostgreSQL the pool would have none left. This one always gives the connection back.
 */
function createDatabase(pool: pg.Pool): Database {
  const db = drizzle({ client: pool, schema: tables });
  const ofClients = new WeakMap<pg.PoolClient, Database>();
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect();
    const own = ofClients.get(client) ?? drizzle({ client, schema: tables });
    ofClients.set(client, own);
    try {
      return await own.transaction(work, config);
    } finally {
      // A connection that is still inside a transaction is closed, because nobody knows what its statements did.
      client.release(client.getTransactionStatus() !== 'I');
    }
  };
  return Object.assign(db, { transaction });
}

/**
 * Opens a pool on a `postgres://` URL or a socket folder. No statement runs longer than 10 s, no caller waits longer
 * than 5 s for a connection, so that a client without a time-out always gets an answer. `settings` are PostgreSQL's, by name.
 */
export function connect(
  config: pg.PoolConfig & { statementTimeout?: number; settings?: Record<string, string> },
): Connection {
  const { statementTimeout = 10_000, settings = {}, ...rest } = config;
  const own = Object.entries(settings).map(([name, value]) => `; set ${name} = ${value}`);
  const pool = new pg.Pool({
    Client: NamingClient,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // The server may stop answering without closing the connection; then its own limit never takes effect.
    query_timeout: statementTimeout + 1_000,
    application_name: 'site',
    // Set here and not as start parameters, because PgBouncer refuses those.
    // Our queries read few rows; compiling one that looks costly takes longer than running it.
    onConnect: (client) =>
      client.query(`set statement_timeout = ${Number(statementTimeout)}; set jit = off${own.join('')}`),
    ...rest,
  });
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', ignoreError);
  // While a connection is in use the pool does not listen. Its statements fail; the error itself has no other receiver.
  pool.on('connect', (client) => client.on('error', ignoreError));
  watchWrites(pool);
  return { db: createDatabase(pool), pool, config: rest, close: () => pool.end() };
}
