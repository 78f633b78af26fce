import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startArguments, startVariables } from '../testing/start-command.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { hasWrk, runWrk } from './wrk.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const longestStart = 90_000;

/** A process that answers HTTP on a port of this machine. */
export interface Server {
  port: number;
  /** Resident memory in megabytes, as Linux counts it; NaN elsewhere. */
  memory(): number;
  /** Microseconds of processor time it has used, as Linux counts it; NaN elsewhere. */
  cpu(): number;
  stop(): Promise<void>;
}

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['-c', '1', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Whether processes can be kept to one core each (Linux, two cores or more). */
export const isPinned = hasTaskset();

/** What stands before a command to keep it on one core, where that is possible. */
function pin(core: number | null): string[] {
  return isPinned && core !== null ? ['taskset', '-c', String(core)] : [];
}

/** Node with arguments, on one core where that is possible. */
function command(core: number | null, args: readonly string[]): [string, string[]] {
  const [program = '', ...rest] = [...pin(core), process.execPath, ...args];
  return [program, rest];
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (!address || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + longestStart;
  for (;;) {
    const isReady = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${url} does not answer`);
    await sleep(10);
  }
}

function memoryOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** User and system time (proc(5), fields 14 and 15), in ticks of 10 ms. */
function cpuOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}

function serverOf(child: ChildProcess, port: number): Server {
  return {
    port,
    memory: () => memoryOf(child.pid),
    cpu: () => cpuOf(child.pid),
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The site as `npm start` runs it, its log in a file of the data folder. */
export async function startSite(dataDir: string, env: Record<string, string> = {}, core: number | null = null) {
  const port = await freePort();
  const log = await open(join(dataDir, `site-${port}.log`), 'a');
  const [program, args] = command(core, startArguments);
  const child = spawn(program, args, {
    cwd: project,
    env: { ...startVariables, PATH: process.env.PATH ?? '', PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  await untilReady(`http://127.0.0.1:${port}/readyz`, child);
  return serverOf(child, port);
}

/** A bare Node server that answers everything with the bytes of a file, and with the headers that another holds. */
export async function startBare(file: string, core: number | null = null, headers?: string): Promise<Server> {
  const port = await freePort();
  const [program, args] = command(core, ['bench/bare-server.ts', String(port), file, ...(headers ? [headers] : [])]);
  const child = spawn(program, args, { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] });
  await untilReady(`http://127.0.0.1:${port}/`, child);
  return serverOf(child, port);
}

/** nginx with one worker that answers `path` with the bytes of a file; null where it is not installed. */
export async function startNginx(file: string, path: string, core: number | null = null): Promise<Server | null> {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error) return null;
  const port = await freePort();
  const folder = dirname(file);
  await writeFile(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
    events { worker_connections 1024; }
    http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=10;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      server { listen 127.0.0.1:${port}; location = ${path} { default_type 'text/html; charset=utf-8'; alias ${file}; } } }`,
  );
  const [program = '', ...args] = [...pin(core), 'nginx', '-c', join(folder, 'nginx.conf'), '-p', folder];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  await untilReady(`http://127.0.0.1:${port}${path}`, child);
  return serverOf(child, port);
}

/** Puts load on a server from a process of its own: wrk where it is installed, else our own generator. */
export async function load(order: LoadOrder, core: number | null = null): Promise<LoadResult> {
  if (hasWrk) return runWrk(order, pin(core));
  const [program, args] = command(core, ['bench/load.ts']);
  const child = spawn(program, args, { cwd: project, stdio: ['pipe', 'pipe', 'inherit'] });
  // Thousands of paths are too long for an argument.
  child.stdin.end(JSON.stringify(order));
  let printed = '';
  child.stdout.on('data', (part) => {
    printed += part;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The load generator ended with ${code}`);
  return JSON.parse(printed) as LoadResult;
}
