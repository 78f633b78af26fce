import { rm } from 'node:fs/promises';
import pg from 'pg';
import { type Connection, connectDatabase } from '../api/db/connect.ts';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { makeDataFolder } from './data-folder.ts';
import { startSiteProcess } from './running-site.ts';

/** The time on the fixed clock: a Monday morning after all demo content was published. */
export const fixedMoment = new Date('2027-03-01T09:00:00Z');

export interface FixedClockSite {
  address: string;
  /** A connection to the site's database, on the same clock. */
  database: Connection;
  stop(): Promise<void>;
}

/**
 * Starts the site with the demo company on a clock that stands still. The database's `now()` decides what is published,
 * free or held; a function of that name in an earlier schema replaces PostgreSQL's.
 */
export async function startFixedClockSite(): Promise<FixedClockSite> {
  const resources = new AsyncDisposableStack();
  try {
    const dataDir = resources.adopt(await makeDataFolder('site-fixed-clock-'), (folder) =>
      rm(folder, { recursive: true, force: true }),
    );
    const embedded = resources.adopt(await startEmbeddedPostgres(dataDir), (postgres) => postgres.stop());
    const admin = new pg.Client({ ...embedded.admin, database: embedded.connection.database });
    await admin.connect();
    await admin.query(`create function public.now() returns timestamptz language sql stable
      as $$ select timestamptz '${fixedMoment.toISOString()}' $$`);
    await admin.query(`alter database ${embedded.connection.database} set search_path = public, pg_catalog`);
    await admin.end();
    // The site adopts the PostgreSQL that already runs on its data folder. Pages show the address of the site, whose
    // port would otherwise change with each start.
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
