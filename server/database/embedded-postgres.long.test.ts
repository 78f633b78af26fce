import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { setUpDataFolder } from '../../testing/set-up.ts';
import { StartError } from '../process/start-error.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { createDataFolder, findPostgresInstallation } from './postgres-installation.ts';

const starter = fileURLToPath(new URL('../../testing/hold-embedded-postgres.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;

const folder = await setUpDataFolder('embedded-');

const getPidFile = (dataDir: string) => join(dataDir, 'postgres/postmaster.pid');
const readPostmasterId = async (dataDir: string) =>
  Number((await readFile(getPidFile(dataDir), 'utf8')).split('\n')[0]);
const isRunning = (dataDir: string) =>
  stat(getPidFile(dataDir)).then(
    () => true,
    () => false,
  );

interface Starter {
  process: ChildProcess;
  /** The start time of PostgreSQL: equal for two processes that share one. */
  started: string;
  end(): Promise<void>;
}

/** Starts a process that opens the folder's database as a site does. */
async function startStarter(dataDir: string): Promise<Starter> {
  const child = spawn(process.execPath, [starter, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    process: child,
    started: (JSON.parse(String(line)) as { started: string }).started,
    end: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

async function ask<T extends pg.QueryResultRow>(config: pg.ClientConfig, text: string): Promise<T | undefined> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows[0];
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  it('creates, on first use, a private and durable database whose owner is no superuser', async () => {
    const dataDir = join(folder, 'first');
    const embedded = await startEmbeddedPostgres(dataDir);
    const row = await ask<Record<string, string>>(
      embedded.connection,
      `select current_user as user, current_database() as database, pg_encoding_to_char(encoding) as encoding, rolsuper::text as super,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous, current_setting('listen_addresses') as addresses
      from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    );
    expect(row).toEqual({
      user: 'site',
      database: 'site',
      encoding: 'UTF8',
      super: 'false',
      fsync: 'on',
      synchronous: 'on',
      addresses: '',
    });
    expect((await lstat(join(dataDir, 'postgres'))).isDirectory()).toBe(true);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o077).toBe(0);
    expect((await stat(embedded.connection.host)).mode & 0o077).toBe(0);
    await embedded.stop();
    expect(await isRunning(dataDir)).toBe(false);
  });

  it('keeps its data when it is started again', async () => {
    const dataDir = join(folder, 'first');
    const before = await startEmbeddedPostgres(dataDir);
    await ask(before.connection, 'create table kept as select 42 as answer');
    await before.stop();
    const after = await startEmbeddedPostgres(dataDir);
    expect(await ask(after.connection, 'select answer from kept')).toEqual({ answer: 42 });

    // Its log names the error, and no value of a row.
    await ask(after.connection, 'create table people (email text primary key)');
    const insert = () => ask(after.connection, `insert into people select 'ada@example' || '.org'`);
    await insert();
    await expect(insert()).rejects.toThrow('people_pkey');
    await after.stop();
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('people_pkey');
    expect(log).not.toContain('ada@example.org');
  });

  it('adopts the PostgreSQL that a killed starter left running, instead of starting a second one', async () => {
    const dataDir = join(folder, 'first');
    const killed = await startStarter(dataDir);
    const pid = await readPostmasterId(dataDir);
    killed.process.kill('SIGKILL');
    await once(killed.process, 'exit');
    expect(await isRunning(dataDir)).toBe(true);
    const next = await startStarter(dataDir);
    expect([await readPostmasterId(dataDir), next.started]).toEqual([pid, killed.started]);
    await next.end();
    expect(await isRunning(dataDir)).toBe(false);
  });

  it('starts again over the files of a PostgreSQL that was killed', async () => {
    const dataDir = join(folder, 'first');
    const first = await startEmbeddedPostgres(dataDir);
    const pid = await readPostmasterId(dataDir);
    process.kill(pid, 'SIGKILL');
    const again = await startEmbeddedPostgres(dataDir);
    expect(await readPostmasterId(dataDir)).not.toBe(pid);
    expect(await ask(again.connection, 'select answer from kept')).toEqual({ answer: 42 });
    await again.stop();
    await first.stop();
    expect(await isRunning(dataDir)).toBe(false);
  });

  it('starts once for two processes that begin at the same time, and stops when the last one leaves', async () => {
    const dataDir = join(folder, 'two');
    const [one, two] = await Promise.all([startStarter(dataDir), startStarter(dataDir)]);
    expect(one.started).toBe(two.started);
    await one.end();
    expect(await isRunning(dataDir)).toBe(true);
    await two.end();
    expect(await isRunning(dataDir)).toBe(false);
  });

  it('keeps running for a process whose connections were closed because they were idle', async () => {
    const dataDir = join(folder, 'two');
    const [one, two] = await Promise.all([startEmbeddedPostgres(dataDir), startEmbeddedPostgres(dataDir)]);
    await one.stop();
    expect(await ask(two.connection, 'select 1 as one')).toEqual({ one: 1 });
    await two.stop();
    expect(await isRunning(dataDir)).toBe(false);
  });

  it('stops when both processes leave at the same moment', async () => {
    const dataDir = join(folder, 'two');
    const [one, two] = await Promise.all([startEmbeddedPostgres(dataDir), startEmbeddedPostgres(dataDir)]);
    await Promise.all([one.stop(), two.stop()]);
    expect(await isRunning(dataDir)).toBe(false);
  });

  it.each([
    ['characters', ['x'.repeat(60), 'y'.repeat(60)]],
    ['bytes', ['ü'.repeat(45)]],
  ])('puts its socket in another folder if the path of the data folder has too many %s', async (_what, names) => {
    const long = join(folder, ...names);
    await mkdir(long, { recursive: true });
    const embedded = await startEmbeddedPostgres(long);
    const longest = process.platform === 'linux' ? 107 : 103;
    expect(Buffer.byteLength(`${embedded.connection.host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(longest);
    expect((await stat(embedded.connection.host)).mode & 0o077).toBe(0);
    expect(await ask(embedded.connection, 'select 1 as one')).toEqual({ one: 1 });
    await embedded.stop();
    await rm(embedded.connection.host, { recursive: true, force: true });
  });

  it.runIf(isRoot)(
    'puts its data where its unprivileged user can reach it if the data folder is not accessible',
    async () => {
      const closed = await mkdtemp(join(tmpdir(), 'closed-'));
      expect((await stat(closed)).mode & 0o077).toBe(0);
      const dataDir = join(closed, 'data');
      const real = `/var/lib/site-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
      const embedded = await startEmbeddedPostgres(dataDir);
      expect(await ask(embedded.connection, 'select 1 as one')).toEqual({ one: 1 });
      // The data folder holds a link to the real place.
      expect((await lstat(join(dataDir, 'postgres'))).isSymbolicLink()).toBe(true);
      expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0);
      await embedded.stop();
      expect(await isRunning(dataDir)).toBe(false);
      await rm(real, { recursive: true, force: true });
      await rm(closed, { recursive: true, force: true });
    },
  );

  it.runIf(isRoot)(
    'refuses connections of `nobody`, whom other services share, even if the folder allowed them before',
    async () => {
      const dataDir = join(folder, 'first');
      await writeFile(join(dataDir, 'postgres/pg_hba.conf'), 'local all all trust\n');
      const embedded = await startEmbeddedPostgres(dataDir);
      const script = `const { Client } = require('pg');
      const client = new Client(JSON.parse(process.argv[1]));
      client.connect().then(() => console.log('connected'), (error) => console.log(error.message)).then(() => client.end());`;
      const readId = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
      for (const user of ['postgres', 'site']) {
        const config = JSON.stringify({ ...embedded.connection, user });
        const { stdout } = spawnSync(process.execPath, ['-e', script, config], {
          uid: readId('-u'),
          gid: readId('-g'),
          encoding: 'utf8',
        });
        expect(stdout.trim()).toBe(`Peer authentication failed for user "${user}"`);
      }
      expect(await ask(embedded.connection, 'select 1 as one')).toEqual({ one: 1 });
      await embedded.stop();
    },
  );

  it.runIf(isRoot)('runs as the owner of its data folder if that is not root', async () => {
    const dataDir = join(folder, 'owned');
    await mkdir(dataDir);
    execFileSync('chown', ['daemon:', dataDir]);
    const embedded = await startEmbeddedPostgres(dataDir);
    const owner = await stat(dataDir);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(owner.uid);
    expect((await stat(`/proc/${await readPostmasterId(dataDir)}`)).uid).toBe(owner.uid);
    await embedded.stop();
  });

  it('reports in one line that another major version created its folder', async () => {
    const dataDir = join(folder, 'older');
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n');
    const failed = startEmbeddedPostgres(dataDir);
    await expect(failed).rejects.toThrow(/was created by PostgreSQL 17; this version of the site brings PostgreSQL 18/);
    await expect(failed).rejects.toMatchObject({ name: 'StartError' });
  });

  it('says why initdb failed, and leaves no unfinished folder', async () => {
    const dataDir = join(folder, 'failing');
    const installation = await findPostgresInstallation(dataDir);
    const native = await mkdtemp(join(folder, 'incomplete-'));
    await chmod(native, 0o755);
    await mkdir(join(native, 'bin'));
    // Programs without `share`, whose files initdb reads.
    for (const name of ['bin/initdb', 'bin/postgres'])
      await copyFile(join(installation.native, name), join(native, name));
    await symlink(join(installation.native, 'lib'), join(native, 'lib'));
    const failure = await createDataFolder({ ...installation, native }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toMatch(/could not create its data folder .*initdb ended with 1\): .*postgres\.bki/);
    expect((await readdir(dirname(installation.data))).filter((name) => name.startsWith('postgres'))).toEqual([]);
  });

  it('ends at once, and leaves no process behind, when its start is aborted', async () => {
    const dataDir = join(folder, 'two');
    const giving = new AbortController();
    const starting = startEmbeddedPostgres(dataDir, giving.signal);
    setTimeout(() => giving.abort(), 30);
    await starting.then(
      (embedded) => embedded.stop(),
      () => undefined,
    );
    expect(await isRunning(dataDir)).toBe(false);
  });
});
