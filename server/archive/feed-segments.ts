import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackupError } from '../backup/backup-error.ts';
import type { BackupStore } from '../backup/backup-store.ts';
import type { PostgresInstallation } from '../database/postgres-installation.ts';
import { segmentName } from './follow-segments.ts';
import { readSegment, segmentFolder } from './ship-segments.ts';

/** The folder in which PostgreSQL asks for files and receives them, relative to its data folder. */
const feedFromData = '../feed';
/** Milliseconds between two looks for requests of PostgreSQL. */
const pollInterval = 10;
/** How many segments are read before PostgreSQL asks for them, because recovery is often faster than a bucket. */
const readAhead = 4;

/**
 * The command with which PostgreSQL asks for a file (`%f`) and waits up to ten minutes for the answer. The command
 * moves the file to the place that PostgreSQL names (`%p`, relative to the data folder). PostgreSQL treats a status
 * above 125 as a failure, and other errors as the end of the archive (manual, "restore_command").
 */
export const restoreCommand = [
  `cd ${feedFromData} && : > "%f.asked"`,
  'n=0; while [ ! -e "%f.answered" ]; do n=$((n+1)); [ $n -gt 30000 ] && exit 200; sleep 0.02; done',
  'rm -f "%f.asked" "%f.answered"; [ -e "%f" ] && mv "%f" "$OLDPWD/%p"',
].join('; ');

export interface SegmentFeed {
  /** Never fulfils. Rejects if a segment is missing or cannot be read. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/** Throws `BackupError` if `name` is a missing segment before later ones: PostgreSQL would end its recovery there. */
function checkGap(store: BackupStore, names: readonly string[], name: string): void {
  const isFollowed = names.some((other) => other > name && other.slice(0, 8) === name.slice(0, 8));
  if (segmentName.test(name) && isFollowed)
    throw new BackupError(`The segment ${name} is missing in ${store.location}, but later ones are there.`);
}

/**
 * Serves the segments of an archive to a recovering PostgreSQL one by one, so that the disk need not hold all of them.
 */
export async function feedSegments(installation: PostgresInstallation, store: BackupStore): Promise<SegmentFeed> {
  const folder = join(dirname(installation.data), 'feed');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (installation.account) await chown(folder, installation.account.uid, installation.account.gid);
  const names = (await store.listObjects(segmentFolder)).sort();
  const pending = new Map<string, Promise<Buffer | null>>();
  const ending = new AbortController();

  function read(name: string): Promise<Buffer | null> {
    const reading = pending.get(name) ?? readSegment(store, name);
    reading.catch(() => undefined);
    pending.set(name, reading);
    return reading;
  }

  async function answer(name: string): Promise<void> {
    const index = names.indexOf(name);
    const bytes = index < 0 ? null : await read(name);
    for (const other of pending.keys()) if (other < name) pending.delete(other);
    for (const ahead of index < 0 ? [] : names.slice(index + 1, index + 1 + readAhead)) void read(ahead);
    if (!bytes) checkGap(store, names, name);
    const path = join(folder, name);
    if (bytes) {
      await writeFile(`${path}.part`, bytes, { mode: 0o600 });
      if (installation.account) await chown(`${path}.part`, installation.account.uid, installation.account.gid);
      await rename(`${path}.part`, path);
    }
    await writeFile(`${path}.answered`, '');
  }

  async function serve(): Promise<void> {
    while (!ending.signal.aborted) {
      const files = await readdir(folder);
      const asked = files.flatMap((file) => (file.endsWith('.asked') ? [file.slice(0, -'.asked'.length)] : []));
      for (const name of asked) if (!files.includes(`${name}.answered`)) await answer(name);
      await sleep(pollInterval);
    }
  }

  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  const serving = serve().catch(reject);
  return {
    failed,
    stop: async () => {
      ending.abort();
      await serving;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
