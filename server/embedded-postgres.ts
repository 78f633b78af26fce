import type { ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createData, exists, findPlace, type Place, run } from './postgres-place.ts';

/** A PostgreSQL of our own on a private socket. `stop` leaves it running while another server still uses it. */
export interface EmbeddedPostgres {
  /** Connection of the site's own role to the site's database; pass to `connect`. */
  connection: { host: string; user: string; database: string };
  /** Connection of the superuser, for tests that make databases. */
  admin: { host: string; user: string; database: string };
  stop(): Promise<void>;
}

const startDeadline = 30_000;
const restartPause = 500;
const holder = 'site-hold';

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
  await admin.query('select pg_advisory_lock(7210002)');
  await admin.query(`do $$ begin
    if not exists (select from pg_roles where rolname = 'site') then create role site login; end if;
  end $$`);
  const again = await admin.query("select 1 from pg_database where datname = 'site'");
  if (!again.rowCount) await admin.query('create database site owner site');
}

/** Creates what is missing and has a server running on it when it returns. */
async function start(place: Place): Promise<void> {
  const log = await open(place.log, 'a', 0o600);
  try {
    if (!(await exists(join(place.data, 'PG_VERSION')))) await createData(place, log.fd);
    await ensureRunning(place, log.fd);
  } finally {
    await log.close();
  }
}

function adminConnection(place: Place) {
  return { host: place.sockets, user: 'postgres', database: 'postgres' };
}

/**
 * Keeps one connection for as long as we use the server. It shows the others that we are here, for a pool closes its
 * connections when it is idle; and its loss is how we notice that the server died, and start it again.
 */
async function hold(place: Place): Promise<{ release(): Promise<void> }> {
  let isReleased = false;
  let client: pg.Client;
  let recovery: Promise<void> = Promise.resolve();
  async function connect(): Promise<void> {
    client = new pg.Client({ ...adminConnection(place), application_name: holder, keepAlive: true });
    client.on('error', () => undefined);
    await client.connect();
    client.once('end', () => {
      recovery = recover();
    });
  }
  async function recover(): Promise<void> {
    while (!isReleased) {
      await sleep(restartPause);
      if (isReleased) return;
      try {
        await start(place);
        return await connect();
      } catch (error) {
        console.error('The embedded PostgreSQL is gone and could not be started again; trying on.', error);
      }
    }
  }
  await connect();
  return {
    release: async () => {
      isReleased = true;
      // One that is just being started again is stopped with the rest.
      await recovery;
      await client.end().catch(() => undefined);
    },
  };
}

/** Whether another server holds it. Other connections do not count: a pool's outlive its end for a moment. */
async function isUsed(place: Place): Promise<boolean> {
  const client = new pg.Client(adminConnection(place));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select 1 from pg_stat_activity where application_name = $1', [holder]);
    return rowCount !== 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function stopUnlessUsed(place: Place): Promise<void> {
  const pidFile = join(place.data, 'postmaster.pid');
  let pid: number;
  try {
    if (await isUsed(place)) return;
    pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
    process.kill(pid, 'SIGINT');
  } catch {
    // Stopped already, by another or by itself.
    return;
  }
  const deadline = Date.now() + 10_000;
  while ((await exists(pidFile)) && Date.now() < deadline) await sleep(20);
  // It removes the file a moment before it ends. One that nobody takes notice of after its end stays in the list of processes.
  const patience = Date.now() + 1_000;
  while (isRunning(pid) && Date.now() < patience) await sleep(5);
}

/**
 * Starts (or adopts) the PostgreSQL of a data folder, made on first use, and keeps it running. Every commit is on disk
 * before it is acknowledged (fsync and synchronous_commit keep their defaults).
 */
export async function startEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const place = await findPlace(dataDir);
  await start(place);
  const held = await hold(place);
  async function stop(): Promise<void> {
    await held.release();
    await stopUnlessUsed(place);
  }
  try {
    const admin = new pg.Client(adminConnection(place));
    await admin.connect();
    await ensureDatabase(admin).finally(() => admin.end());
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection: { host: place.sockets, user: 'site', database: 'site' }, admin: adminConnection(place), stop };
}
