import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { entries } from '../api/db/tables.ts';
import { openTestDatabase } from '../testing/database.ts';
import { makeEntry } from '../testing/makers.ts';
import { makeMail } from '../testing/message-makers.ts';
import { getDatabaseUrl } from '../testing/postgres.ts';
import { runSiteCommand } from '../testing/run-site.ts';
import { setUpDatabase, setUpDataFolder } from '../testing/set-up.ts';

// Runs `site backup`, `verify-backup` and `restore`, with DATABASE_URL and with the embedded database.

let backup: string;
const folder = await setUpDataFolder('site-backup-');
const source = await setUpDatabase();
beforeAll(async () => {
  await makeEntry(source, 'BLOG');
  await makeMail(source);
  vi.stubEnv('BACKUP_KEY', randomBytes(32).toString('hex'));
});
beforeEach(() => {
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  vi.stubEnv('DATABASE_URL', getDatabaseUrl(source.config));
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  vi.unstubAllEnvs();
});

/** Runs a command without its steps. Returns whether it failed, and what it printed. */
async function run(...words: string[]) {
  const { code, output, errors } = await runSiteCommand(...words, '--quiet');
  return { hasFailed: code === 1, output: output + errors };
}

it('backs up the database of DATABASE_URL, and verifies the backup', async () => {
  const made = await run('backup', join(folder, 'backups'));
  expect(made).toMatchObject({
    hasFailed: false,
    output: expect.stringMatching(/^Backup {2}\S+\n\S+: \d+ tables with/),
  });
  const [name = ''] = await readdir(join(folder, 'backups'));
  backup = join(folder, 'backups', name);
  const verified = await run('verify-backup', backup);
  expect(verified.output).toMatch(/^entries: 1 row, equal$[\s\S]*^Verified {2}/m);
  expect(verified.hasFailed).toBe(false);
});

it('prints what a backup holds as JSON for a script', async () => {
  await runSiteCommand('log', 'verify');
  const made = JSON.parse((await run('backup', join(folder, 'json'), '--json')).output);
  const [name = ''] = await readdir(join(folder, 'json'));
  expect(made).toMatchObject({ location: join(folder, 'json', name), files: 0, moment: expect.stringMatching(/Z$/) });
  expect([made.tables, made.rows, made.bytes].every((count) => count > 0)).toBe(true);
  const verified = JSON.parse((await run('verify-backup', made.location, '--json')).output);
  expect(verified).toEqual({ ...made, isVerified: true });
  // Of a log whose records and note are removed, the newest backup tells.
  vi.stubEnv('BACKUP_TO', join(folder, 'json'));
  await source.pool.query(`begin; set local session_replication_role = replica;
    delete from log_records; delete from shared_values where name = 'log_head'; commit`);
  const found = await runSiteCommand('log', 'verify');
  vi.stubEnv('BACKUP_TO', undefined);
  expect([found.code, found.output]).toEqual([1, expect.stringMatching(/^Records? 1.* removed/)]);
});

it('restores into an empty database of DATABASE_URL, holds its mails, and overwrites none', async () => {
  const empty = await openTestDatabase('template0');
  vi.stubEnv('DATABASE_URL', getDatabaseUrl(empty.config));
  try {
    const restored = await run('restore', backup);
    expect(restored.output).toContain('1 unsent mail is held. To send: npx site outbox release-restored');
    expect(await empty.db.$count(entries)).toBe(1);
    const again = await run('restore', backup);
    expect(again).toMatchObject({ hasFailed: true, output: expect.stringContaining('A restore overwrites nothing.') });
  } finally {
    await empty.close();
  }
});

it('restores into an embedded database in an empty DATA_DIR', async () => {
  vi.stubEnv('DATABASE_URL', '');
  expect(await run('restore', backup)).toMatchObject({ hasFailed: false });
  expect(await stat(join(folder, 'data/postgres/PG_VERSION'))).toBeTruthy();
  const again = await run('restore', backup);
  expect(again).toMatchObject({ hasFailed: true, output: expect.stringContaining('A restore overwrites nothing') });
});
