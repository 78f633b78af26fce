import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { contentImportedKey } from '../../api/content/import-export/apply-plan.ts';
import { rendererVersion } from '../../api/content/markdown/renderer-version.ts';
import type { Context } from '../../api/context.ts';
import type { Connection } from '../../api/db/connect.ts';
import { revisions, sharedValues, states } from '../../api/db/tables.ts';
import { projectFolder } from '../folders.ts';
import { StartError } from '../process/start-error.ts';
import type { Report } from '../process/steps.ts';

/** The environment variable in which a server passes its database to the process it starts. */
export const databaseConfigVariable = 'SITE_DATABASE';

export interface PrepareOptions {
  report?: Report;
  /** Default: the content of this checkout. */
  contentFolder?: string;
}

/** Returns whether content and places are imported, and no revision is of an older renderer. */
async function isPrepared({ db }: Context): Promise<boolean> {
  const { rows } = await db.execute<{ prepared: boolean }>(sql`
    select exists (select from ${sharedValues} where ${eq(sharedValues.name, contentImportedKey)}) and exists (select from ${states})
      and not exists (select from ${revisions} where ${revisions.renderer} < ${rendererVersion}) as prepared`);
  return rows[0]?.prepared ?? false;
}

/**
 * Imports the content and the world's places if they are missing, and renders Markdown of an older renderer again. The
 * work runs in a child process, because the 150 MB that it needs would stay with the server. Throws `StartError` with
 * the message of the child process.
 */
export async function prepareContent(
  { db, config }: Connection,
  signal: AbortSignal,
  { report = () => undefined, contentFolder = join(projectFolder, 'content') }: PrepareOptions = {},
): Promise<void> {
  if (await isPrepared({ db })) return report('up to date');
  const child = spawn(process.execPath, [join(projectFolder, 'server/database/fill-content.ts'), contentFolder], {
    env: { ...process.env, [databaseConfigVariable]: JSON.stringify(config) },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    signal,
  });
  child.on('message', (detail) => report(String(detail)));
  let said = '';
  child.stderr?.on('data', (part: Buffer) => {
    said += part;
  });
  const [code, killedBy] = await once(child, 'close');
  if (code === 0) return;
  const reason = said.trim() || `its process ended with ${code ?? killedBy}`;
  throw new StartError(`The content could not be imported into the database: ${reason}`);
}
