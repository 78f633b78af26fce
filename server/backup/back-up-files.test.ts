import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { files } from '../../api/db/tables.ts';
import type { FileStore } from '../../api/messages/files/incoming.ts';
import { makeSubmission, makeTextFile } from '../../testing/message-makers.ts';
import { setUpDatabase, setUpDataFolder } from '../../testing/set-up.ts';
import { createFolderStore } from '../file-store/folder-store.ts';
import { backUpFiles, type FileRow } from './back-up-files.ts';
import { createFolderBackupStore } from './folder-backup-store.ts';

// Backs up visitors' files while their uploads are under way: the row of a file comes before its bytes.

const text = Buffer.from('A visitor wrote this.');

const folder = await setUpDataFolder('site-backup-files-');
const database = await setUpDatabase();
const submissionId = (await makeSubmission(database)).id;
const store = createFolderStore(join(folder, 'files'));

/** Stores the row of a file, without its bytes. */
async function makeRow(submission: number | null): Promise<FileRow> {
  const { storageKey, contentType, sha256 } = await makeTextFile(database, { text, submissionId: submission });
  return { key: storageKey, contentType, sha256 };
}

const backUp = (rows: FileRow[], from = store) =>
  backUpFiles(database.pool, from, rows, createFolderBackupStore(join(folder, randomUUID())));

it('leaves out a file whose bytes have not arrived, and reports one of a submission that lost its bytes', async () => {
  const arriving = await makeRow(null);
  expect(await backUp([arriving])).toEqual({ files: [], removedFiles: [arriving.key] });
  const lost = await makeRow(submissionId);
  await expect(backUp([lost])).rejects.toThrow(`The visitor's file ${lost.key} cannot be read from the file store.`);
});

it('keeps a file that arrives and is sent with its form while the backup looks for it', async () => {
  const row = await makeRow(null);
  let attempts = 0;
  const arriving: FileStore = {
    ...store,
    get: async (key) => {
      attempts += 1;
      if (attempts > 1) return store.get(key);
      const missing = store.get(key);
      await missing.catch(() => undefined);
      await store.put(key, text, row.contentType);
      await database.db.update(files).set({ submissionId }).where(eq(files.storageKey, key));
      return missing;
    },
  };
  const { files: kept, removedFiles } = await backUp([row], arriving);
  expect([kept.map(({ key }) => key), removedFiles]).toEqual([[row.key], []]);
});
