import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { entries } from '../api/db/tables.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { makeEntry } from '../testing/makers.ts';
import { makeMail } from '../testing/message-makers.ts';
import { getDatabaseUrl } from '../testing/postgres.ts';
import { runBackup } from './backup.ts';
import { runRestore } from './restore.ts';
import { runBackupVerify } from './verify-backup.ts';

// Runs `npm run backup`, `backup:verify` and `restore`, with DATABASE_URL and with the embedded database.

let folder: string;
let source: TestDatabase;
let backup: string;
beforeAll(async () => {
  [folder, source] = await Promise.all([makeDataFolder('site-backup-'), openTestDatabase()]);
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
  await source.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command in this process. Returns whether it succeeded, and what it printed. */
async function run(command: (words: string[]) => Promise<void>, ...words: string[]) {
  const lines: string[] = [];
  for (const name of ['log', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((line: string) => void lines.push(line));
  const before = process.exitCode;
  await command(words);
  const hasFailed = process.exitCode === 1;
  process.exitCode = before;
  return { hasFailed, output: lines.join('\n') };
}

it('backs up the database of DATABASE_URL, and verifies the backup', async () => {
  const made = await run(runBackup, join(folder, 'backups'));
  expect(made).toMatchObject({
    hasFailed: false,
    output: expect.stringMatching(/^Backup {2}\S+\n\S+: \d+ tables with/),
  });
  const [name = ''] = await readdir(join(folder, 'backups'));
  backup = join(folder, 'backups', name);
  const verified = await run(runBackupVerify, backup);
  expect(verified.output).toMatch(/^entries: 1 row, equal$[\s\S]*^Verified {2}/m);
  expect(verified.hasFailed).toBe(false);
});

it('restores into an empty database of DATABASE_URL, holds its mails, and overwrites none', async () => {
  const empty = await openTestDatabase('template0');
  vi.stubEnv('DATABASE_URL', getDatabaseUrl(empty.config));
  try {
    const restored = await run(runRestore, backup);
    expect(restored.output).toContain('1 unsent mail is held. To send: npm run outbox -- release-restored');
    expect(await empty.db.$count(entries)).toBe(1);
    const again = await run(runRestore, backup);
    expect(again).toMatchObject({ hasFailed: true, output: expect.stringContaining('A restore overwrites nothing.') });
  } finally {
    await empty.close();
  }
});

it('restores into an embedded database in an empty DATA_DIR', async () => {
  vi.stubEnv('DATABASE_URL', '');
  expect(await run(runRestore, backup)).toMatchObject({ hasFailed: false });
  expect(await stat(join(folder, 'data/postgres/PG_VERSION'))).toBeTruthy();
  const again = await run(runRestore, backup);
  expect(again).toMatchObject({ hasFailed: true, output: expect.stringContaining('A restore overwrites nothing') });
});
