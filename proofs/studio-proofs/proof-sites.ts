import { join } from 'node:path';
import type { ApiContext } from '../../api/context.ts';
import { openDatabase } from '../../server/database/database.ts';
import { readSettings } from '../../server/settings.ts';
import { createApiContext } from '../../testing/api-context.ts';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { type SiteProcess, type StartOptions, startSiteProcess } from '../../testing/running-site.ts';

/** One or several servers with the demo company on one new database, for a proof. */
export interface ProofSites {
  sites: SiteProcess[];
  ctx: ApiContext;
  close(): Promise<void>;
}

/** Starts servers as `npm start` does, or by another program, and opens their database. */
export async function openProofSites(
  count = 1,
  env: Record<string, string> = {},
  options: Pick<StartOptions, 'program'> = {},
): Promise<ProofSites> {
  const folder = await makeDataFolder('studio-proof-');
  const sites: SiteProcess[] = [];
  while (sites.length < count) sites.push(await startSiteProcess({ dataDir: folder, env, ...options }));
  const database = await openDatabase(readSettings({ DATA_DIR: folder }), new AbortController().signal);
  return {
    sites,
    ctx: createApiContext(database.db, join(folder, 'proof')),
    close: async () => {
      for (const site of sites) await site.stop();
      await database.close();
    },
  };
}

/** Runs a proof: prints its figures, and lets the process end with 1 if something was wrong or the proof failed. */
export async function runProof(proof: () => Promise<{ figures: string; wrong: string[] }>): Promise<void> {
  // The caller closes its servers afterwards, also after a failure.
  const { figures, wrong } = await proof().catch((error: unknown) => {
    console.error(error);
    return { figures: 'ended early', wrong: ['the proof failed, see above'] };
  });
  for (const line of wrong.slice(0, 20)) console.log(`WRONG  ${line}`);
  console.log(`${figures}; wrong: ${wrong.length}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
