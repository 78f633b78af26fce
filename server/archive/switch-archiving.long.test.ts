import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, it } from 'vitest';
import { setUpDataFolder } from '../../testing/set-up.ts';
import { createAdminConfig, startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { findPostgresInstallation } from '../database/postgres-installation.ts';
import { findArchiveFolder } from './archive-folder.ts';
import { switchArchiving } from './switch-archiving.ts';

const holder = fileURLToPath(new URL('../../testing/hold-embedded-postgres.ts', import.meta.url));
const segment = '000000010000000000000001';

const folder = await setUpDataFolder('site-switch-');
const dataDir = join(folder, 'data');

/** Runs statements on the database in a process that is then killed, which leaves PostgreSQL running. */
async function killAfter(...statements: string[]): Promise<void> {
  const child = spawn(process.execPath, [holder, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const client = new pg.Client(createAdminConfig(await findPostgresInstallation(dataDir)));
  await client.connect();
  for (const statement of statements) await client.query(`alter system ${statement}`);
  await client.end();
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Switches archiving, starts PostgreSQL, and returns the settings it runs with and the names in the spool. */
async function switchAndRead(to: string | undefined) {
  const settings = { DATABASE_URL: undefined, DATA_DIR: dataDir, ARCHIVE_TO: to };
  await switchArchiving(settings, new AbortController().signal);
  const { spool } = findArchiveFolder(await findPostgresInstallation(dataDir));
  const spooled = await readdir(spool);
  const embedded = await startEmbeddedPostgres(dataDir);
  const client = new pg.Client(embedded.admin);
  await client.connect();
  const { rows } = await client.query(
    `select current_setting('archive_mode') as mode, current_setting('archive_library') as library,
      current_setting('archive_timeout') as timeout`,
  );
  await client.end();
  await embedded.stop();
  return { ...rows[0], spooled };
}

it('completes a switch of archiving whose process was killed between two settings, or before the restart', async () => {
  await killAfter("set archive_mode = 'on'", "set archive_library = 'basic_archive'");
  const { spool } = findArchiveFolder(await findPostgresInstallation(dataDir));
  // A segment from before the interruption: later ones may be missing, so it is of no use.
  await mkdir(spool, { recursive: true });
  await writeFile(join(spool, segment), 'text');
  const on = { mode: 'on', library: 'basic_archive', timeout: '50s', spooled: [] };
  expect(await switchAndRead(join(folder, 'archive'))).toEqual(on);

  const names = ['archive_mode', 'archive_library', 'basic_archive.archive_directory', 'archive_timeout'];
  await killAfter(...names.map((name) => `reset ${name}`));
  expect(await switchAndRead(undefined)).toMatchObject({ mode: 'off', library: '', timeout: '0' });
});
