import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../../server/folders.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { readNginxSample, writeNginxConfig } from '../../testing/nginx.ts';
import { startCommand } from '../../testing/start-command.ts';
import type { LoadOptions, LoadResult } from './load.ts';
import { hasWrk, runWrk } from './wrk.ts';

const longestStart = 90_000;

/** A process that serves HTTP on a port of this machine. */
export interface BenchServer {
  port: number;
  /** Resident memory in megabytes (Linux); NaN elsewhere. */
  memory(): number;
  /** Processor time in microseconds (Linux); NaN elsewhere. */
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

/** Whether each process can run on one core only (Linux, two cores or more). */
export const isPinned = hasTaskset();

/** Returns the words before a command that pin it to one core, if possible. */
function createPinPrefix(core: number | null): string[] {
  return isPinned && core !== null ? ['taskset', '-c', String(core)] : [];
}

/** Returns a program and its arguments for `spawn`, pinned to one core where that is possible. */
function createPinnedCommand(core: number | null, command: readonly string[]): [string, string[]] {
  const [program = '', ...args] = [...createPinPrefix(core), ...command];
  return [program, args];
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
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

function readMemory(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Returns user and system time (proc(5), fields 14 and 15), which are in ticks of 10 ms. */
function readCpuTime(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}

function createBenchServer(child: ChildProcess, port: number): BenchServer {
  return {
    port,
    memory: () => readMemory(child.pid),
    cpu: () => readCpuTime(child.pid),
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Starts the site of a checkout as `npm start` does, or with the memory bounds for a small machine. Writes its log to
 * the data folder.
 */
export async function startSiteForBench(
  dataDir: string,
  env: Record<string, string> = {},
  {
    core = null,
    isSmallMachine = false,
    folder = projectFolder,
  }: { core?: number | null; isSmallMachine?: boolean; folder?: string } = {},
): Promise<BenchServer> {
  const port = await findFreePort();
  const log = await open(join(dataDir, `site-${port}.log`), 'a');
  // Another checkout may start another file.
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const command = isSmallMachine ? startCommand(true) : [process.execPath, ...scripts.start.split(' ').slice(1)];
  const [program, args] = createPinnedCommand(core, command);
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  await waitUntilReady(`http://127.0.0.1:${port}/readyz`, child);
  return createBenchServer(child, port);
}

/** Starts a bare Node server that answers every request with the bytes of a file, and with the headers in another. */
export async function startBareServer(
  file: string,
  core: number | null = null,
  headers?: string,
): Promise<BenchServer> {
  const port = await findFreePort();
  const [program, args] = createPinnedCommand(core, [
    process.execPath,
    'proofs/bench/bare-server.ts',
    String(port),
    file,
    ...(headers ? [headers] : []),
  ]);
  const child = spawn(program, args, { cwd: projectFolder, stdio: ['ignore', 'ignore', 'inherit'] });
  await waitUntilReady(`http://127.0.0.1:${port}/`, child);
  return createBenchServer(child, port);
}

async function startNginxProcess(http: string, folder: string, url: string, core: number | null): Promise<BenchServer> {
  const file = await writeNginxConfig(folder, `keepalive_requests 1000000000; ${http}`, 'master_process off;');
  const [program = '', ...args] = [...createPinPrefix(core), 'nginx', '-c', file, '-p', folder];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  await waitUntilReady(url, child);
  return createBenchServer(child, Number(new URL(url).port));
}

/** Starts nginx with one worker that serves the bytes of a file at `path`; null if nginx is not installed. */
export async function startNginx(file: string, path: string, core: number | null = null): Promise<BenchServer | null> {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error) return null;
  const port = await findFreePort();
  return startNginxProcess(
    `sendfile on; tcp_nopush on; open_file_cache max=10;
     server { listen 127.0.0.1:${port}; location = ${path} { default_type 'text/html; charset=utf-8'; alias ${file}; } }`,
    dirname(file),
    `http://127.0.0.1:${port}${path}`,
    core,
  );
}

/** Starts nginx in front of a site as in `deploy/nginx.conf`, but without TLS and limits, which load tests exceed. */
export async function startCachingNginx(
  folder: string,
  sites: readonly number[],
  path: string,
  core: number | null = null,
  refresh?: number,
): Promise<BenchServer | null> {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error) return null;
  await mkdir(folder);
  const [plain, port] = [await findFreePort(), await findFreePort()];
  const sample = await readNginxSample(folder, {
    sites,
    plain,
    tls: port,
    refresh: refresh ?? (await findFreePort()),
  });
  const unlimited = sample
    .replace(' ssl http2', '')
    .replace(/^\s*(?:limit_|ssl_).*$/gm, '')
    // Each request names its own network, so that the limits of the site do not apply.
    .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for');
  return startNginxProcess(unlimited, folder, `http://127.0.0.1:${port}${path}`, core);
}

/** Puts load on a server from another process: wrk if it is installed, else our own generator. */
export async function runLoad(options: LoadOptions, core: number | null = null): Promise<LoadResult> {
  if (hasWrk) return runWrk(options, createPinPrefix(core));
  const [program, args] = createPinnedCommand(core, [process.execPath, 'proofs/bench/load.ts']);
  const child = spawn(program, args, { cwd: projectFolder, stdio: ['pipe', 'pipe', 'inherit'] });
  // Thousands of paths are too long for an argument.
  child.stdin.end(JSON.stringify(options));
  let printed = '';
  child.stdout.on('data', (part) => {
    printed += part;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The load generator ended with ${code}`);
  return JSON.parse(printed) as LoadResult;
}
