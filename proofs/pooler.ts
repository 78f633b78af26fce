import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { installDebianPackage, isRootOnDebian } from '../testing/debian-package.ts';
import { findFreePort } from '../testing/free-port.ts';
import { startSiteProcess } from '../testing/running-site.ts';
import { startFormStream } from './faults/forms.ts';

// Runs the site through a real PgBouncer. With pool_mode = session, the site must store forms, show edits and restart.
// With every other mode, the start must name the problem in one line. Installs Debian's package if run as root;
// `PGBOUNCER=<command>` names another PgBouncer.

const programs = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];
const isRoot = process.getuid?.() === 0;
/** PgBouncer and PostgreSQL refuse to run as root, and the embedded PostgreSQL accepts only the user it runs as. */
const account = isRoot ? { uid: readId('-u'), gid: readId('-g') } : null;

function readId(flag: string): number {
  return Number(execFileSync('id', [flag, 'daemon'], { encoding: 'utf8' }));
}

/** Returns the words of the command that starts PgBouncer; null if it is not installed. */
function findProgram(): string[] | null {
  if (process.env.PGBOUNCER) return process.env.PGBOUNCER.split(' ');
  const found = programs.find((path) => existsSync(path));
  return found ? [found] : null;
}

async function waitUntilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error('PgBouncer did not start.');
}

/** Starts PgBouncer on a free port, in front of the PostgreSQL of a folder of sockets. */
async function startPooler(program: string[], folder: string, sockets: string, mode: string) {
  const port = await findFreePort();
  const file = join(folder, `${mode}.ini`);
  const settings = [
    `[databases]\nsite = host=${sockets} user=site`,
    `[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = any\npool_mode = ${mode}\ndefault_pool_size = 40\n`,
  ];
  await writeFile(file, settings.join('\n'));
  const [command = '', ...words] = program;
  const child: ChildProcess = spawn(command, [...words, '-q', file], { stdio: 'ignore', cwd: '/', ...account });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  try {
    await waitUntilOpen(port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://site@127.0.0.1:${port}/site`, stop };
}

/** Starts and stops the site. Returns the error of a start that fails. */
async function tryStart(env: Record<string, string>): Promise<string> {
  try {
    const site = await startSiteProcess({ env });
    await site.stop();
    return 'it started';
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Sends forms. Also changes the title of an article directly in the database, and waits until its page shows the
 * change.
 */
async function trySite(env: Record<string, string>, admin: pg.Client): Promise<string[]> {
  const problems: string[] = [];
  const site = await startSiteProcess({ env: { ...env, TRUST_PROXY: '1' } });
  try {
    const forms = startFormStream([site.address], 20);
    const found = await admin.query<{ slug: string; id: number }>(
      "select slug, live_revision_id as id from entries where type = 'BLOG' and live_revision_id is not null limit 1",
    );
    const [article] = found.rows;
    const path = `${site.address}/blog/${article?.slug}`;
    for (const title of ['Through a pooler', 'Through a pooler again']) {
      await fetch(path);
      await admin.query('update revisions set title = $1 where id = $2', [title, article?.id]);
      await admin.query("update entries set version = version + 1 where type = 'BLOG' and slug = $1", [article?.slug]);
      const until = performance.now() + 2_000;
      let isSeen = false;
      while (!isSeen && performance.now() < until) isSeen = (await (await fetch(path)).text()).includes(title);
      if (!isSeen) problems.push('an edit was not seen within 2 s');
    }
    await sleep(2_000);
    await forms.stop();
    problems.push(...forms.refused);
    if (forms.acknowledged.length < 20) problems.push('fewer than 20 forms were stored');
    console.log(`  ${forms.acknowledged.length} forms stored, 2 edits shown on a cached page`);
  } finally {
    const code = await site.stop();
    if (code !== 0) problems.push(`the server ended with ${code}`);
  }
  return problems;
}

if (!findProgram() && isRootOnDebian) installDebianPackage('pgbouncer');
const program = findProgram();
if (!program) {
  console.error('Install Debian\'s package "pgbouncer" first.');
  process.exit(1);
}
const [command = '', ...words] = program;
console.log(execFileSync(command, [...words, '--version'], { encoding: 'utf8' }).split('\n')[0]);

const folder = await makeDataFolder('site-pooler-');
const dataDir = join(folder, 'data');
await mkdir(dataDir);
if (account) await chown(dataDir, account.uid, account.gid);
const embedded = await startEmbeddedPostgres(dataDir);
const admin = new pg.Client({ ...embedded.admin, database: 'site' });
const problems: string[] = [];
try {
  await admin.connect();
  for (const mode of ['session', 'transaction', 'statement']) {
    const pooler = await startPooler(program, folder, embedded.connection.host, mode);
    try {
      const env = { DATABASE_URL: pooler.url };
      console.log(`pool_mode = ${mode}`);
      if (mode === 'session') for (let start = 0; start < 2; start += 1) problems.push(...(await trySite(env, admin)));
      else {
        const message = await tryStart(env);
        const [, line = message] =
          /^(DATABASE_URL leads through a pooler that shares connections.*)$/m.exec(message) ?? [];
        console.log(`  ${line}`);
        if (line === message) problems.push(`with pool_mode = ${mode} the start did not name the problem`);
      }
    } finally {
      await pooler.stop();
    }
  }
} finally {
  await admin.end();
  await embedded.stop();
}
console.log(problems.length === 0 ? '\n0 problems.' : `\nPROBLEMS\n${problems.join('\n')}`);
process.exit(problems.length === 0 ? 0 : 1);
