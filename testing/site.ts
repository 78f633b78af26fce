import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { importContent } from '../api/content/import-export/import.ts';
import { importPlaces } from '../api/content/location/import.ts';
import { connectDatabase, type Database } from '../api/db/connect.ts';
import { contentTemplate, startSiteWithTestContent } from './content-sites.ts';
import startPostgres, { createDatabaseConfig, keepResources, recreateDatabase, templateDatabase } from './postgres.ts';
import { writeSiteContent } from './site-content.ts';

/** Runs work on a database that has no connection before and after it, as a template must. */
async function fillTemplate(config: pg.ClientConfig, work: (ctx: { db: Database }) => Promise<unknown>): Promise<void> {
  const connection = connectDatabase(config);
  await work(connection).finally(() => connection.close());
}

async function makeTemplates(admin: pg.ClientConfig): Promise<void> {
  // The world's places, which take the longest, are copied into every other database.
  await fillTemplate(createDatabaseConfig(admin, templateDatabase), importPlaces);
  await recreateDatabase(admin, contentTemplate, templateDatabase);
  const folder = await mkdtemp(join(tmpdir(), 'test-content-'));
  try {
    await writeSiteContent(folder);
    await fillTemplate(createDatabaseConfig(admin, contentTemplate), (ctx) => importContent(ctx, folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs before all page tests: creates template databases in the PostgreSQL of `testing/postgres.ts`, and starts the
 * site that all tests share, with the tests' own content. SITE holds its address, SITE_DATABASE its database.
 */
export default function setup(): Promise<() => Promise<void>> {
  return keepResources(async (resources) => {
    resources.defer(await startPostgres());
    await makeTemplates(JSON.parse(process.env.TEST_POSTGRES ?? '{}') as pg.ClientConfig);
    // Each test is a different visitor behind a proxy (see e2e/browser.ts): limits count each address separately.
    const site = await startSiteWithTestContent({ TRUST_PROXY: '1' });
    resources.defer(() => site.stop().then(() => undefined));
    process.env.SITE = site.address;
    process.env.SITE_DATABASE = JSON.stringify(site.database.config);
  });
}
