import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { contentFilledKey } from '../../api/content/filled.ts';
import type { Context } from '../../api/context.ts';
import type { Connection } from '../../api/db/connect.ts';
import { revisions, sharedValues, states } from '../../api/db/tables.ts';
import { rendererVersion } from '../../api/markdown/renderer-version.ts';
import { project } from '../folders.ts';
import { StartError } from '../process/start-error.ts';

/** How a process started by a server is told the server's database. */
export const databaseVariable = 'SITE_DATABASE';

async function isPrepared({ db }: Context): Promise<boolean> {
  const { rows } = await db.execute<{ prepared: boolean }>(sql`
    select exists (select from ${sharedValues} where ${eq(sharedValues.name, contentFilledKey)}) and exists (select from ${states})
      and not exists (select from ${revisions} where ${revisions.renderer} < ${rendererVersion}) as prepared`);
  return rows[0]?.prepared ?? false;
}

/**
 * Sees to it that the database holds content, the world's places, and HTML of this renderer. What that takes runs in a process
 * of its own: 150 MB that one start needs would stay with a server for as long as it runs. Throws
 * `StartError` with what that process said of its failure.
 */
export async function prepareContent({ db, config }: Connection, signal: AbortSignal): Promise<void> {
  if (await isPrepared({ db })) return;
  const child = spawn(process.execPath, [join(project, 'server/fill-content.ts')], {
    env: { ...process.env, [databaseVariable]: JSON.stringify(config) },
    stdio: ['ignore', 'inherit', 'pipe'],
    signal,
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part;
  });
  const [code, killedBy] = await once(child, 'close');
  if (code === 0) return;
  const reason = said.trim() || `its process ended with ${code ?? killedBy}`;
  throw new StartError(`The content could not be brought into the database: ${reason}`);
}
