import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { packTar, type TarSource } from 'modern-tar/fs';
import type pg from 'pg';
import type { BackupStore } from '../backup/backup-store.ts';
import { readProgramVersion } from '../backup/create-backup.ts';
import { writeStream } from '../backup/parts.ts';
import type { PostgresInstallation } from '../database/postgres-installation.ts';
import { describeSettings, type Settings } from '../settings.ts';
import { archiveFormat, type BaseManifest } from './base-manifest.ts';

/** Folders whose files PostgreSQL recreates (manual, "Backing Up the Data Directory"). */
const emptyFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** Names that are not copied: files of the running server, and settings that a restore replaces. */
const excludedName =
  /^(?:postmaster\.(?:pid|opts)|postgresql\.auto\.conf(?:\.tmp)?|backup_label.*|pgsql_tmp.*|pg_internal\.init.*)$/;

const chunkLength = 1024 * 1024;

/**
 * Yields exactly `size` bytes of a file. Zeros replace what a shortened or removed file lacks, and parts may be of
 * different ages: recovery repairs both from the write-ahead log.
 */
async function* readExactly(path: string, size: number): AsyncGenerator<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  try {
    for (let at = 0; at < size; ) {
      const chunk = Buffer.alloc(Math.min(chunkLength, size - at));
      const bytesRead = file ? (await file.read(chunk, 0, chunk.length, at)).bytesRead : 0;
      const bytes = bytesRead > 0 ? chunk.subarray(0, bytesRead) : chunk;
      yield bytes;
      at += bytes.length;
    }
  } finally {
    await file?.close();
  }
}

/** Returns a file for the tar archive. The file is opened only when the archive reads it. */
function createSource(path: string, target: string, size: number): TarSource {
  // The library does not accept a stream for an empty file.
  if (size === 0) return { type: 'content', target, content: '', mode: 0o600 };
  return { type: 'stream', target, content: Readable.from(readExactly(path, size)), size, mode: 0o600 };
}

/** Lists the folders of a running database, and the files to copy. */
async function listData(data: string): Promise<{ folders: string[]; files: TarSource[] }> {
  const folders: string[] = [];
  const files: TarSource[] = [];
  async function visit(folder: string): Promise<void> {
    for (const entry of await readdir(join(data, folder), { withFileTypes: true })) {
      const name = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory() && !excludedName.test(entry.name)) {
        folders.push(name);
        await visit(name);
      }
      const isCopied = entry.isFile() && !emptyFolders.has(name.split('/')[0] ?? '') && !excludedName.test(entry.name);
      const found = isCopied ? await stat(join(data, name)).catch(() => null) : null;
      if (!found) continue;
      files.push(createSource(join(data, name), name, found.size));
    }
  }
  await visit('');
  return { folders, files };
}

async function copyData(
  { data }: PostgresInstallation,
  store: BackupStore,
): Promise<Pick<BaseManifest, 'folders' | 'parts'>> {
  const { folders, files } = await listData(data);
  let parts: BaseManifest['parts'] = [];
  await pipeline(
    packTar(files, { concurrency: 1 }),
    createZstdCompress(),
    async (compressed: AsyncIterable<Buffer>) => {
      parts = await writeStream(store, 'database', compressed);
    },
  );
  return { folders, parts };
}

/**
 * Copies the files of the running database to a store, between `pg_backup_start` and `pg_backup_stop`. Returns the
 * manifest. The caller stores it once the segments up to `lastSegment` are in the archive.
 * @param client a superuser connection that only this copy uses
 */
export async function createBase(
  client: pg.Client,
  { installation, settings, store }: { installation: PostgresInstallation; settings: Settings; store: BackupStore },
): Promise<BaseManifest> {
  await client.query("select pg_backup_start('site', fast => true)");
  const copied = await copyData(installation, store);
  const { rows } = await client.query<{ label: string; moment: Date }>(
    `select labelfile as label, clock_timestamp() as moment from pg_backup_stop(wait_for_archive => false)`,
  );
  // The last segment ends after the moment, so that every commit acknowledged before the moment is in the segments.
  await client.query("select pg_sleep(0.002), pg_logical_emit_message(false, 'site', 'base backup ended')");
  const { rows: last } = await client.query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment');
  const [[ended], [switched]] = [rows, last];
  if (!ended || !switched) throw new Error('PostgreSQL did not say where the base backup ends');
  return {
    kind: 'base backup',
    format: archiveFormat,
    // JavaScript's time has no microseconds, and the moment must not lie before the end of the copy.
    moment: new Date(ended.moment.getTime() + 1).toISOString(),
    program: await readProgramVersion(),
    serverVersion: installation.version,
    ...copied,
    label: ended.label,
    lastSegment: switched.segment,
    settings: describeSettings(settings),
  };
}
