import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostgresInstallation } from '../database/postgres-installation.ts';
import type { Settings } from '../settings.ts';
import { findArchiveFolder, readArchiveState } from './archive-folder.ts';

/** How far the archive reaches, how large it is, and how much waits for it on the disk. */
export interface ArchiveFigures {
  /** Every commit acknowledged before this moment is in the archive; null before the first base backup. */
  coveredUntil: string | null;
  /** Bytes of finished segments that are not in the archive. */
  waitingBytes: number;
  /** Bytes of the whole archive when the last base backup ended; null before the first one. */
  keptBytes: number | null;
}

/** Bytes of a segment of the write-ahead log. */
const segmentLength = 16 * 1024 * 1024;

/** Returns the figures of the archive; null without `ARCHIVE_TO`. */
export async function readArchiveFigures(
  settings: Pick<Settings, 'ARCHIVE_TO' | 'DATA_DIR'>,
): Promise<ArchiveFigures | null> {
  if (!settings.ARCHIVE_TO) return null;
  const installation = await findPostgresInstallation(settings.DATA_DIR);
  const archive = findArchiveFolder(installation);
  const list = (folder: string) => readdir(folder).catch((): string[] => []);
  const spooled = (await list(archive.spool)).map((name) => join(archive.spool, name));
  const sizes = await Promise.all(
    spooled.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  // PostgreSQL marks the segments that it has not copied to the spool yet.
  const statuses = await list(join(installation.data, 'pg_wal/archive_status'));
  const notSpooled = statuses.filter((name) => /^[\dA-F]{24}\.ready$/.test(name)).length;
  const state = await readArchiveState(archive);
  // After a change of `ARCHIVE_TO`, the state is that of the former archive.
  const own = state?.to === settings.ARCHIVE_TO ? state : null;
  return {
    coveredUntil: own?.coveredUntil ?? null,
    keptBytes: own?.keptBytes ?? null,
    waitingBytes: sizes.reduce((sum, size) => sum + size, notSpooled * segmentLength),
  };
}
