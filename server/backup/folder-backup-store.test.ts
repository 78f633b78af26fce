import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { hangFile } from '../../testing/hanging-file.ts';
import { settleWithin } from '../process/settle-within.ts';
import { createFolderBackupStore } from './folder-backup-store.ts';

it('leaves threads to the site while a drive does not answer', async () => {
  const folder = await makeDataFolder('site-hanging-');
  const store = createFolderBackupStore(folder);
  await mkdir(join(folder, 'files'));
  const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `files/${name}`);
  const releases = await Promise.all(names.map((name) => hangFile(join(folder, name))));
  const written = Promise.allSettled(names.map((name) => store.open('files').put(name.slice(6), Buffer.from('text'))));
  try {
    for (let count = 0; count < 8; count++) expect(await settleWithin(20_000, stat(folder))).toBe(true);
  } finally {
    for (const release of releases) release();
    await written;
    await rm(folder, { recursive: true, force: true });
  }
});
