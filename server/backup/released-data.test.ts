import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isMigrated } from '../../api/db/migrate.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { setUpDataFolder } from '../../testing/set-up.ts';
import { openTestSite } from '../../testing/test-site.ts';
import { createFolderStore } from '../file-store/folder-store.ts';
import { projectFolder } from '../folders.ts';
import { hashTable } from './back-up-tables.ts';
import { connectForCopy } from './copy-client.ts';
import { loadBackup } from './load-backup.ts';
import { openBackup } from './open-backup.ts';

// Opens the data that `npx site keep-release-data` kept of every release. The schema is made by the migrations of that
// release.

const releases = join(projectFolder, 'testing/releases');
const versions = await readdir(releases);

const folder = await setUpDataFolder('site-release-');

it.each(versions)('opens the data of release %s with every row and value, and shows its pages', async (version) => {
  const backup = await openBackup(join(releases, version));
  const database = await openTestDatabase('template0');
  const site = await openTestSite({ database });
  try {
    await loadBackup(backup, { database, files: createFolderStore(join(folder, version)) }, { sendsMails: true });
    expect(await isMigrated(database.pool)).toBe(true);
    const client = await connectForCopy(database.config);
    for (const table of backup.manifest.tables) {
      const { name, rows, hash } = table;
      expect({ name, ...(await hashTable(client, table)) }).toEqual({ name, rows, hash });
    }
    await client.end();
    for (const path of ['/', '/blogs', '/blog/first-blog', '/about-us', '/search?q=backup'])
      expect([path, (await fetch(site.address + path)).status]).toEqual([path, 200]);
  } finally {
    await site.close();
    await database.close();
  }
});
