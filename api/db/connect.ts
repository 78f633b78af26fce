import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { NamingClient } from './naming-client.ts';
import * as tables from './tables.ts';

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

/**
 * Opens a pool on a `postgres://` URL or a socket folder. No statement runs longer than 10 s, no caller waits longer
 * than 5 s for a connection, so that a client without a time-out always gets an answer.
 */
export function connect(config: pg.PoolConfig & { statementTimeout?: number }): Connection {
  const { statementTimeout = 10_000, ...rest } = config;
  const pool = new pg.Pool({
    Client: NamingClient,
    max: 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeout,
    // The server may have gone without a word; then its own limit never comes.
    query_timeout: statementTimeout + 1_000,
    application_name: 'site',
    // Our queries read few rows; compiling one that looks costly takes longer than running it.
    options: '-c jit=off',
    ...rest,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return { db: drizzle({ client: pool, schema: tables }), pool, config: rest, close: () => pool.end() };
}
