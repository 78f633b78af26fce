import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { visitorAddress } from './networks.ts';
import { sendRawRequest } from './raw-http.ts';

export interface AttackCost {
  /** The highest resident memory of the server and its child processes, without PostgreSQL, in megabytes. */
  memory: number;
  /** The highest number of open files and sockets. */
  openFiles: number;
  /** The longest time that another visitor waited for a page, in milliseconds. */
  longestWait: number;
}

/** Milliseconds between two samples, and between two page requests of the other visitor. */
const interval = 100;

function readStatusValue(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) / 1024;
}

/** Returns the ids of a process's descendants, without PostgreSQL. */
function listChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children
    .filter((child) => !/postgres/.test(readFileSync(`/proc/${child}/comm`, 'utf8')))
    .flatMap((child) => [child, ...listChildren(child)]);
}

/** Returns the result of `read`, or `otherwise` if the process has just ended. */
function readOrElse<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Watches a server process (Linux) until `end` is called. */
export function watchServer(pid: number, port: number): { end(): Promise<AttackCost> } {
  const cost: AttackCost = { memory: 0, openFiles: 0, longestWait: 0 };
  let isEnded = false;
  // Resets the peak of resident memory that Linux records (proc(5), clear_refs).
  readOrElse(undefined, () => writeFileSync(`/proc/${pid}/clear_refs`, '5'));

  async function takeSamples(): Promise<void> {
    while (!isEnded) {
      const children = readOrElse([], () => listChildren(pid));
      const childMemory = children.reduce(
        (sum, child) => sum + readOrElse(0, () => readStatusValue(child, 'VmRSS')),
        0,
      );
      cost.memory = Math.max(cost.memory, readOrElse(0, () => readStatusValue(pid, 'VmHWM')) + childMemory);
      cost.openFiles = Math.max(
        cost.openFiles,
        readOrElse(0, () => readdirSync(`/proc/${pid}/fd`).length),
      );
      await sleep(interval);
    }
  }

  async function requestPages(): Promise<void> {
    while (!isEnded) {
      const { status, milliseconds } = await sendRawRequest(
        { path: '/' },
        { port, from: visitorAddress, timeout: 30_000 },
      );
      cost.longestWait = status === 200 ? Math.max(cost.longestWait, milliseconds) : Number.POSITIVE_INFINITY;
      await sleep(interval);
    }
  }

  const running = Promise.all([takeSamples(), requestPages()]);
  return {
    end: async () => {
      isEnded = true;
      await running;
      return cost;
    },
  };
}
