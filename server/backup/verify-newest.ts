import { join } from 'node:path';
import { claimRun } from '../../api/db/claim-run.ts';
import type { Connection } from '../../api/db/connect.ts';
import { readSharedValue, storeSharedValue } from '../../api/db/shared-values.ts';
import { ApiError } from '../../api/errors.ts';
import { formatCount } from '../../contract/content/number-text.ts';
import type { BackupVerification } from '../../contract/studio/health-operations.ts';
import { getFreeMegabytes } from '../process/low-disk.ts';
import { watchSteps } from '../process/steps.ts';
import type { Settings } from '../settings.ts';
import { describeBackupFailure } from './backup-error.ts';
import { manifestName } from './backup-store.ts';
import { parseBackupName } from './create-backup.ts';
import { compareBackup } from './load-backup.ts';
import { type OpenBackup, openBackup } from './open-backup.ts';
import { openBackupStore } from './open-backup-store.ts';
import { openScratch, removeScratch } from './open-scratch.ts';
import { summarizeBackup } from './summarize.ts';

const key = 'backup_verification';

/** Milliseconds between two notes of the progress, and after the last one until the work counts as interrupted. */
const noteInterval = 2_000;
const patience = 60_000;

type StoredVerification = BackupVerification & { notedAt: string };

async function storeVerification(ctx: Connection, verification: BackupVerification): Promise<void> {
  await storeSharedValue(ctx, key, JSON.stringify({ ...verification, notedAt: new Date().toISOString() }));
}

/** Returns the last verification from the Studio, whichever server runs it; null before the first one. */
export async function readVerification(ctx: Pick<Connection, 'db'>): Promise<BackupVerification | null> {
  const stored = await readSharedValue(ctx, key);
  if (stored === null) return null;
  const { notedAt, ...verification } = JSON.parse(stored) as StoredVerification;
  const isLost = verification.state === 'RUNNING' && Date.now() - Date.parse(notedAt) > patience;
  if (!isLost) return verification;
  return { ...verification, state: 'FAILED', text: 'The server stopped meanwhile. Start it again.', endedAt: notedAt };
}

/** Returns the newest complete backup in `BACKUP_TO`. Throws `conflict` without one. */
export async function findNewestBackup(settings: Settings): Promise<{ name: string; backup: OpenBackup }> {
  const { BACKUP_TO: to } = settings;
  if (!to) throw new ApiError('conflict', 'The site makes no backups by itself: BACKUP_TO is not set.');
  const root = await openBackupStore(to, settings);
  const names = (await root.listFolders()).filter(parseBackupName).sort().reverse();
  for (const name of names) {
    const store = root.open(name);
    if (await store.has(manifestName)) return { name, backup: await openBackup(store.location, settings) };
  }
  throw new ApiError('conflict', 'There is no backup yet. The first one is made a minute after the start.');
}

/** Throws `conflict` if the disk has too little room for a second copy of the database and the files. */
async function checkRoom({ pool }: Connection, { manifest }: OpenBackup, settings: Settings): Promise<void> {
  const { rows } = await pool.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  const files = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const needed = (1.5 * Number(rows[0]?.bytes) + files) / (1024 * 1024) + settings.FREE_DISK_MB;
  const free = await getFreeMegabytes(settings.DATA_DIR);
  if (free < needed)
    throw new ApiError(
      'conflict',
      `The disk has ${formatCount(Math.floor(free), 'megabyte')} free, and a verification needs ${formatCount(Math.ceil(needed), 'megabyte')}. Verify the backup on another machine: npx site verify-backup.`,
    );
}

/** Loads a backup into a temporary database, compares it, and removes the database, also after an abort. */
async function verify(backup: OpenBackup, { DATA_DIR }: Settings, signal: AbortSignal): Promise<void> {
  const folder = join(DATA_DIR, `verify.${process.pid}`);
  // What a killed server left.
  await removeScratch(folder);
  const scratch = await openScratch(folder, signal);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= scratch.database.close();
    return closing;
  };
  signal.addEventListener('abort', close);
  try {
    signal.throwIfAborted();
    await compareBackup(backup, scratch);
  } finally {
    await close();
  }
}

/**
 * Starts to verify the newest backup, and returns when it has begun; `readVerification` tells how far it is. One of all
 * servers verifies at a time. Throws `conflict` if a verification runs, without a backup, and if the disk is too full.
 */
export async function startVerification(
  database: Connection,
  settings: Settings,
  signal: AbortSignal,
): Promise<{ name: string; ended: Promise<unknown> }> {
  const { name, backup } = await findNewestBackup(settings);
  await checkRoom(database, backup, settings);
  const begun = Promise.withResolvers<boolean>();
  const base = { backup: (parseBackupName(name) ?? new Date()).toISOString(), startedAt: new Date().toISOString() };
  async function work(): Promise<void> {
    let step = 'Database';
    const note = () => storeVerification(database, { ...base, state: 'RUNNING', text: step, endedAt: null });
    await note();
    begun.resolve(true);
    let noting = Promise.resolve();
    const timer = setInterval(() => {
      noting = note().catch(() => undefined);
    }, noteInterval);
    const report = (text: string) => {
      step = text;
    };
    const failure = await watchSteps(report, () => verify(backup, settings, signal)).then(
      () => null,
      describeBackupFailure,
    );
    clearInterval(timer);
    await noting;
    const endedAt = new Date().toISOString();
    const text = failure ?? summarizeBackup(backup.manifest);
    await storeVerification(database, { ...base, state: failure === null ? 'DONE' : 'FAILED', text, endedAt });
  }
  const ended = claimRun(database, 'verification of a backup', 0, work).then(
    () => begun.resolve(false),
    (error: unknown) => begun.reject(error),
  );
  if (!(await begun.promise)) throw new ApiError('conflict', 'A backup is being verified already.');
  return { name, ended };
}
