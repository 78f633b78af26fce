import type { Pool, PoolClient } from 'pg';
import { StartError } from '../process/start-error.ts';

/** The oldest usable `server_version_num`: PostgreSQL 15. */
const oldestVersion = 150_000;

interface Facts {
  version: string;
  encoding: string;
  user: string;
  database: string;
  schema: string | null;
  mayCreate: boolean | null;
  mayCreateSchema: boolean;
}

/** How often the process ids of two connections are compared: a pooler exchanges them only now and then. */
const comparisons = 20;

async function readBackendPid(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/**
 * Returns whether a pooler shares PostgreSQL connections between clients, as PgBouncer does with `pool_mode`
 * `transaction` or `statement`. Locks, settings, prepared statements and notifications of a session would then reach
 * other clients, or none.
 */
async function isShared(pool: Pool): Promise<boolean> {
  const clients: PoolClient[] = [];
  try {
    const one = await pool.connect();
    clients.push(one);
    const pid = await readBackendPid(one);
    // PostgreSQL sends its process id when a connection begins (manual, BackendKeyData); a pooler sends a number of its
    // own.
    if ((one as PoolClient & { processID?: number }).processID === pid) return false;
    const other = await pool.connect();
    clients.push(other);
    for (let round = 0; round < comparisons; round++)
      if ((await readBackendPid(other)) === pid || (await readBackendPid(one)) !== pid) return true;
    return false;
  } finally {
    for (const client of clients) client.release();
  }
}

/** Throws `StartError` before any migration if the site cannot use this database. The message is one line. */
export async function checkDatabase(pool: Pool): Promise<void> {
  if (await isShared(pool))
    throw new StartError(
      'DATABASE_URL leads through a pooler that shares connections between clients (PgBouncer with pool_mode = transaction or statement). The site needs connections of its own: set pool_mode = session for its database, or name PostgreSQL itself.',
    );
  const { rows } = await pool.query<Facts>(`select current_setting('server_version_num') as version,
    current_setting('server_encoding') as encoding, current_user as user, current_database() as database,
    current_schema() as schema, has_schema_privilege(current_schema(), 'CREATE') as "mayCreate",
    to_regnamespace('as_of') is not null or has_database_privilege(current_database(), 'CREATE') as "mayCreateSchema"`);
  const [facts] = rows;
  if (!facts) return;
  const { version, encoding, user, database, schema, mayCreate, mayCreateSchema } = facts;
  if (Number(version) < oldestVersion) {
    const major = Math.floor(Number(version) / 10_000);
    throw new StartError(`DATABASE_URL names a PostgreSQL ${major}; the site needs PostgreSQL 15 or newer.`);
  }
  if (encoding !== 'UTF8') {
    throw new StartError(
      `The database ${database} has the encoding ${encoding}; the site needs UTF8. Create one: create database ${database}_utf8 encoding 'UTF8' template template0.`,
    );
  }
  if (!mayCreate) {
    const name = schema ?? 'public';
    throw new StartError(
      `The role ${user} is not allowed to create tables in the schema ${name} of the database ${database}. Allow it: grant usage, create on schema ${name} to ${user}.`,
    );
  }
  if (!mayCreateSchema)
    throw new StartError(
      `The role ${user} is not allowed to create the schema as_of in the database ${database}. Allow it: grant create on database ${database} to ${user}.`,
    );
}

interface Failure {
  message: string;
  code?: unknown;
  severity?: unknown;
  cause?: unknown;
}

/**
 * Converts a database error into a `StartError` if a full disk, a missing right, a lock or a read-only database caused
 * it. Returns null for other errors.
 */
export function toStartError(error: unknown): StartError | null {
  for (let cause = error as Failure | undefined; cause; cause = cause.cause as Failure | undefined) {
    const { message, code, severity } = cause;
    if (severity === undefined) continue;
    if (code === '53100')
      return new StartError(
        `The disk of the database is full (PostgreSQL: ${message}). Free some space there and start again.`,
      );
    if (code === '42501') return new StartError(`The database role lacks a privilege (PostgreSQL: ${message})`);
    if (code === '55P03')
      return new StartError(
        `Another connection holds a lock on a table that must change (PostgreSQL: ${message}). End its transaction and start again; nothing of this change was kept.`,
      );
    if (code === '25006') return new StartError(`The database is read-only (PostgreSQL: ${message})`);
  }
  return null;
}
