import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { chown, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { advisoryLockKeys } from '../../api/db/claim-run.ts';
import { describeError } from '../process/describe-error.ts';
import { listAccountsWithAccess } from '../process/postgres-account.ts';
import { settleWithin } from '../process/settle-within.ts';
import { StartError } from '../process/start-error.ts';
import { usageConnectionName } from './count-using-processes.ts';
import {
  checkVersion,
  createDataFolder,
  fileExists,
  findPostgresInstallation,
  getLogSize,
  isAlive,
  listPostgresArguments,
  type PostgresInstallation,
  readStartFailure,
  startPostgresProgram,
} from './postgres-installation.ts';

/**
 * A PostgreSQL server that belongs to the site, on a private socket. `stop` leaves it running while another site
 * process uses it.
 */
export interface EmbeddedPostgres {
  /** The site's own role and database; pass to `connectDatabase`. */
  connection: { host: string; user: string; database: string };
  /** The superuser. */
  admin: { host: string; user: string; database: string };
  stop(): Promise<void>;
}

/** Milliseconds in which PostgreSQL must start, and before it is started again after it died. */
const startDeadline = 30_000;
const restartPause = 500;

function createAdminClient(installation: PostgresInstallation, queryTimeout = 5_000): pg.Client {
  const client = new pg.Client({
    ...createAdminConfig(installation),
    connectionTimeoutMillis: 2_000,
    query_timeout: queryTimeout,
  });
  // Without a listener, an error between two statements would end the process.
  client.on('error', () => undefined);
  return client;
}

/** Returns whether the PostgreSQL of an installation accepts connections. */
export async function canConnect(installation: PostgresInstallation): Promise<boolean> {
  const client = createAdminClient(installation);
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

/** Starts a server on the data folder unless one is running. If two processes start one at once, both use the same. */
async function ensureRunning(installation: PostgresInstallation, log: number, signal: AbortSignal): Promise<void> {
  const args = listPostgresArguments(installation);
  let child: ChildProcess | null = null;
  const deadline = Date.now() + startDeadline;
  const logged = await getLogSize(installation);
  while (Date.now() < deadline) {
    if (await canConnect(installation)) {
      child?.unref();
      return;
    }
    const hasEnded = child && (child.exitCode !== null || child.signalCode !== null);
    const failure = hasEnded ? await readStartFailure(installation, logged) : null;
    if (failure) throw failure;
    if (signal.aborted) {
      // The child may not have written its pid file yet, and other processes find it only by that file.
      if (child && !hasEnded && child.kill('SIGINT')) await settleWithin(3_000, once(child, 'exit'));
      signal.throwIfAborted();
    }
    if (!child || hasEnded) {
      child = startPostgresProgram(installation, 'postgres', args, log);
      child.once('error', () => undefined);
    }
    await sleep(50);
  }
  throw new StartError(`PostgreSQL did not start within ${startDeadline / 1000} s; see ${installation.log}`);
}

/** Creates the role and the database of the site if they are missing. */
async function ensureDatabase(installation: PostgresInstallation): Promise<void> {
  const admin = createAdminClient(installation, startDeadline);
  await admin.connect();
  try {
    const { rowCount } = await admin.query("select 1 from pg_database where datname = 'site'");
    if (rowCount) return;
    await admin.query('select pg_advisory_lock($1)', [advisoryLockKeys.embeddedAccount]);
    await admin.query(`do $$ begin
      if not exists (select from pg_roles where rolname = 'site') then create role site login; end if;
    end $$`);
    const again = await admin.query("select 1 from pg_database where datname = 'site'");
    if (!again.rowCount) await admin.query('create database site owner site');
  } finally {
    await admin.end().catch(() => undefined);
  }
}

/** Writes a file atomically. Returns whether its text changed. */
async function replaceFile(path: string, text: string, { account }: PostgresInstallation): Promise<boolean> {
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return false;
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, text, { mode: 0o600 });
  if (account) await chown(fresh, account.uid, account.gid);
  await rename(fresh, path);
  return true;
}

/**
 * Lets only root and the site's own user connect: PostgreSQL asks the kernel who opened the socket (manual, "Peer
 * Authentication"). Returns whether the access rules changed.
 */
async function writeAccess(installation: PostgresInstallation): Promise<boolean> {
  const lines = listAccountsWithAccess(installation.account).flatMap((name) =>
    ['postgres', 'site'].map((role) => `site "${name}" ${role}\n`),
  );
  const isNew = await replaceFile(join(installation.data, 'pg_ident.conf'), lines.join(''), installation);
  const rule = '# Written by the site at each start.\nlocal all postgres,site peer map=site\n';
  return (await replaceFile(join(installation.data, 'pg_hba.conf'), rule, installation)) || isNew;
}

/** Creates what is missing in the data folder and makes sure that a server is running on it. */
async function start(installation: PostgresInstallation, signal: AbortSignal): Promise<void> {
  const log = await open(installation.log, 'a', 0o600).catch((cause: Error) => {
    throw new StartError(`DATA_DIR cannot be written: ${cause.message}`, { cause });
  });
  try {
    if (!(await fileExists(join(installation.data, 'PG_VERSION')))) await createDataFolder(installation);
    await checkVersion(installation);
    const isChanged = await writeAccess(installation);
    await ensureRunning(installation, log.fd, signal);
    if (isChanged) await askAsAdmin(installation, 'select pg_reload_conf()');
  } finally {
    await log.close();
  }
}

/** Returns the configuration of a connection as superuser. */
export function createAdminConfig(installation: PostgresInstallation) {
  return { host: installation.sockets, user: 'postgres', database: 'postgres' };
}

async function askAsAdmin(
  installation: PostgresInstallation,
  text: string,
  values: string[] = [],
): Promise<pg.QueryResult> {
  const client = createAdminClient(installation);
  try {
    await client.connect();
    return await client.query(text, values);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Keeps one connection open for as long as this process uses PostgreSQL; the connections of a pool close when they are
 * idle. Other processes see from this connection that PostgreSQL is in use. When the connection is lost, PostgreSQL has
 * died, and this process starts it again.
 */
async function holdConnection(installation: PostgresInstallation): Promise<{ release(): Promise<void> }> {
  const releasing = new AbortController();
  const { signal } = releasing;
  let client: pg.Client;
  let recovery: Promise<void> = Promise.resolve();
  async function connect(): Promise<void> {
    client = new pg.Client({
      ...createAdminConfig(installation),
      application_name: usageConnectionName,
      keepAlive: true,
      connectionTimeoutMillis: 2_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    client.once('end', () => {
      recovery = recover();
    });
  }
  async function recover(): Promise<void> {
    while (!signal.aborted) {
      await sleep(restartPause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await start(installation, signal);
        return await connect();
      } catch (error) {
        if (signal.aborted) return;
        const reason = error instanceof StartError ? error.message : describeError(error);
        console.error(`The embedded PostgreSQL could not be restarted and will be tried again. ${reason}`);
      }
    }
  }
  await connect();
  return {
    release: async () => {
      releasing.abort();
      await recovery;
      await client.end().catch(() => undefined);
    },
  };
}

/**
 * Returns whether another site process uses the server. Pool connections do not count, because they outlive their pool
 * for a moment.
 */
async function isUsed(installation: PostgresInstallation): Promise<boolean> {
  const { rowCount } = await askAsAdmin(installation, 'select 1 from pg_stat_activity where application_name = $1', [
    usageConnectionName,
  ]);
  return rowCount !== 0;
}

/**
 * Returns whether a process is the PostgreSQL of this folder. After a crash, the id in the pid file may belong to
 * another process.
 */
async function isPostgresOf({ data }: PostgresInstallation, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.includes(data);
  }
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes(data);
}

/** Stops PostgreSQL unless another process uses it. A server that accepts no connections has no other users. */
async function stopUnlessUsed(installation: PostgresInstallation): Promise<void> {
  const pidFile = join(installation.data, 'postmaster.pid');
  let pid: number;
  try {
    if (await isUsed(installation).catch(() => false)) return;
    pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
    if (!(await isPostgresOf(installation, pid))) return;
    process.kill(pid, 'SIGINT');
  } catch {
    // Another process has stopped the server already, or it ended by itself.
    return;
  }
  const deadline = Date.now() + 10_000;
  while ((await fileExists(pidFile)) && Date.now() < deadline) await sleep(20);
  // PostgreSQL removes its pid file shortly before it ends. An orphaned process can stay in the process list.
  const patience = Date.now() + 1_000;
  while (isAlive(pid) && Date.now() < patience) await sleep(5);
}

/**
 * Starts or adopts the PostgreSQL of a data folder, creates the data on first use, and restarts the server when it
 * dies. Every commit is on disk before it is acknowledged (fsync and synchronous_commit keep their defaults).
 *
 * @param release the folder of another release whose programs run; default: this program's
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  signal = new AbortController().signal,
  release?: string,
): Promise<EmbeddedPostgres> {
  const installation = await findPostgresInstallation(dataDir, release);
  let held: Awaited<ReturnType<typeof holdConnection>> | null = null;
  async function stop(): Promise<void> {
    await held?.release();
    await stopUnlessUsed(installation);
  }
  try {
    await start(installation, signal);
    held = await holdConnection(installation);
    await ensureDatabase(installation);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    connection: { host: installation.sockets, user: 'site', database: 'site' },
    admin: createAdminConfig(installation),
    stop,
  };
}
