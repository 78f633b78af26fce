import { beforeEach, expect, it } from 'vitest';
import { clearBackupState, getBackupState } from '../../api/db/backup-state.ts';
import { setUpDatabase } from '../../testing/set-up.ts';
import { BackupError } from '../backup/backup-error.ts';
import { createArchiveStateRecorder } from './report-progress.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const database = await setUpDatabase();
beforeEach(() => clearBackupState(database, 'archive'));

/** A recorder whose clock a test sets, in milliseconds after its creation. */
function makeRecorder() {
  const begin = Date.parse('2026-11-25T00:00:00Z');
  let passed = 0;
  const recorder = createArchiveStateRecorder(database, () => begin + passed);
  const dateAt = (time: number) => new Date(begin + time);
  return {
    recorder,
    dateAt,
    setTime: (time: number) => {
      passed = time;
    },
    readError: async () => (await getBackupState(database, 'archive')).error,
  };
}

it('tells operators of a failure after five minutes, since its beginning, and of its end', async () => {
  const { recorder, dateAt, setTime, readError } = makeRecorder();
  const base = dateAt(0);
  await recorder.recordProgress({ coveredUntil: dateAt(0), base, isCopying: false });
  for (const time of [1, 4]) {
    setTime(time * minute);
    await recorder.recordFailure(new BackupError('the bucket is away'));
  }
  expect(await readError()).toBeNull();
  setTime(6 * minute);
  await recorder.recordFailure(new BackupError('the bucket is away'));
  expect(await getBackupState(database, 'archive')).toEqual({
    lastSuccessAt: dateAt(0).toISOString(),
    failingSince: dateAt(6 * minute).toISOString(),
    error: 'the bucket is away',
  });
  await recorder.recordProgress({ coveredUntil: dateAt(5.9 * minute), base, isCopying: false });
  expect(await readError()).toBeNull();
});

it('tells operators that PostgreSQL hands over nothing, before and after the first base backup', async () => {
  for (const covered of [null, 0]) {
    await clearBackupState(database, 'archive');
    const { recorder, dateAt, setTime, readError } = makeRecorder();
    const date = covered === null ? null : dateAt(covered);
    const progress = { coveredUntil: date, base: date, isCopying: false };
    await recorder.recordProgress(progress);
    setTime(6 * minute);
    await recorder.recordProgress(progress);
    expect(await readError()).toContain('PostgreSQL hands over no segments');
  }
});

it('does not take a long first copy for a failure, but one that hangs, or fails again and again', async () => {
  const { recorder, setTime, readError } = makeRecorder();
  const copying = { coveredUntil: null, base: null, isCopying: true };
  for (const time of [0, 10, 20]) {
    setTime(time * minute);
    await recorder.recordProgress(copying);
  }
  expect(await readError()).toBeNull();
  recorder.keepBaseError(new BackupError('the disk of the archive is full'));
  setTime(26 * minute);
  await recorder.recordProgress(copying);
  expect(await readError()).toBe('the disk of the archive is full');

  await clearBackupState(database, 'archive');
  const hanging = makeRecorder();
  for (const time of [0, 59, 70]) {
    hanging.setTime(time * minute);
    await hanging.recorder.recordProgress(copying);
  }
  expect(await hanging.readError()).toBe('the first base backup did not end within an hour');
});

it('tells operators that new base backups fail, although segments are stored', async () => {
  const { recorder, dateAt, setTime, readError } = makeRecorder();
  const base = dateAt(0);
  const succeed = (time: number) => {
    setTime(time);
    return recorder.recordProgress({ coveredUntil: dateAt(time), base, isCopying: false });
  };
  await succeed(0);
  recorder.keepBaseError(new BackupError('the copy was cut off'));
  await succeed(1.5 * day);
  expect(await readError()).toBeNull();
  await succeed(2.1 * day);
  expect(await readError()).toBe('the copy was cut off');
});
