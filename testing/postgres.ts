import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../api/db/migrate.ts';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { makeDataFolder } from './data-folder.ts';

export const templateDatabase = 'site_template';

/**
 * Runs before all tests: provides a PostgreSQL with a migrated template database, of which each test file gets a copy.
 * It is an embedded one, or the server that DATABASE_URL names (as a role that may create databases).
 */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env.DATABASE_URL;
  return keepResources(async (resources) => {
    const folder = await makeDataFolder('site-test-');
    // A command that has just ended may still write to its cache.
    resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const embedded = given ? null : await startEmbeddedPostgres(folder);
    resources.defer(() => embedded?.stop());
    const admin: pg.ClientConfig = embedded ? embedded.admin : { connectionString: given };
    process.env.TEST_FOLDER = folder;
    // Commands that tests start load their modules faster from the second time on.
    process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
    process.env.TEST_POSTGRES = JSON.stringify(admin);
    if (embedded) await turnOffDurability(admin);
    await recreateDatabase(admin, templateDatabase);
    await migrate(createDatabaseConfig(admin, templateDatabase));
  });
}

/** Returns the function that ends what a set-up has begun. A set-up that fails ends it at once. */
export async function keepResources(
  begin: (resources: AsyncDisposableStack) => Promise<void>,
): Promise<() => Promise<void>> {
  const resources = new AsyncDisposableStack();
  try {
    await begin(resources);
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
  return () => resources.disposeAsync();
}

/** Returns the `postgres://` URL of a database, for a process that a test starts. */
export function getDatabaseUrl({ connectionString, host, user, database }: pg.ClientConfig): string {
  return connectionString ?? `postgres:///${database}?host=${encodeURIComponent(host ?? '')}&user=${user}`;
}

/** Lets a server write without waiting for the disk: its data is deleted after the tests. */
async function turnOffDurability(admin: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
    await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

/** Returns the configuration of a connection to another database of the same server. */
export function createDatabaseConfig(admin: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!admin.connectionString) return { ...admin, database };
  const url = new URL(admin.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** Creates a database, empty or as a copy of a template; an earlier one of that name is removed. */
export async function recreateDatabase(admin: pg.ClientConfig, name: string, template = 'template1'): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name} template ${template}`);
  await client.end();
}
