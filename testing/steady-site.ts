import { rm } from 'node:fs/promises';
import pg from 'pg';
import { type Connection, connectDatabase } from '../api/db/connect.ts';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { makeDataFolder } from './data-folder.ts';
import { startSiteProcess } from './running-site.ts';

/** When it always is on a steady site: a Monday morning after everything in the demo was published. */
export const steadyMoment = new Date('2027-03-01T09:00:00Z');

export interface SteadySite {
  address: string;
  /** A connection of our own to its database, on the same clock. */
  database: Connection;
  stop(): Promise<void>;
}

/**
 * The site with the demo company, in a process of its own, on a clock that stands still: what is published, free or held
 * is decided by the database's `now()`, and here a function of that name stands in front of PostgreSQL's.
 */
export async function startSteadySite(): Promise<SteadySite> {
  const resources = new AsyncDisposableStack();
  try {
    const dataDir = resources.adopt(await makeDataFolder('site-steady-'), (folder) =>
      rm(folder, { recursive: true, force: true }),
    );
    const embedded = resources.adopt(await startEmbeddedPostgres(dataDir), (postgres) => postgres.stop());
    const admin = new pg.Client({ ...embedded.admin, database: embedded.connection.database });
    await admin.connect();
    await admin.query(`create function public.now() returns timestamptz language sql stable
      as $$ select timestamptz '${steadyMoment.toISOString()}' $$`);
    await admin.query(`alter database ${embedded.connection.database} set search_path = public, pg_catalog`);
    await admin.end();
    // It adopts the server that runs on its data folder already.
    // Pages show their address, and a free port is another each time.
    const env = { TRUST_PROXY: '1', SITE_URL: 'http://www.wse.example' };
    const site = resources.adopt(await startSiteProcess({ env, dataDir }), async (running) => {
      await running.stop();
    });
    const database = resources.adopt(connectDatabase(embedded.connection), (connection) => connection.close());
    return { address: site.address, database, stop: () => resources.disposeAsync() };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}
