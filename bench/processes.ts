import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LoadOrder, LoadResult } from './load.ts';

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

/** Node with arguments, on one core where that is possible. */
function command(core: number | null, args: string[]): [string, string[]] {
  return isPinned && core !== null
    ? ['taskset', ['-c', String(core), process.execPath, ...args]]
    : [process.execPath, args];
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
    await sleep(50);
  }
}

function memoryOf(pid: number | undefined): number {
  try {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
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
  const [program, args] = command(core, ['server/start.ts']);
  const child = spawn(program, args, {
    cwd: project,
    env: { PATH: process.env.PATH ?? '', PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  await untilReady(`http://127.0.0.1:${port}/readyz`, child);
  return serverOf(child, port);
}

/** A bare Node server that answers everything with the bytes of a file. */
export async function startBare(file: string, core: number | null = null): Promise<Server> {
  const port = await freePort();
  const [program, args] = command(core, ['bench/bare-server.ts', String(port), file]);
  const child = spawn(program, args, { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] });
  await untilReady(`http://127.0.0.1:${port}/`, child);
  return serverOf(child, port);
}

/** Runs the load generator in a process of its own. */
export async function load(order: LoadOrder, core: number | null = null): Promise<LoadResult> {
  const [program, args] = command(core, ['bench/load.ts', JSON.stringify(order)]);
  const child = spawn(program, args, { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (part) => {
    printed += part;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`The load generator ended with ${code}`);
  return JSON.parse(printed) as LoadResult;
}
