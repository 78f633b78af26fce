import type { Pool } from 'pg';
import { StartError } from './start-error.ts';

const oldest = 150_000;

interface Facts {
  version: string;
  encoding: string;
  user: string;
  database: string;
  schema: string | null;
  mayCreate: boolean | null;
}

/** Refuses, before any migration, a database that this program cannot use: `StartError` says in one line why. */
export async function checkDatabase(pool: Pool): Promise<void> {
  const { rows } = await pool.query<Facts>(`select current_setting('server_version_num') as version,
    current_setting('server_encoding') as encoding, current_user as user, current_database() as database,
    current_schema() as schema, has_schema_privilege(current_schema(), 'CREATE') as "mayCreate"`);
  const [facts] = rows;
  if (!facts) return;
  const { version, encoding, user, database, schema, mayCreate } = facts;
  if (Number(version) < oldest) {
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
      `The role ${user} may not create tables in the schema ${name} of the database ${database}. Allow it: grant usage, create on schema ${name} to ${user}.`,
    );
  }
}

interface Failure {
  message: string;
  code?: unknown;
  severity?: unknown;
  cause?: unknown;
}

/** Returns the line for a person where a start failed because of the database's disk, rights or mode; null for anything else. */
export function startErrorOf(error: unknown): StartError | null {
  for (let cause = error as Failure | undefined; cause; cause = cause.cause as Failure | undefined) {
    const { message, code, severity } = cause;
    if (severity === undefined) continue;
    if (code === '53100') return new StartError(`The disk of the database is full (PostgreSQL: ${message})`);
    if (code === '42501') return new StartError(`The database's role lacks a right (PostgreSQL: ${message})`);
    if (code === '25006') return new StartError(`The database is read-only (PostgreSQL: ${message})`);
  }
  return null;
}
