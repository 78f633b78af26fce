import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { BatchingPool } from './batching-pool.ts';
import { createPreparingClientClass } from './preparing-client.ts';
import * as tables from './tables.ts';
import { traceStatements } from './trace-statements.ts';
import { watchWrites } from './write-refusal.ts';

/** The database, or one transaction of it. */
export type Database = NodePgDatabase<typeof tables>;

export interface Connection {
  db: Database;
  pool: pg.Pool;
  /** The settings of a connection to the same database outside the pool. */
  config: pg.ClientConfig;
  close(): Promise<void>;
}

// A bigint id stays below 2^53, so it is a number; pg's default is a string.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

function ignoreError(): void {}

/**
 * Creates a Drizzle database on a pool. Drizzle's own transaction leaks its connection when `begin` fails, so a few
 * restarts of PostgreSQL would exhaust the pool. This version always releases the connection.
 */
function createDatabase(pool: pg.Pool): Database {
  const db = drizzle({ client: pool, schema: tables });
  const databases = new WeakMap<pg.PoolClient, Database>();
  const runTransaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect();
    const own = databases.get(client) ?? drizzle({ client, schema: tables });
    databases.set(client, own);
    try {
      return await own.transaction(work, config);
    } finally {
      // A connection in an unfinished transaction is closed, because the state of its statements is unknown.
      client.release(client.getTransactionStatus() !== 'I');
    }
  };
  return Object.assign(db, { transaction: runTransaction });
}

/**
 * Opens a pool on a `postgres://` URL or a socket folder. A statement may take 10 s and a wait for a connection 5 s, so
 * that every client gets an answer. `settings` are PostgreSQL settings by name.
 */
export function connectDatabase(
  config: pg.PoolConfig & { statementTimeout?: number; settings?: Record<string, string> },
): Connection {
  const { statementTimeout = 10_000, settings = {}, ...rest } = config;
  const own = Object.entries(settings).map(([name, value]) => `; set ${name} = ${value}`);
  const pool = new BatchingPool({
    Client: createPreparingClientClass(),
    pipeline: true,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Where the server hangs without closing the connection, its own time limit never takes effect.
    query_timeout: statementTimeout + 1_000,
    application_name: 'site',
    // Set after connecting, because PgBouncer refuses these as start parameters.
    onConnect: (client) =>
      client.query(`set statement_timeout = ${Number(statementTimeout)}; set jit = off${own.join('')}`),
    ...rest,
  });
  // The pool replaces a broken idle connection; without a listener the error would end the process.
  pool.on('error', ignoreError);
  // The pool does not listen on connections in use. Their statements fail and report the error.
  pool.on('connect', (client) => client.on('error', ignoreError));
  watchWrites(pool);
  traceStatements(pool);
  pool.on('connect', traceStatements);
  return { db: createDatabase(pool), pool, config: rest, close: () => pool.end() };
}
