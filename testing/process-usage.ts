import { EventEmitter, once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The most that a process used while it was watched. */
export interface ProcessUsage {
  /** Resident memory, in MiB. */
  memory: number;
  openFiles: number;
}

/** Resolves when the watched site has answered so many further pages. */
export type WaitForPages = (count: number) => Promise<void>;

async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function countOpenFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

/**
 * Watches a process of this machine through /proc (Linux) while `work` runs. Requests a page again and again, and
 * throws when the page is not answered with 200 within a minute.
 */
export async function watchProcess(
  pid: number,
  page: string,
  work: (waitForPages: WaitForPages) => Promise<void>,
): Promise<ProcessUsage> {
  const most: ProcessUsage = { memory: 0, openFiles: 0 };
  const ending = new AbortController();
  const answered = new EventEmitter();
  async function takeSamples(): Promise<void> {
    while (!ending.signal.aborted) {
      most.memory = Math.max(most.memory, await readMemory(pid));
      most.openFiles = Math.max(most.openFiles, await countOpenFiles(pid));
      await sleep(20);
    }
  }
  async function requestPages(): Promise<void> {
    while (!ending.signal.aborted) {
      const answer = await fetch(page, { headers: { connection: 'close' }, signal: AbortSignal.timeout(60_000) });
      await answer.text();
      if (answer.status !== 200) throw new Error(`${page} answered ${answer.status}`);
      answered.emit('page');
      await sleep(20);
    }
  }
  const waitForPages: WaitForPages = async (count) => {
    for (let left = count; left > 0; left--) await once(answered, 'page');
  };
  const watching = Promise.all([takeSamples(), requestPages()]);
  try {
    await Promise.race([work(waitForPages), watching]);
  } finally {
    ending.abort();
  }
  await watching;
  return most;
}
