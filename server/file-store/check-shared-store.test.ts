import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { makeFile } from '../../testing/message-makers.ts';
import { readSettings } from '../settings.ts';
import { checkSharedStore } from './check-shared-store.ts';
import { openFileStore } from './file-store.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  [database, folder] = await Promise.all([openTestDatabase(), mkdtemp(join(tmpdir(), 'store-'))]);
});
afterEach(() => Promise.all([database.close(), rm(folder, { recursive: true, force: true })]));

/** Checks the store of a server whose data folder has this name. */
async function check(name: string): Promise<string> {
  const settings = readSettings({ DATA_DIR: join(folder, name) }, folder);
  const checked = checkSharedStore(database, settings, await openFileStore(settings));
  return checked.then(
    () => 'accepted',
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

async function storeFile(name: string, storageKey: string): Promise<void> {
  const store = await openFileStore(readSettings({ DATA_DIR: join(folder, name) }, folder));
  await store.put(storageKey, Buffer.from('text'), 'text/plain');
}

it('refuses a second server with a folder of its own while the first one runs', async () => {
  const running = new pg.Client({ ...database.config, application_name: 'site-announcements' });
  expect(await check('one')).toBe('accepted');
  await running.connect();
  expect(await check('one')).toBe('accepted');
  expect(await check('two')).toMatch(/^StartError: Another server .* FILES_S3_/);
  await running.end();
  expect(await check('two')).toBe('accepted');
});

it('accepts another folder if it contains the files, and refuses one that lacks them', async () => {
  expect(await check('one')).toBe('accepted');
  const storageKey = randomUUID();
  await storeFile('one', storageKey);
  await makeFile(database, { storageKey });
  expect(await check('two')).toMatch(/^StartError: Visitors’ files .* are in another place/);
  await storeFile('two', storageKey);
  expect(await check('two')).toBe('accepted');
});

it('does not refuse a server whose folder cannot be created', async () => {
  const settings = { ...readSettings({}, folder), DATA_DIR: '/dev/null/data' };
  await expect(checkSharedStore(database, settings, await openFileStore(settings))).resolves.toBeUndefined();
});
