import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContentFolder, makeContentFolder } from '../../testing/content-folder.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { explainFailure } from '../database/database.ts';
import { checkFreeSpace } from '../database/postgres-installation.ts';
import { prepareContent } from '../database/prepare-content.ts';
import { findLowDisk } from './low-disk.ts';

// For a test with a disk that is really full, `mount -t tmpfs -o size=60m` as DATA_DIR.

let database: TestDatabase;
let folder: ContentFolder;
beforeAll(async () => {
  [database, folder] = await Promise.all([openTestDatabase(), makeContentFolder()]);
});
afterAll(async () => {
  await folder.remove();
  await database.close();
});

const toDo = /Free some space there, or set DATA_DIR to a folder on another disk, and start again\.$/;
const moreThanAnyDisk = 10 ** 9;

it('a new data folder is not created on a disk without enough space', async () => {
  await expect(checkFreeSpace(tmpdir())).resolves.toBeUndefined();
  const refused = checkFreeSpace(tmpdir(), moreThanAnyDisk);
  await expect(refused).rejects.toMatchObject({ name: 'StartError' });
  await expect(refused).rejects.toThrow(`The disk of ${tmpdir()} has too little free space (`);
  await expect(refused).rejects.toThrow(toDo);
});

it('a failure of the embedded database is attributed to its disk only if the disk is full', async () => {
  expect(await findLowDisk(tmpdir())).toBeNull();
  expect(await findLowDisk(tmpdir(), moreThanAnyDisk)).toMatch(toDo);
  const failure = new Error('Connection terminated unexpectedly');
  expect(await explainFailure(failure, { DATA_DIR: tmpdir(), DATABASE_URL: undefined })).toBe(failure);
});

it('an import of content that meets a full disk ends the start with one line', async () => {
  // The error that PostgreSQL raises when a table cannot grow.
  await database.pool.query(`create function refuse_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on entries for each row execute function refuse_disk()`);
  const error = await prepareContent(database, new AbortController().signal, { contentFolder: folder.path }).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'StartError' });
  expect((error as Error).message).toMatch(
    /^The content could not be imported into the database: The disk of the database is full .*start again\.$/,
  );
});
