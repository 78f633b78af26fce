import { join } from 'node:path';
import { importContent } from '../api/content/import-export/import.ts';
import { projectFolder } from '../server/folders.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { getDatabaseUrl, templateDatabase } from './postgres.ts';
import { type SiteProcess, type StartOptions, startSiteProcess } from './running-site.ts';
import { company } from './site-content.ts';

/** The template with the tests' own content, which the global set-up of the page tests makes. */
export const contentTemplate = 'site_content_template';

/** A site in a process of its own, on a database of its own. */
export interface ContentSite extends SiteProcess {
  database: TestDatabase;
  /** Stops the site and removes its database; a second call waits for the first. */
  stop(): Promise<number | null>;
}

interface Options extends Pick<StartOptions, 'isDevelopment' | 'sources'> {
  /** Changes the database before the site starts. */
  prepare?: (database: TestDatabase) => Promise<unknown>;
}

async function startOnCopy(
  template: string,
  env: Record<string, string>,
  { prepare, ...options }: Options = {},
): Promise<ContentSite> {
  const database = await openTestDatabase(template);
  try {
    await prepare?.(database);
    const site = await startSiteProcess({
      env: { DATABASE_URL: getDatabaseUrl(database.config), ...env },
      ...options,
    });
    let stopped: Promise<number | null> | undefined;
    const stop = async () => {
      const code = await site.stop();
      await database.close();
      return code;
    };
    return {
      ...site,
      database,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Starts a site that shows the tests' own content. */
export function startSiteWithTestContent(env: Record<string, string> = {}, options?: Options): Promise<ContentSite> {
  const { careers, support } = company;
  const named = {
    CAREERS_URL: careers,
    SUPPORT_EMAIL: support,
  };
  return startOnCopy(contentTemplate, { ...named, ...env }, options);
}

/** Starts a site that finds an empty database and fills it with the demo company, as the first start of a user does. */
export function startDemoSite(env: Record<string, string> = {}): Promise<ContentSite> {
  return startOnCopy(templateDatabase, env);
}

/** The folder of the second company, which is in another trade and in another theme. */
export const secondCompany = join(projectFolder, 'examples/quoll-bridge');

export function startSecondCompanySite(env: Record<string, string> = {}): Promise<ContentSite> {
  return startOnCopy(templateDatabase, env, { prepare: (database) => importContent(database, secondCompany) });
}
