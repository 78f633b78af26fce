import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange } from './exchange.ts';
import { visitorNetwork } from './networks.ts';

/** What an attack cost the server. */
export interface Cost {
  /** Highest resident memory of the server and its child processes, PostgreSQL apart, in megabytes. */
  memory: number;
  /** Most files and sockets the server had open at once. */
  openFiles: number;
  /** Longest time another visitor waited for a page, in milliseconds. */
  longestWait: number;
}

/** Milliseconds between two samples, and between two page requests of the other visitor. */
const interval = 100;

function statusValue(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) / 1024;
}

/** Returns the process ids below a process, without those of PostgreSQL. */
function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children
    .filter((child) => !/postgres/.test(readFileSync(`/proc/${child}/comm`, 'utf8')))
    .flatMap((child) => [child, ...childrenOf(child)]);
}

/** Returns what `read` answers, or `otherwise` where the process has just ended. */
function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** Watches a server process (Linux) until `end` is called. */
export function watch(pid: number, port: number): { end(): Promise<Cost> } {
  const cost: Cost = { memory: 0, openFiles: 0, longestWait: 0 };
  let isEnded = false;
  // Resets the peak that Linux keeps of a process's resident memory (proc(5), clear_refs).
  orElse(undefined, () => writeFileSync(`/proc/${pid}/clear_refs`, '5'));

  async function sample(): Promise<void> {
    while (!isEnded) {
      const children = orElse([], () => childrenOf(pid));
      const below = children.reduce((sum, child) => sum + orElse(0, () => statusValue(child, 'VmRSS')), 0);
      cost.memory = Math.max(cost.memory, orElse(0, () => statusValue(pid, 'VmHWM')) + below);
      cost.openFiles = Math.max(
        cost.openFiles,
        orElse(0, () => readdirSync(`/proc/${pid}/fd`).length),
      );
      await sleep(interval);
    }
  }

  async function visit(): Promise<void> {
    while (!isEnded) {
      const { status, milliseconds } = await exchange({ path: '/' }, { port, from: visitorNetwork, timeout: 30_000 });
      cost.longestWait = status === 200 ? Math.max(cost.longestWait, milliseconds) : Number.POSITIVE_INFINITY;
      await sleep(interval);
    }
  }

  const running = Promise.all([sample(), visit()]);
  return {
    end: async () => {
      isEnded = true;
      await running;
      return cost;
    },
  };
}
