import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { expect } from 'vitest';
import { unfinishedEnding } from '../server/file-store/write-durably.ts';

/**
 * Lets the next durable write of a file hang, as on a drive that does not answer: opening a FIFO to write blocks until
 * another process opens it to read. Returns a function that ends the blocked writes with an error, and lets later ones
 * succeed.
 */
export async function hangFile(path: string): Promise<() => void> {
  const fifo = `${path}${unfinishedEnding}`;
  // A write may be in progress.
  await expect.poll(() => spawnSync('mkfifo', [fifo]).status).toBe(0);
  return () => {
    // Calls without a thread, because all threads may be blocked.
    const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
    rmSync(fifo);
    closeSync(reader);
  };
}
