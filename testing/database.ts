import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { advisoryLockKeys } from '../api/db/claim-run.ts';
import { type Connection, connectDatabase } from '../api/db/connect.ts';
import { createDatabaseConfig, templateDatabase } from './postgres.ts';

const contentTables = [
  'entries',
  'team_members',
  'positions',
  'categories',
  'personas',
  'interests',
  'media',
  'former_media',
  'search_words',
  'deleted_entries',
  'redirects',
  'list_acts',
  'measurements',
  'daily_numbers',
  'visitor_salts',
];

export interface TestDatabase extends Connection {
  /** The connection for a server or tool that a test starts. */
  config: pg.ClientConfig;
  /** Removes all content, so that the next test begins with nothing. */
  empty(): Promise<void>;
}

/** Creates a copy of a template for one test file, by default a migrated, empty database; `close` removes it. */
export async function openTestDatabase(template = templateDatabase): Promise<TestDatabase> {
  const admin = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as pg.ClientConfig;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client(admin);
  await client.connect();
  try {
    // PostgreSQL refuses to copy a template that another session is copying.
    await client.query('select pg_advisory_lock($1)', [advisoryLockKeys.testDatabases]);
    await client.query(`create database ${name} template ${template}`);
    await client.query('select pg_advisory_unlock($1)', [advisoryLockKeys.testDatabases]);
  } catch (error) {
    // The end of the session releases the lock, for which other test files wait.
    await client.end();
    throw error;
  }
  const config = createDatabaseConfig(admin, name);
  // A busy machine can let hundreds of concurrent requests wait longer than a site allows.
  const connection = connectDatabase({ ...config, max: 4, connectionTimeoutMillis: 60_000 });
  return {
    ...connection,
    config,
    empty: async () => {
      await connection.pool.query(contentTables.map((table) => `delete from ${table};`).join(' '));
    },
    close: async () => {
      await connection.close();
      await client.query(`drop database ${name} with (force)`);
      await client.end();
    },
  };
}
