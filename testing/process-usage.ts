import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a process used at most while it was watched. */
export interface ProcessUsage {
  /** Resident memory, in MiB. */
  memory: number;
  openFiles: number;
  /** Milliseconds that a page took to answer. */
  slowestPage: number;
  pages: number;
}

async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function countOpenFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

/**
 * Watches a process of this machine through /proc (Linux) while `work` runs: memory, open files, and how long a page takes
 * that is asked for again and again. A page that is not answered with 200 is thrown.
 */
export async function watchProcess(pid: number, page: string, work: () => Promise<void>): Promise<ProcessUsage> {
  const most: ProcessUsage = { memory: 0, openFiles: 0, slowestPage: 0, pages: 0 };
  const ending = new AbortController();
  async function sample(): Promise<void> {
    while (!ending.signal.aborted) {
      most.memory = Math.max(most.memory, await readMemory(pid));
      most.openFiles = Math.max(most.openFiles, await countOpenFiles(pid));
      await sleep(20);
    }
  }
  async function ask(): Promise<void> {
    while (!ending.signal.aborted) {
      const started = performance.now();
      const answer = await fetch(page, { headers: { connection: 'close' }, signal: AbortSignal.timeout(60_000) });
      await answer.text();
      if (answer.status !== 200) throw new Error(`${page} answered ${answer.status}`);
      most.slowestPage = Math.max(most.slowestPage, performance.now() - started);
      most.pages++;
      await sleep(50);
    }
  }
  const watching = Promise.all([sample(), ask()]);
  try {
    await Promise.race([work(), watching]);
  } finally {
    ending.abort();
  }
  await watching;
  return most;
}
