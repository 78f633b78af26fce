import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readBackupStateForEditors, recordBackup } from '../api/db/backup-state.ts';
import { checkDatabaseState } from '../server/doctor/check-database-state.ts';
import { readSettings } from '../server/settings.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { findFreePort } from '../testing/free-port.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { makeEntry } from '../testing/makers.ts';
import { makeMail } from '../testing/message-makers.ts';
import { getDatabaseUrl } from '../testing/postgres.ts';
import { openTestSite, type TestSite } from '../testing/test-site.ts';
import { runDoctor } from './doctor.ts';

let site: TestSite;
let mailServer: MailServer;
let folder: string;
beforeAll(async () => {
  [site, mailServer, folder] = await Promise.all([openTestSite(), startMailServer(), makeDataFolder('site-doctor-')]);
  await makeEntry({ db: site.database.db }, 'PAGE', { slug: 'home' });
});
afterAll(async () => {
  await Promise.all([site.close(), mailServer.close(), rm(folder, { recursive: true, force: true })]);
});

const lines: string[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** Runs `npm run doctor` with these settings. Returns the problems that it prints. */
async function listProblems(environment: Record<string, string>): Promise<string[]> {
  const standard = {
    DATA_DIR: folder,
    DATABASE_URL: getDatabaseUrl(site.database.config),
    SMTP_URL: mailServer.url,
    SITE_URL: site.address,
  };
  for (const [name, value] of Object.entries({ ...standard, ...environment })) vi.stubEnv(name, value);
  await runDoctor();
  return lines.filter((line) => line.startsWith('PROBLEM'));
}

it('finds nothing wrong with a healthy installation', async () => {
  expect(await listProblems({})).toEqual([]);
  expect(lines.at(-1)).toBe('No problem was found.');
  expect(process.exitCode).toBeUndefined();
});

it('says what is wrong with the database, the mail server, the disk and the address', async () => {
  const port = await findFreePort();
  const problems = await listProblems({
    DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SITE_URL: `http://127.0.0.1:${port}`,
    FREE_DISK_MB: '999999999',
  });
  expect(problems).toEqual([
    expect.stringMatching(/database: .*ECONNREFUSED/),
    expect.stringMatching(/disk: \d+ MB are free/),
    expect.stringMatching(/mail: the server does not accept us/),
    expect.stringMatching(/does not answer/),
  ]);
  expect(process.exitCode).toBe(1);
});

it('creates no database in a DATA_DIR without one', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  expect(await listProblems({ DATABASE_URL: '', DATA_DIR: empty })).toEqual([]);
  expect(lines).toContain('WARNING  database: DATA_DIR has none yet. The first start of the server creates it.');
  expect(await readdir(empty)).toEqual(['files']);
});

it('reports mails that were given up, and a clock that is two hours off', async () => {
  await makeMail({ db: site.database.db }, { deadAt: new Date() });
  const hours = 2 * 60 * 60 * 1_000;
  const found = await checkDatabaseState(site.database, readSettings({}), () => Date.now() + hours);
  expect(found.filter(({ state }) => state === 'problem').map(({ text }) => text)).toEqual([
    expect.stringMatching(/^clock: 7[12]\d\d s from the database's/),
    expect.stringMatching(/^outbox: 1 mail was given up/),
  ]);
});

it('reports a continuous archive that fails, and one whose first base backup is not finished', async () => {
  const settings = readSettings({ ARCHIVE_TO: '/nowhere/archive', DATA_DIR: folder });
  const examineArchive = async () => {
    const found = await checkDatabaseState(site.database, settings);
    return found.filter(({ text }) => text.startsWith('archive'));
  };
  await recordBackup(site.database, 'the bucket is away', { kind: 'archive' });
  expect(await examineArchive()).toEqual([
    { state: 'problem', text: expect.stringMatching(/^archive: fails since \S+Z: the bucket is away \(0 MB wait/) },
  ]);
  expect(await readBackupStateForEditors(site.database)).toMatchObject({ failingSince: expect.any(String) });
  await recordBackup(site.database, null, { kind: 'archive' });
  expect(await examineArchive()).toEqual([
    { state: 'warning', text: 'archive: the first base backup is not finished' },
  ]);
  expect(await readBackupStateForEditors(site.database)).toEqual({ lastSuccessAt: null, failingSince: null });
});
