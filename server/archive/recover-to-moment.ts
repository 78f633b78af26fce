import { once } from 'node:events';
import { chown, mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createZstdDecompress } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { BackupError } from '../backup/backup-error.ts';
import { readParts } from '../backup/parts.ts';
import { canConnect } from '../database/embedded-postgres.ts';
import {
  findPostgresInstallation,
  listPostgresArguments,
  type PostgresInstallation,
  startPostgresProgram,
} from '../database/postgres-installation.ts';
import { feedSegments, restoreCommand } from './feed-segments.ts';
import type { OpenBase } from './find-base.ts';

/** The file of settings that override those of `postgresql.conf`. */
const overridingSettings = 'postgresql.auto.conf';

async function giveToAccount({ data, account }: PostgresInstallation): Promise<void> {
  if (!account) return;
  const entries = await readdir(data, { recursive: true });
  for (const name of ['', ...entries]) await chown(join(data, name), account.uid, account.gid);
}

/** Writes the files of a base backup to the data folder of an installation, with those that request a recovery. */
async function unpackBase(installation: PostgresInstallation, { store, manifest }: OpenBase): Promise<void> {
  const { data } = installation;
  await mkdir(data, { mode: 0o700 });
  for (const name of manifest.folders) await mkdir(join(data, name), { recursive: true, mode: 0o700 });
  await pipeline(Readable.from(readParts(store, manifest.parts)), createZstdDecompress(), unpackTar(data));
  await writeFile(join(data, 'backup_label'), manifest.label, { mode: 0o600 });
  await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 });
  await giveToAccount(installation);
}

const endedEarly = 'recovery ended before configured recovery target was reached';

function quoteSetting(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** Writes the settings with which PostgreSQL recovers to a moment, or to the end of the archive. */
async function writeRecoverySettings({ data, account }: PostgresInstallation, moment: Date | null): Promise<void> {
  // PostgreSQL does not accept "Z" as a time zone while it reads its settings.
  const target = moment?.toISOString().replace('Z', '+00');
  const settings = {
    restore_command: restoreCommand,
    hot_standby: 'off',
    ...(target && { recovery_target_time: target, recovery_target_action: 'promote' }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quoteSetting(value)}\n`);
  const path = join(data, overridingSettings);
  await writeFile(path, lines.join(''), { mode: 0o600 });
  if (account) await chown(path, account.uid, account.gid);
}

/**
 * Runs PostgreSQL until it has recovered, and stops it. Without a moment it recovers to the end of the archive. Returns
 * false if the archive has no commit after the moment: PostgreSQL then refuses to end its recovery. Throws
 * `BackupError` if it could not recover.
 */
async function runRecovery(
  installation: PostgresInstallation,
  moment: Date | null,
  signal: AbortSignal,
): Promise<boolean> {
  await writeRecoverySettings(installation, moment);
  const log = await open(installation.log, 'w', 0o600);
  const child = startPostgresProgram(installation, 'postgres', listPostgresArguments(installation), log.fd);
  const exited = once(child, 'exit');
  try {
    while (child.exitCode === null && child.signalCode === null) {
      signal.throwIfAborted();
      // Connections are refused until recovery has ended.
      if (await canConnect(installation)) return true;
      await sleep(50);
    }
    const printed = await readFile(installation.log, 'utf8');
    if (moment && printed.includes(endedEarly)) return false;
    const said = printed.split('\n').findLast((line) => /FATAL|PANIC/.test(line)) ?? 'it said nothing';
    throw new BackupError(`PostgreSQL could not recover: ${said}`);
  } finally {
    if (child.exitCode === null && child.kill('SIGINT')) await exited;
    await log.close();
  }
}

/**
 * Recovers a base backup to its moment in a new folder: every commit until then, and no later one. PostgreSQL is
 * stopped afterwards.
 */
export async function recoverToMoment(folder: string, base: OpenBase, signal: AbortSignal): Promise<void> {
  const installation = await findPostgresInstallation(folder);
  const { serverVersion } = base.manifest;
  if (serverVersion !== installation.version)
    throw new BackupError(
      `The archive is of PostgreSQL ${serverVersion}; this version of the site brings ${installation.version}. Use the version of the site that wrote it.`,
    );
  await unpackBase(installation, base);
  const feed = await feedSegments(installation, base.store);
  const stopping = new AbortController();
  const anySignal = AbortSignal.any([signal, stopping.signal]);
  // A segment that cannot be provided ends the recovery.
  feed.failed.catch((error: unknown) => stopping.abort(error));
  try {
    // The archive is known to reach the moment. Without a commit after the moment, recovery needs the whole archive.
    if (!(await runRecovery(installation, base.moment, anySignal))) await runRecovery(installation, null, anySignal);
  } finally {
    await feed.stop();
  }
  await writeFile(join(installation.data, overridingSettings), '', { mode: 0o600 });
}
