import { chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../../api/db/connect.ts';
import { migrate } from '../../api/db/migrate.ts';
import { entries, outbox } from '../../api/db/tables.ts';
import { installPackages, longRunPackages } from '../../testing/install-packages.ts';
import { makeEntry } from '../../testing/makers.ts';
import { makeMail } from '../../testing/message-makers.ts';
import { setUpDataFolder } from '../../testing/set-up.ts';
import { openDatabase } from '../database/database.ts';
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { projectFolder } from '../folders.ts';
import { readSettings } from '../settings.ts';
import { upgradeDatabase } from './upgrade-database.ts';

// Upgrades a database of the real PostgreSQL 17, which this test installs, to the PostgreSQL of this program.

const earlier = join(installPackages(longRunPackages), 'embedded-postgres-17');

/** The account "daemon" of Debian. */
const owner = 1;

const dataDir = await setUpDataFolder('site-upgrade-');
beforeAll(async () => {
  // Root upgrades the data of another account, as whom PostgreSQL runs before and after.
  if (process.getuid?.() === 0) await chown(dataDir, owner, owner);
  const old = await startEmbeddedPostgres(dataDir, undefined, earlier);
  const connection = connectDatabase(old.connection);
  await migrate(old.connection);
  await makeEntry(connection, 'BLOG', { slug: 'written-in-17' });
  await makeMail(connection);
  await connection.close();
  await old.stop();
});

const readTestSettings = () => readSettings({ DATA_DIR: dataDir });

it('is asked for by a server that finds the data of an earlier PostgreSQL', async () => {
  await expect(openDatabase(readTestSettings())).rejects.toThrow(
    /created by PostgreSQL 17; this version of the site brings PostgreSQL 18\. Run npx site upgrade-database/,
  );
});

it('changes nothing while a server runs, or without the programs of the earlier PostgreSQL', async () => {
  await expect(upgradeDatabase(readTestSettings(), projectFolder)).rejects.toThrow(
    'brings PostgreSQL 18, but PostgreSQL 17',
  );
  const running = await startEmbeddedPostgres(dataDir, undefined, earlier);
  await expect(upgradeDatabase(readTestSettings(), earlier)).rejects.toThrow('Stop all its servers first.');
  await running.stop();
});

it('moves every row to the new PostgreSQL, keeps the old database, and is done once', async () => {
  const upgraded = await upgradeDatabase(readTestSettings(), earlier);
  expect(upgraded).toMatchObject({ from: '17', to: '18' });
  expect(await stat(join(upgraded?.kept ?? '', 'PG_VERSION'))).toBeTruthy();
  const [folder, data] = [await stat(dataDir), await stat(join(dataDir, 'postgres'))];
  expect([data.uid, data.gid]).toEqual([folder.uid, folder.gid]);
  const database = await openDatabase(readTestSettings());
  const { rows } = await database.pool.query('show server_version');
  expect(rows[0].server_version).toMatch(/^18/);
  expect(await database.db.select({ slug: entries.slug }).from(entries)).toEqual([{ slug: 'written-in-17' }]);
  expect(await database.db.select({ held: outbox.held }).from(outbox)).toEqual([{ held: false }]);
  await makeEntry(database, 'BLOG');
  await database.close();
  expect(await upgradeDatabase(readTestSettings(), earlier)).toBeNull();
});
