import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Runs the API tests and page tests on Debian's PostgreSQL, 15 or newer, instead of the embedded one. It is started
// here on 127.0.0.1 and named by DATABASE_URL. Installs the package if run as root.

const debian = '/usr/lib/postgresql';
const port = 54_329;

function newestBinaries(): string | null {
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .filter((version) => version >= 15)
    : [];
  const newest = versions.sort((a, b) => b - a).find((version) => existsSync(`${debian}/${version}/bin/initdb`));
  return newest === undefined ? null : `${debian}/${newest}/bin`;
}

const isRoot = process.getuid?.() === 0;
if (!newestBinaries() && isRoot) {
  execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit' });
  execFileSync('apt-get', ['install', '-qy', '--no-install-recommends', 'postgresql'], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
const binaries = newestBinaries();
if (!binaries) {
  console.error('Install Debian\'s package "postgresql" (15 or newer) first.');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'site-other-postgres-'));
/** PostgreSQL refuses to run as root; its package creates a user for it. */
function asPostgres(program: string, ...args: string[]): void {
  const command = isRoot
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', `${binaries}/${program}`]
    : [`${binaries}/${program}`];
  execFileSync(command[0] as string, [...command.slice(1), ...args], { stdio: 'ignore', cwd: '/' });
}

if (isRoot) execFileSync('chown', ['postgres:', folder]);
const data = join(folder, 'data');
asPostgres('initdb', '-D', data, '-U', 'tester', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
asPostgres(
  'pg_ctl',
  '-D',
  data,
  '-w',
  '-l',
  join(folder, 'log'),
  '-o',
  `-p ${port} -c listen_addresses=127.0.0.1 -k ${folder} -c max_connections=100`,
  'start',
);
let status: number | null = 1;
try {
  const url = `postgres://tester@127.0.0.1:${port}/postgres`;
  console.log(execFileSync(`${binaries}/postgres`, ['--version'], { encoding: 'utf8' }).trim());
  const env = { ...process.env, DATABASE_URL: url };
  // Both create their own databases on this server.
  status = spawnSync('npx', ['vitest', 'run'], { stdio: 'inherit', env }).status;
  if (status === 0) status = spawnSync('npx', ['playwright', 'test'], { stdio: 'inherit', env }).status;
} finally {
  asPostgres('pg_ctl', '-D', data, '-m', 'fast', 'stop');
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = status ?? 1;
