import { rm } from 'node:fs/promises';
import pg from 'pg';
import { migrate } from '../api/db/migrate.ts';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { makeDataFolder } from './data-folder.ts';

export const templateDatabase = 'site_template';

/**
 * Before all tests: a PostgreSQL with a migrated template, of which every test file gets a copy. It is the embedded one,
 * or the server that DATABASE_URL names (as a role that may create databases).
 */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  const folder = await makeDataFolder('site-test-');
  const embedded = given ? null : await startEmbeddedPostgres(folder);
  const admin: pg.ClientConfig = embedded ? embedded.admin : { connectionString: given };
  process.env.TEST_POSTGRES = JSON.stringify(admin);
  await recreate(admin, templateDatabase);
  await migrate(databaseOf(admin, templateDatabase));
  return async () => {
    await embedded?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** The same server, another database. */
export function databaseOf(admin: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!admin.connectionString) return { ...admin, database };
  const url = new URL(admin.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

async function recreate(admin: pg.ClientConfig, name: string): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name}`);
  await client.end();
}
