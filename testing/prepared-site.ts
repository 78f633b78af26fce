import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../server/database/database.ts';
import { withFileLock } from '../server/database/lock.ts';
import { makeDataFolder } from './data-folder.ts';
import { type SiteProcess, type StartOptions, startSiteProcess } from './running-site.ts';
import { makeSmallCompany } from './small-company.ts';

/**
 * Copies a folder with its owners, which `fs.cp` does not keep: PostgreSQL's files belong to another account than root.
 */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/** Fills a data folder with an embedded PostgreSQL that holds the small company. */
async function prepare(folder: string): Promise<void> {
  const database = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined });
  await makeSmallCompany(database);
  await database.close();
}

/**
 * Creates a data folder with an embedded PostgreSQL that holds the small company. Creating the database and filling it
 * takes seconds, so it is done once in a run of the tests and copied from then on.
 */
export async function makePreparedDataFolder(): Promise<string> {
  const shared = process.env.TEST_FOLDER;
  if (!shared) throw new Error('The tests were started without their global set-up');
  const [template, unfinished] = [join(shared, 'prepared'), join(shared, 'unfinished')];
  if (!existsSync(template))
    await withFileLock(`${template}.lock`, async () => {
      if (existsSync(template)) return;
      await rm(unfinished, { recursive: true, force: true });
      await prepare(unfinished);
      await rename(unfinished, template);
    });
  const folder = await makeDataFolder('site-prepared-');
  await copyFolder(`${template}/.`, folder);
  return folder;
}

/** Starts the site in a process of its own on a prepared data folder, which is removed when the site stops. */
export async function startPreparedSite(options: Omit<StartOptions, 'dataDir'> = {}): Promise<SiteProcess> {
  const dataDir = await makePreparedDataFolder();
  const site = await startSiteProcess({ ...options, dataDir });
  return {
    ...site,
    stop: async () => {
      const code = await site.stop();
      await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
