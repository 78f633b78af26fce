import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { PostgresInstallation } from '../database/postgres-installation.ts';
import { writeDurably } from '../file-store/write-durably.ts';

/** The folder of the archiver beside the database. */
export interface ArchiveFolder {
  folder: string;
  /** The folder inside it to which PostgreSQL copies finished segments, and from which the archiver ships them. */
  spool: string;
}

/** The path of the spool, relative to PostgreSQL's data folder, so that both can be moved together. */
export const spoolFromData = '../archiver/wal';

export function findArchiveFolder({ data }: PostgresInstallation): ArchiveFolder {
  const folder = join(dirname(data), 'archiver');
  return { folder, spool: join(folder, 'wal') };
}

const stateSchema = z.object({
  /** The archive to which the base backup belongs, as `ARCHIVE_TO` names it. */
  to: z.string(),
  /** Tells keys apart, because the objects of a base backup are read with one key; null without `BACKUP_KEY`. */
  keyId: z.string().nullable(),
  /** The name of the base backup that segments follow. */
  base: z.string(),
  /** When the base backup ended. */
  baseAt: z.iso.datetime(),
  /** Every commit acknowledged before this moment is in the archive. */
  coveredUntil: z.iso.datetime(),
  /** Bytes of the whole archive when the base backup ended. */
  keptBytes: z.int(),
});

/**
 * The progress of the archiver. It is stored in a file, because each row that is written would cause a further segment.
 */
export type ArchiveState = z.output<typeof stateSchema>;

const stateName = 'state.json';

/**
 * Reads the progress of the archiver. Returns null before the first base backup, after archiving was switched off, and
 * if the file cannot be read.
 */
export async function readArchiveState({ folder }: ArchiveFolder): Promise<ArchiveState | null> {
  const text = await readFile(join(folder, stateName), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export async function writeArchiveState({ folder }: ArchiveFolder, state: ArchiveState): Promise<void> {
  await writeDurably(folder, join(folder, stateName), Buffer.from(JSON.stringify(state)));
}

/** Removes the stored progress of the archiver, so that the next archiver begins a new base backup. */
export async function forgetArchiveState({ folder }: ArchiveFolder): Promise<void> {
  await rm(join(folder, stateName), { force: true });
}

/** Removes the waiting segments and the stored progress, so that the next archiver begins a new base backup. */
export async function abandonSegments(archive: ArchiveFolder): Promise<void> {
  const { spool } = archive;
  await forgetArchiveState(archive);
  const names = await readdir(spool).catch((): string[] => []);
  for (const name of names) await rm(join(spool, name), { force: true });
}
