import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { explainFailure } from '../database/database.ts';
import { checkFreeSpace } from '../database/postgres-place.ts';
import { prepareContent } from '../database/prepare-content.ts';
import { findLowDisk } from './low-disk.ts';

// `mount -t tmpfs -o size=60m` as DATA_DIR shows the same with a disk that is really full.

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database?.close());

const toDo = /Free some space there, or set DATA_DIR to a folder on another disk, and start again\.$/;
const moreThanAnyDisk = 10 ** 9;

it('a new data folder is not begun on a disk without room for it', async () => {
  await expect(checkFreeSpace(tmpdir())).resolves.toBeUndefined();
  const refused = checkFreeSpace(tmpdir(), moreThanAnyDisk);
  await expect(refused).rejects.toMatchObject({ name: 'StartError' });
  await expect(refused).rejects.toThrow(`The disk of ${tmpdir()} has too little room (`);
  await expect(refused).rejects.toThrow(toDo);
});

it('a failure of the embedded database is laid to its disk only where that is full', async () => {
  expect(await findLowDisk(tmpdir())).toBeNull();
  expect(await findLowDisk(tmpdir(), moreThanAnyDisk)).toMatch(toDo);
  const failure = new Error('Connection terminated unexpectedly');
  expect(await explainFailure(failure, { DATA_DIR: tmpdir(), DATABASE_URL: undefined })).toBe(failure);
});

it('content that meets a full disk ends the start with one line', { timeout: 60_000 }, async () => {
  // PostgreSQL's own error, as it comes where no page can be added.
  await database.pool.query(`create function refuse_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on entries for each row execute function refuse_disk()`);
  const error = await prepareContent(database, new AbortController().signal).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'StartError' });
  expect((error as Error).message).toMatch(
    /^The content could not be brought into the database: The disk of the database is full .*start again\.$/,
  );
});
