import pg from 'pg';
import type { Connection } from '../../api/db/connect.ts';
import type { FileStore } from '../../api/files/file-store.ts';
import type { BackupStore } from '../backup/backup-store.ts';
import { createBackupName } from '../backup/create-backup.ts';
import type { PostgresInstallation } from '../database/postgres-installation.ts';
import type { Settings } from '../settings.ts';
import { createFileArchiver, type FileArchiver } from './archive-files.ts';
import { type ArchiveFolder, readArchiveState, writeArchiveState } from './archive-folder.ts';
import { type BaseManifest, storeBaseManifest, storeCoverage } from './base-manifest.ts';
import { createBase } from './create-base.ts';
import { followCoverage } from './follow-coverage.ts';
import { removeOldBases } from './remove-old-bases.ts';
import { SegmentConflict, shipSegments } from './ship-segments.ts';

/** Milliseconds between two base backups, and until the next attempt after a failed one. */
const baseInterval = 24 * 60 * 60 * 1_000;
const baseRetry = 5 * 60 * 1_000;
/** Milliseconds between two writes of the archiver's state while nothing changes. */
const stateInterval = 15_000;

export interface ArchiveSource {
  database: Connection;
  files: FileStore;
  settings: Settings;
  /** The location that `ARCHIVE_TO` names. */
  to: string;
  root: BackupStore;
  place: PostgresInstallation;
  archive: ArchiveFolder;
  /** The superuser of the embedded database. */
  admin: pg.ClientConfig;
}

/** A base backup, to which segments and visitors' files are added while the database changes. */
interface Base {
  name: string;
  store: BackupStore;
  files: FileArchiver;
  /** When its copy ended. */
  at: Date;
}

export interface Archiver {
  /** Ships finished segments, stores how far the archive reaches, and begins a base backup if one is due. */
  run(): Promise<void>;
  /**
   * Returns the moment until which every acknowledged commit is in the archive, and the moment when the copy of the
   * current base backup ended. Both are null before the first base backup.
   */
  progress(): { coveredUntil: Date | null; base: Date | null };
  /** Aborts a base backup in progress. */
  stop(): Promise<void>;
}

/** Copies a base backup on a connection of its own. The connection ends when the signal aborts. */
async function copyBase(source: ArchiveSource, store: BackupStore, signal: AbortSignal): Promise<BaseManifest> {
  const client = new pg.Client({ ...source.admin, application_name: 'site-base-backup', keepAlive: true });
  client.on('error', () => undefined);
  const end = () => void client.end().catch(() => undefined);
  await client.connect();
  signal.addEventListener('abort', end);
  try {
    signal.throwIfAborted();
    return await createBase(client, { ...source, store });
  } finally {
    signal.removeEventListener('abort', end);
    await client.end().catch(() => undefined);
  }
}

/**
 * Creates the archiver of a site. Only one server runs the archiver at a time.
 * @param admin a superuser connection that only the archiver uses
 */
export async function createArchiver(source: ArchiveSource, admin: pg.Client): Promise<Archiver> {
  const { database, files, root, archive, to, settings } = source;
  const ending = new AbortController();
  const coverage = followCoverage(admin);
  const createFiles = (store: BackupStore, since: Date | null) =>
    createFileArchiver(database.pool, files, store, since);
  let current: Base | null = null;
  let coveredUntil: Date | null = null;
  let lastShipped: string | null = null;
  let storedAt = 0;
  /** The base backup in progress, which receives segments too. */
  let next: { name: string; store: BackupStore; files: FileArchiver } | null = null;
  let finished: BaseManifest | null = null;
  let making: Promise<void> = Promise.resolve();
  let failure: unknown = null;
  let dueAt = 0;

  const known = await readArchiveState(archive);
  if (known?.to === to) {
    const store = root.open(known.base);
    const since = new Date(known.coveredUntil);
    current = { name: known.base, store, files: createFiles(store, since), at: new Date(known.baseAt) };
    coveredUntil = since;
    dueAt = current.at.getTime() + baseInterval;
  }

  function beginBase(now: number): void {
    const name = createBackupName(new Date(now));
    const store = root.open(name);
    const made = { name, store, files: createFiles(store, null) };
    next = made;
    dueAt = now + baseRetry;
    making = made.files
      .copy()
      .then(() => copyBase(source, store, ending.signal))
      .then((manifest) => {
        finished = manifest;
      })
      .catch(async (error: unknown) => {
        next = null;
        await root.removeFolder(name).catch(() => undefined);
        failure = error;
      });
  }

  /** Returns whether a segment was ready. */
  async function ship(): Promise<boolean> {
    const bases = () => [current?.store, next?.store].filter((store) => store !== undefined);
    try {
      const shipped = await shipSegments(archive.spool, bases);
      lastShipped = shipped ?? lastShipped;
      return shipped !== null;
    } catch (error) {
      // The data folder is a copy of the one that wrote the archive, so it needs a base backup of its own.
      if (error instanceof SegmentConflict) {
        current = null;
        dueAt = 0;
      }
      throw error;
    }
  }

  async function storeState(now: number): Promise<void> {
    if (!current || !coveredUntil) return;
    const until = coveredUntil.toISOString();
    await storeCoverage(current.store, until);
    await writeArchiveState(archive, { to, base: current.name, baseAt: current.at.toISOString(), coveredUntil: until });
    storedAt = now;
  }

  /** Makes the finished copy the base backup that segments follow, once its own segments are in the archive. */
  async function adoptBase(now: number): Promise<void> {
    if (!next || !finished || !lastShipped || lastShipped < finished.lastSegment) return;
    await next.files.copy();
    await storeBaseManifest(next.store, finished);
    current = { ...next, at: new Date(finished.moment) };
    [next, finished] = [null, null];
    coveredUntil = coveredUntil && coveredUntil > current.at ? coveredUntil : current.at;
    dueAt = now + baseInterval;
    await storeState(now);
    await removeOldBases(root, settings.ARCHIVE_DAYS, now);
  }

  return {
    run: async () => {
      const now = Date.now();
      if (failure) {
        const error = failure;
        failure = null;
        throw error;
      }
      await coverage.note();
      await current?.files.copy();
      const hasShipped = await ship();
      const until = coverage.find(lastShipped);
      const isNewer = until && (!coveredUntil || until > coveredUntil);
      if (current && isNewer) {
        coveredUntil = until;
        if (hasShipped || now - storedAt > stateInterval) await storeState(now);
      }
      await adoptBase(now);
      if (!next && now >= dueAt) beginBase(now);
    },
    progress: () => ({ coveredUntil: current ? coveredUntil : null, base: current?.at ?? null }),
    stop: async () => {
      ending.abort();
      await making;
    },
  };
}
