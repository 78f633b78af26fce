import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { outbox } from '../../api/db/tables.ts';
import { releaseRestoredMails } from '../../api/messages/outbox/unsent-mails.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { makeEntry } from '../../testing/makers.ts';
import { makeMail, makeSubmission, makeTextFile } from '../../testing/message-makers.ts';
import { setUpDatabase, setUpDataFolder } from '../../testing/set-up.ts';
import { createFolderStore } from '../file-store/folder-store.ts';
import { readSettings } from '../settings.ts';
import { createBackup, type FinishedBackup } from './create-backup.ts';
import { loadBackup } from './load-backup.ts';
import { openBackup } from './open-backup.ts';
import { openBackupStore } from './open-backup-store.ts';

// Backs up one database while submissions arrive, and restores it into empty databases of the same server.

const text = Buffer.from('A visitor wrote this.');
const key = randomUUID();
/** Submissions that arrive while the backup is made. */
const arrivals = new EventTarget();

let arrived = 0;

const open = (dataDir: string) => createFolderStore(join(folder, dataDir, 'files'));
const readTestSettings = () =>
  readSettings({ SITE_URL: 'https://site.example', METRICS_TOKEN: 'a-secret-of-the-site' }, folder);

/** Stores a submission with its mail in one transaction, again and again. */
async function sendSubmissions(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await source.db.transaction(async (db) => {
      const { id } = await makeSubmission({ db });
      await makeMail({ db }, { submissionId: id });
    });
    arrived += 1;
    arrivals.dispatchEvent(new Event('arrival'));
  }
}

async function backUp(database: TestDatabase, dataDir: string, target: string): Promise<FinishedBackup> {
  return createBackup(
    { database, files: open(dataDir), settings: readTestSettings() },
    await openBackupStore(join(folder, target)),
  );
}

/** Opens an empty database for the work, and removes it afterwards. */
async function withEmptyDatabase(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await openTestDatabase('template0');
  await work(database).finally(() => database.close());
}

/** Copies the backup, so that a test can damage the copy. */
async function copyBackup(name: string): Promise<string> {
  const copy = join(folder, name);
  await cp(backup.location, copy, { recursive: true });
  return copy;
}

const folder = await setUpDataFolder('site-backup-');
const source = await setUpDatabase();
let backup: FinishedBackup;
beforeAll(async () => {
  await makeEntry(source, 'BLOG');
  const { id } = await makeSubmission(source, { quarantinedFor: 'links' });
  await makeMail(source, { submissionId: id, held: true });
  await open('source').put(key, text, 'text/plain');
  await makeTextFile(source, { key, text, submissionId: id });
  const ending = new AbortController();
  const sending = sendSubmissions(ending.signal);
  await once(arrivals, 'arrival');
  backup = await backUp(source, 'source', 'backups');
  await once(arrivals, 'arrival');
  ending.abort();
  await sending;
});

describe('a backup', () => {
  it('shows one moment while submissions arrive, and no secret', async () => {
    const { tables, settings: stored } = backup.manifest;
    const getRowCount = (wanted: string) => tables.find(({ name }) => name === wanted)?.rows;
    expect(getRowCount('submissions')).toBe(getRowCount('outbox'));
    expect(getRowCount('submissions')).toBeGreaterThan(1);
    expect(getRowCount('submissions')).toBeLessThan(arrived + 1);
    expect(stored).toMatchObject({ SITE_URL: 'https://site.example', METRICS_TOKEN: null });
    expect(await readFile(join(backup.location, 'manifest.json'), 'utf8')).not.toContain('a-secret-of-the-site');
  });

  it('is restored with equal rows and files, and held mails, and the site goes on', async () => {
    await withEmptyDatabase(async (database) => {
      const target = { database, files: open('restored'), dataDir: join(folder, 'restored') };
      const { heldMails } = await loadBackup(await openBackup(backup.location), target);
      const mails = await database.db.select().from(outbox);
      expect(mails.map(({ held }) => held)).toEqual(mails.map(() => true));
      expect(heldMails).toBe(mails.length - 1);
      expect(await releaseRestoredMails(database)).toBe(heldMails);
      const again = await backUp(database, 'restored', 'again');
      const omitParts = ({ manifest }: FinishedBackup) => manifest.tables.map(({ parts, ...table }) => table);
      expect(omitParts(again)).toEqual(omitParts(backup));
      expect(again.manifest.sequences).toEqual(backup.manifest.sequences);
      expect(await open('restored').get(key)).toEqual(text);
      await makeEntry(database, 'BLOG');
      await makeMail(database);
    });
  });

  it('is restored only into an empty database and an empty folder of files', async () => {
    const opened = await openBackup(backup.location);
    await expect(loadBackup(opened, { database: source, files: open('other') })).rejects.toThrow(
      /^The database is not empty: it has \w+\. A restore overwrites nothing\.$/,
    );
    await withEmptyDatabase(async (database) => {
      const target = { database, files: open('source'), dataDir: join(folder, 'source') };
      await expect(loadBackup(opened, target)).rejects.toThrow('files is not empty. A restore overwrites nothing');
      const { rows } = await database.pool.query("select to_regclass('entries') as entries");
      expect(rows).toEqual([{ entries: null }]);
    });
  });

  it('is refused by the name of a damaged part, with advice and without files left', async () => {
    const copy = await copyBackup('damaged');
    const part = backup.manifest.tables.find(({ name }) => name === 'submissions')?.parts[0]?.name ?? '';
    const bytes = await readFile(join(copy, part));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(join(copy, part), bytes);
    await withEmptyDatabase(async (database) => {
      const dataDir = join(folder, 'unused');
      await mkdir(dataDir);
      const target = { database, files: open('unused'), dataDir, adviceAfterFailure: 'Recreate the database.' };
      await expect(loadBackup(await openBackup(copy), target)).rejects.toThrow(
        /^database\/submissions\.1 in the backup \S+ is damaged.*\nRecreate the database\.$/,
      );
      expect(await open('unused').has(key)).toBe(false);
      expect(await database.db.select().from(outbox)).toEqual([]);
    });
  });

  it('without a manifest is refused', async () => {
    const copy = await copyBackup('unfinished');
    await rm(join(copy, 'manifest.json'));
    await expect(openBackup(copy)).rejects.toThrow(
      'has no manifest.json: it is no backup, or one that was not finished',
    );
  });

  it('that is not encrypted is refused where a key is set, because anybody may have put it there', async () => {
    await expect(openBackup(backup.location, { BACKUP_KEY: '5'.repeat(64) })).rejects.toThrow(
      /^manifest\.json of \S+ is not encrypted\. Unset BACKUP_KEY to trust it\.$/,
    );
  });
});
