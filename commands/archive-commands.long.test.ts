import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Connection } from '../api/db/connect.ts';
import { outbox, submissions } from '../api/db/tables.ts';
import { findArchiveFolder } from '../server/archive/archive-folder.ts';
import { type Archiver, createArchiver } from '../server/archive/archiver.ts';
import { switchArchiving } from '../server/archive/switch-archiving.ts';
import { openBackupStore } from '../server/backup/open-backup-store.ts';
import { openDatabase } from '../server/database/database.ts';
import { createAdminConfig } from '../server/database/embedded-postgres.ts';
import { findPostgresInstallation } from '../server/database/postgres-installation.ts';
import { openFileStore } from '../server/file-store/file-store.ts';
import { readSettings } from '../server/settings.ts';
import { makeMail, makeSubmission, makeTextFile } from '../testing/message-makers.ts';
import { runSiteCommand } from '../testing/run-site.ts';
import { setUpDataFolder } from '../testing/set-up.ts';

// Archives an embedded database, and restores it to moments with `site restore`.

const text = Buffer.from('A visitor wrote this.');
const key = randomUUID();

let database: Connection;
let admin: pg.Client;
let archiver: Archiver;
const createSettings = () =>
  readSettings({ DATA_DIR: join(folder, 'data'), ARCHIVE_TO: join(folder, 'archive') }, folder);

/** Finishes the present segment and runs the archiver until the archive reaches the present moment. */
async function archiveUntilNow(): Promise<Date> {
  // Rounded up: JavaScript's times have no microseconds, and a commit of the same millisecond is before the moment.
  const { rows } = await admin.query<{ now: Date }>(
    `select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as now`,
  );
  const now = rows[0]?.now ?? new Date();
  await expect
    .poll(
      async () => {
        // A position in the present segment is recorded first, so that the end of the segment covers it.
        await archiver.run();
        await admin.query('select pg_switch_wal()');
        return (archiver.progress().coveredUntil?.getTime() ?? 0) > now.getTime();
      },
      { timeout: 90_000, interval: 100 },
    )
    .toBe(true);
  return now;
}

/** Runs `site restore` in this process. Returns whether it failed, and what it printed. */
async function restore(dataDir: string, ...words: string[]) {
  vi.stubEnv('DATA_DIR', join(folder, dataDir));
  const { code, output, errors } = await runSiteCommand('restore', join(folder, 'archive'), ...words, '--quiet');
  return { hasFailed: code === 1, output: output + errors };
}

/** Opens a restored database, and returns the names of its submissions in their order. */
async function readNames(dataDir: string): Promise<string[]> {
  const restored = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: join(folder, dataDir) });
  try {
    const rows = await restored.db.select({ name: submissions.name }).from(submissions).orderBy(submissions.id);
    expect(await restored.db.$count(outbox)).toBe(1);
    return rows.map(({ name }) => name);
  } finally {
    await restored.close();
  }
}

const folder = await setUpDataFolder('site-archive-');
beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', '');
  await switchArchiving(createSettings(), new AbortController().signal);
  database = await openDatabase(createSettings());
  await makeMail(database);
  const installation = await findPostgresInstallation(createSettings().DATA_DIR);
  admin = new pg.Client(createAdminConfig(installation));
  await admin.connect();
  const to = join(folder, 'archive');
  const source = {
    database,
    files: await openFileStore(createSettings()),
    settings: createSettings(),
    to,
    root: await openBackupStore(to),
    installation,
    archive: findArchiveFolder(installation),
    admin: createAdminConfig(installation),
    onBaseFailure: (error: unknown) => expect.unreachable(String(error)),
  };
  archiver = await createArchiver(source, admin);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  vi.unstubAllEnvs();
  await archiver?.stop();
  await admin?.end();
  await database?.close();
});

it('restores every row and file of a moment and none that came later, and overwrites nothing', async () => {
  const { id } = await makeSubmission(database, { name: 'before the base backup' });
  await archiveUntilNow();
  await (await openFileStore(createSettings())).put(key, text, 'text/plain');
  await makeTextFile(database, { key, text, submissionId: id });
  await makeSubmission(database, { name: 'before the moment' });
  const moment = await archiveUntilNow();
  await makeSubmission(database, { name: 'after the moment' });
  await archiveUntilNow();

  const restored = await restore('restored', '--to', moment.toISOString());
  expect(restored.output).toContain(`Restored  ${moment.toISOString()}, with 1 file of visitors`);
  expect(restored.output).toContain('1 unsent mail is held.');
  expect(await readNames('restored')).toEqual(['before the base backup', 'before the moment']);
  const store = await openFileStore({ ...createSettings(), DATA_DIR: join(folder, 'restored') });
  expect(await store.get(key)).toEqual(text);

  const again = await restore('restored', '--to', moment.toISOString());
  expect(again).toMatchObject({ hasFailed: true, output: expect.stringContaining('A restore overwrites nothing') });
});

it('refuses a moment that the archive does not hold, or that has no time zone, and changes nothing', async () => {
  const outputs = [];
  for (const moment of ['2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z', '2026-11-25T07:30:00'])
    outputs.push(await restore('refused', '--to', moment));
  expect(outputs).toEqual([
    { hasFailed: true, output: expect.stringMatching(/ begins at \S+Z\. Restore to this moment or a later one/) },
    { hasFailed: true, output: expect.stringMatching(/ ends at \S+Z\. Restore to this moment or an earlier one/) },
    { hasFailed: true, output: expect.stringContaining('is not a moment with a time zone') },
  ]);
  await expect(stat(join(folder, 'refused'))).rejects.toThrow('ENOENT');
});

it('refuses an archive with a gap, instead of taking it for the end', async () => {
  const [base = ''] = await readdir(join(folder, 'archive'));
  const segments = (await readdir(join(folder, 'archive', base, 'wal'))).filter((name) => name.length === 24).sort();
  const missing = segments.at(-2) ?? '';
  await rm(join(folder, 'archive', base, 'wal', missing));
  const refused = await restore('gap', '--to', 'latest');
  expect(refused).toMatchObject({ hasFailed: true, output: expect.stringContaining(`segment ${missing} is missing`) });
  expect(await readdir(join(folder, 'gap'))).toEqual([]);
});
