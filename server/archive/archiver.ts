import { hash } from 'node:crypto';
import pg from 'pg';
import type { Connection } from '../../api/db/connect.ts';
import type { FileStore } from '../../api/messages/files/incoming.ts';
import { type BackupStore, manifestName } from '../backup/backup-store.ts';
import { createBackupName } from '../backup/create-backup.ts';
import type { PostgresInstallation } from '../database/postgres-installation.ts';
import type { Settings } from '../settings.ts';
import { createFileArchiver, type FileArchiver } from './archive-files.ts';
import { type ArchiveFolder, forgetArchiveState, readArchiveState, writeArchiveState } from './archive-folder.ts';
import { type BaseManifest, storeBaseManifest, storeCoverage } from './base-manifest.ts';
import { createBase } from './create-base.ts';
import { createCoverageTracker } from './follow-coverage.ts';
import { hasEverySegment } from './follow-segments.ts';
import { removeOldBases } from './remove-old-bases.ts';
import type { ArchiveProgress } from './report-progress.ts';
import {
  listSegments,
  listWaitingFiles,
  removeUnfinishedCopies,
  SegmentConflict,
  shipSegments,
} from './ship-segments.ts';

/** Milliseconds from the end of a base backup to the next one, and from a failed attempt to the next attempt. */
const baseInterval = 24 * 60 * 60 * 1_000;
const baseRetry = 5 * 60 * 1_000;
/** Milliseconds between two writes of the archiver's state while no segment is shipped. */
const stateInterval = 15_000;

/** What an archiver copies, and where it stores the copies. */
export interface ArchiverOptions {
  database: Connection;
  files: FileStore;
  settings: Settings;
  /** The value of `ARCHIVE_TO`. */
  to: string;
  /** The store at that location, with a folder for each base backup. */
  root: BackupStore;
  installation: PostgresInstallation;
  /** Where PostgreSQL puts its segments, and the archiver its state. */
  archive: ArchiveFolder;
  /** The superuser of the embedded database. */
  admin: pg.ClientConfig;
  /** Receives the error of a failed base backup. The archiver continues and tries again. */
  onBaseFailure: (error: unknown) => void;
}

/** A base backup, to which segments and visitors' files are added while the database changes. */
interface BaseBackup {
  name: string;
  store: BackupStore;
  files: FileArchiver;
  /** When its copy ended. */
  at: Date;
}

export interface Archiver {
  /**
   * Runs one round: copies visitors' files, ships finished segments, stores how far the archive reaches, and begins or
   * completes a base backup.
   */
  run(): Promise<void>;
  progress(): ArchiveProgress;
  /** Aborts a base backup in progress and removes its copy. */
  stop(): Promise<void>;
}

/** Copies the database on a connection of its own. The connection ends when the signal aborts. */
async function copyBase(options: ArchiverOptions, store: BackupStore, signal: AbortSignal): Promise<BaseManifest> {
  const client = new pg.Client({ ...options.admin, application_name: 'site-base-backup', keepAlive: true });
  client.on('error', () => undefined);
  const end = () => void client.end().catch(() => undefined);
  await client.connect();
  signal.addEventListener('abort', end);
  try {
    signal.throwIfAborted();
    return await createBase(client, { ...options, store });
  } finally {
    signal.removeEventListener('abort', end);
    await client.end().catch(() => undefined);
  }
}

/** Returns the fingerprint of the key with which objects are encrypted; null without a key. */
function getKeyFingerprint({ BACKUP_KEY: key }: Settings): string | null {
  return key ? hash('sha256', key, 'hex').slice(0, 16) : null;
}

/** Reads the first segment that a base backup needs from its label. Throws for a label without one. */
function parseFirstSegment({ label }: BaseManifest): string {
  const segment = /\(file ([\dA-F]{24})\)/.exec(label)?.[1];
  if (!segment) throw new Error('The label of a base backup names no segment');
  return segment;
}

/**
 * Creates the archiver of a site. Only one server runs the archiver at a time.
 * @param admin a superuser connection that only the archiver uses
 */
export async function createArchiver(options: ArchiverOptions, admin: pg.Client): Promise<Archiver> {
  const { database, files, root, archive, to, settings } = options;
  const stopping = new AbortController();
  const coverage = createCoverageTracker(admin);
  const keyId = getKeyFingerprint(settings);
  const createFileArchiverFor = (store: BackupStore, since: Date | null) =>
    createFileArchiver(database.pool, files, store, since);
  let current: BaseBackup | null = null;
  let coveredUntil: Date | null = null;
  let lastShipped: string | null = null;
  let stateStoredAt = 0;
  let keptBytes = 0;
  /** The base backup in progress, which receives segments too. */
  let next: { name: string; store: BackupStore; files: FileArchiver } | null = null;
  /** The manifest of `next` after its copy ended. */
  let copied: BaseManifest | null = null;
  let copying: Promise<void> = Promise.resolve();
  /** When the next base backup begins, in milliseconds since 1970. */
  let dueAt = 0;

  await removeUnfinishedCopies(archive.spool);
  const known = await readArchiveState(archive);
  if (known?.to === to && known.keyId === keyId) {
    const store = root.open(known.base);
    const since = new Date(known.coveredUntil);
    current = { name: known.base, store, files: createFileArchiverFor(store, since), at: new Date(known.baseAt) };
    coveredUntil = since;
    keptBytes = known.keptBytes;
    lastShipped = (await listSegments(store)).at(-1) ?? null;
    // The clock may have been wrong when the base backup ended.
    dueAt = Math.min(current.at.getTime(), Date.now()) + baseInterval;
  }

  function beginBase(now: number): void {
    const name = createBackupName(new Date(now));
    const store = root.open(name);
    const begun = { name, store, files: createFileArchiverFor(store, null) };
    next = begun;
    dueAt = now + baseRetry;
    copying = begun.files
      .copy()
      .then(() => copyBase(options, store, stopping.signal))
      .then((manifest) => {
        copied = manifest;
      })
      .catch(async (error: unknown) => {
        next = null;
        await root.removeFolder(name).catch(() => undefined);
        if (!stopping.signal.aborted) options.onBaseFailure(error);
      });
  }

  /** Ships the waiting segments. Returns whether a newer segment is in the archive now. */
  async function uploadSegments(): Promise<boolean> {
    if ((await listWaitingFiles(archive.spool)).length === 0) return false;
    // `to` may lead elsewhere than before, for example to the empty mount point of a disk.
    if (current && !(await current.store.has(manifestName)))
      throw new SegmentConflict(`${current.store.location} is no longer there`);
    const before = lastShipped;
    const listBases = () => [current?.store, next?.store].filter((store) => store !== undefined);
    lastShipped = await shipSegments(archive.spool, listBases, lastShipped);
    return lastShipped !== before;
  }

  async function storeState(now: number): Promise<void> {
    if (!current || !coveredUntil) return;
    const until = coveredUntil.toISOString();
    await storeCoverage(current.store, until);
    const baseAt = current.at.toISOString();
    await writeArchiveState(archive, { to, keyId, base: current.name, baseAt, coveredUntil: until, keptBytes });
    stateStoredAt = now;
  }

  /**
   * Completes the base backup in progress, once its copy has ended and its segments are in the archive: stores its
   * manifest, lets it replace the current one, and removes old base backups.
   */
  async function completeBase(now: number): Promise<void> {
    if (!next || !copied || !lastShipped || lastShipped < copied.lastSegment) return;
    await next.files.copy();
    const first = parseFirstSegment(copied);
    if (!hasEverySegment(await listSegments(next.store), first, copied.lastSegment))
      throw new SegmentConflict(`${next.store.location} lacks segments, which were removed before they were archived`);
    // `stop` does not wait for a round that hangs, and removes `next`. From here on it must leave the copy alone.
    stopping.signal.throwIfAborted();
    const [manifest, completed] = [copied, { ...next, at: new Date(copied.moment) }];
    [next, copied] = [null, null];
    const until = coveredUntil && coveredUntil > completed.at ? coveredUntil : completed.at;
    // Before the manifest, so that a base backup with a manifest always says until when it is complete.
    await storeCoverage(completed.store, until.toISOString());
    await storeBaseManifest(completed.store, manifest);
    [current, coveredUntil] = [completed, until];
    dueAt = now + baseInterval;
    await storeState(now);
    await removeOldBases(root, settings.ARCHIVE_DAYS, now);
    keptBytes = await root.measure();
    await storeState(now);
  }

  async function runRound(): Promise<void> {
    const now = Date.now();
    await coverage.recordPosition();
    await current?.files.copy();
    const hasShipped = await uploadSegments();
    const until = coverage.findCoveredMoment(lastShipped);
    const isNewer = until && (!coveredUntil || until > coveredUntil);
    if (current && isNewer) {
      coveredUntil = until;
      if (hasShipped || now - stateStoredAt > stateInterval) await storeState(now);
    }
    await completeBase(now);
    if (!next && now >= dueAt) beginBase(now);
  }

  return {
    run: async () => {
      try {
        await runRound();
      } catch (error) {
        // For example, the data folder is a copy of the one that wrote the archive.
        if (error instanceof SegmentConflict) await forgetArchiveState(archive);
        throw error;
      }
    },
    progress: () => ({
      coveredUntil: current ? coveredUntil : null,
      base: current?.at ?? null,
      isCopying: next !== null && copied === null,
    }),
    stop: async () => {
      stopping.abort();
      await copying;
      // A copy that waited for its last segment is of no use to the next archiver.
      if (next) await root.removeFolder(next.name).catch(() => undefined);
    },
  };
}
