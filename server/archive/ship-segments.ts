import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { BackupStore } from '../backup/backup-store.ts';

export const segmentFolder = 'wal';

/** A segment of the write-ahead log, the history of a timeline, or the label of a base backup. */
const shippable = /^[\dA-F]{8}(?:[\dA-F]{16}(?:\.[\dA-F]{8}\.backup)?|\.history)$/;
export const segmentName = /^[\dA-F]{24}$/;

/** Thrown if the archive has a different segment of the same name, and so belongs to another copy of the database. */
export class SegmentConflict extends Error {
  override readonly name = 'SegmentConflict';
}

/** Returns the bytes of a segment; null if the base backup has no segment of this name. */
export async function readSegment(base: BackupStore, name: string): Promise<Buffer | null> {
  const compressed = await base.get(`${segmentFolder}/${name}`);
  return compressed && promisify(zstdDecompress)(compressed);
}

async function putSegment(base: BackupStore, name: string, bytes: Buffer): Promise<void> {
  if (await base.has(`${segmentFolder}/${name}`)) {
    // After a crash, PostgreSQL may hand over the same segment again.
    if ((await readSegment(base, name))?.equals(bytes)) return;
    throw new SegmentConflict(`${base.location} has another segment ${name}`);
  }
  await base.put(`${segmentFolder}/${name}`, await promisify(zstdCompress)(bytes));
}

/** Returns the names of the finished segments in the spool, the oldest first. */
export async function listSpool(spool: string): Promise<string[]> {
  return (await readdir(spool)).filter((name) => shippable.test(name)).sort();
}

/**
 * Moves the finished segments of the spool to base backups, in their order. Returns the name of the last segment; null
 * if there was none. Without a base backup segments are of no use and are only removed.
 */
export async function shipSegments(spool: string, bases: () => readonly BackupStore[]): Promise<string | null> {
  let last: string | null = null;
  for (const name of await listSpool(spool)) {
    const bytes = await readFile(join(spool, name));
    for (const base of bases()) await putSegment(base, name, bytes);
    await rm(join(spool, name));
    if (segmentName.test(name)) last = name;
  }
  return last;
}
