import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDebianPostgres } from '../testing/debian-postgres.ts';
import { findFreePort } from '../testing/free-port.ts';

// Runs the API tests and page tests on Debian's PostgreSQL, 15 or newer, instead of the embedded one. It is started
// here on a free port of 127.0.0.1 and named by DATABASE_URL. Installs the package if run as root.

const postgres = openDebianPostgres();
const port = await findFreePort();
const folder = mkdtempSync(join(tmpdir(), 'site-other-postgres-'));
postgres.makeWritable(folder);
const data = join(folder, 'data');
const log = join(folder, 'log');
const options = `-p ${port} -c listen_addresses=127.0.0.1 -k ${folder} -c max_connections=100`;
postgres.run('initdb', '-D', data, '-U', 'tester', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
postgres.run('pg_ctl', '-D', data, '-w', '-l', log, '-o', options, 'start');
// An interruption ends the tests. Without a listener it would end this process before PostgreSQL is stopped.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
let status: number | null = 1;
try {
  const url = `postgres://tester@127.0.0.1:${port}/postgres`;
  console.log(postgres.version);
  const env = { ...process.env, DATABASE_URL: url };
  // Both create their own databases on this server.
  status = spawnSync('npx', ['vitest', 'run'], { stdio: 'inherit', env }).status;
  if (status === 0) status = spawnSync('npx', ['playwright', 'test'], { stdio: 'inherit', env }).status;
} finally {
  postgres.run('pg_ctl', '-D', data, '-m', 'fast', 'stop');
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = status ?? 1;
