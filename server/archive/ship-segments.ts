import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { BackupStore } from '../backup/backup-store.ts';
import { leavesNoGap, segmentName } from './follow-segments.ts';

/** The folder of the segments in a base backup. */
export const segmentFolder = 'wal';

/** The name of a segment of the write-ahead log, of the history of a timeline, or of the label of a base backup. */
const shippableName = /^[\dA-F]{8}(?:[\dA-F]{16}(?:\.[\dA-F]{8}\.backup)?|\.history)$/;

/** Milliseconds after which an unfinished copy counts as left over from a crash. */
const longestCopy = 60 * 60 * 1_000;

/**
 * The segments of a base backup do not follow each other: one is missing, or the archive holds another one of its name.
 * No later moment can be restored from the base backup, so a new one must begin.
 */
export class SegmentConflict extends Error {
  override readonly name = 'SegmentConflict';
}

/** Returns the bytes of a segment; null if the base backup has no segment of this name. */
export async function readSegment(base: BackupStore, name: string): Promise<Buffer | null> {
  const compressed = await base.get(`${segmentFolder}/${name}`);
  return compressed && promisify(zstdDecompress)(compressed);
}

/** Returns the names of the segments in a base backup, the oldest first. */
export async function listSegments(base: BackupStore): Promise<string[]> {
  return (await base.listObjects(segmentFolder)).filter((name) => segmentName.test(name)).sort();
}

async function putSegment(base: BackupStore, name: string, bytes: Buffer): Promise<void> {
  if (await base.has(`${segmentFolder}/${name}`)) {
    // After a crash, PostgreSQL may hand over the same segment again.
    if ((await readSegment(base, name))?.equals(bytes)) return;
    throw new SegmentConflict(`${base.location} has another segment ${name}`);
  }
  await base.put(`${segmentFolder}/${name}`, await promisify(zstdCompress)(bytes));
}

/** Returns the names of the spooled segments, timeline histories and backup labels, sorted. */
export async function listWaitingFiles(spool: string): Promise<string[]> {
  return (await readdir(spool)).filter((name) => shippableName.test(name)).sort();
}

/** Removes the copies that crashes of PostgreSQL left unfinished (manual, "basic_archive"). */
export async function removeUnfinishedCopies(spool: string): Promise<void> {
  const names = (await readdir(spool)).filter((name) => name.startsWith('archtemp.'));
  for (const name of names) {
    const path = join(spool, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > longestCopy) await rm(path, { force: true });
  }
}

/**
 * Moves the finished segments of the spool to base backups, in their order. Returns the name of the last segment that
 * was moved; `previous` if there was none. Throws `SegmentConflict` if a segment is missing between `previous` and a
 * segment of the spool. Without a base backup segments are of no use and are only removed.
 *
 * @param listBases called for each segment, because a base backup can begin or fail meanwhile
 */
export async function shipSegments(
  spool: string,
  listBases: () => readonly BackupStore[],
  previous: string | null,
): Promise<string | null> {
  let last = previous;
  for (const name of await listWaitingFiles(spool)) {
    const isSegment = segmentName.test(name);
    if (isSegment && last && !leavesNoGap(last, name))
      throw new SegmentConflict(`The segments between ${last} and ${name} were removed before they were archived`);
    const bytes = await readFile(join(spool, name));
    for (const base of listBases()) await putSegment(base, name, bytes);
    await rm(join(spool, name));
    if (isSegment && (!last || name > last)) last = name;
  }
  return last;
}
