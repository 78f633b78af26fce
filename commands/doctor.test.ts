import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readBackupStateForEditors, recordBackup } from '../api/db/backup-state.ts';
import { checkDatabaseState } from '../server/doctor/check-database-state.ts';
import { readSettings } from '../server/settings.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { findFreePort } from '../testing/free-port.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { makeEntry } from '../testing/makers.ts';
import { makeMail } from '../testing/message-makers.ts';
import { getDatabaseUrl } from '../testing/postgres.ts';
import { type EndedCommand, runSiteCommand } from '../testing/run-site.ts';
import { openTestSite, type TestSite } from '../testing/test-site.ts';

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

afterEach(() => vi.unstubAllEnvs());

/** Runs `site doctor --quiet` with these settings. */
function runDoctor(environment: Record<string, string>, ...words: string[]): Promise<EndedCommand> {
  const standard = {
    DATA_DIR: folder,
    DATABASE_URL: getDatabaseUrl(site.database.config),
    SMTP_URL: mailServer.url,
    SITE_URL: site.address,
  };
  for (const [name, value] of Object.entries({ ...standard, ...environment })) vi.stubEnv(name, value);
  return runSiteCommand('doctor', '--quiet', ...words);
}

const listProblems = ({ output }: EndedCommand) => output.split('\n').filter((line) => line.startsWith('PROBLEM'));

it('finds nothing wrong with a healthy installation', async () => {
  const ended = await runDoctor({});
  expect([listProblems(ended), ended.errors, ended.code]).toEqual([[], '', 0]);
  expect(ended.output).toMatch(/\nNo problem was found\.\n$/);
});

it('says what is wrong with the database, the mail server, the disk and the address', async () => {
  const port = await findFreePort();
  const ended = await runDoctor({
    DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SITE_URL: `http://127.0.0.1:${port}`,
    FREE_DISK_MB: '999999999',
  });
  expect(listProblems(ended)).toEqual([
    expect.stringMatching(/database: .*ECONNREFUSED/),
    expect.stringMatching(/disk: [\d,]+ [MG]B are free/),
    expect.stringMatching(/mail: the server does not accept us/),
    expect.stringMatching(/does not answer/),
  ]);
  expect(ended.code).toBe(1);
});

it('prints the findings as JSON for a script', async () => {
  const { code, output, errors } = await runDoctor({ FREE_DISK_MB: '999999999' }, '--json');
  expect([code, errors]).toEqual([1, '']);
  expect(JSON.parse(output)).toEqual({
    problems: 1,
    findings: expect.arrayContaining([
      { state: 'ok', text: 'settings: valid' },
      { state: 'problem', text: expect.stringMatching(/^disk: [\d,]+ [MG]B are free/) },
    ]),
  });
});

it('creates no database in a DATA_DIR without one', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  const ended = await runDoctor({ DATABASE_URL: '', DATA_DIR: empty });
  expect(listProblems(ended)).toEqual([]);
  expect(ended.output).toContain('WARNING  database: DATA_DIR has none yet. The first start of the server creates it.');
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
