import { setTimeout as sleep } from 'node:timers/promises';

/** Returns whether calls of the file system are in progress. */
function usesFiles(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}

/**
 * Ends this process. `process.exit` waits for the threads of Node, also for one that a drive blocks which does not
 * answer. If calls of the file system do not end within `patience` milliseconds, the process is killed.
 */
export async function endProcess(code: number, patience = 500): Promise<never> {
  const deadline = performance.now() + patience;
  while (usesFiles() && performance.now() < deadline) await sleep(10);
  if (usesFiles()) {
    console.error('A drive does not answer, so the process was killed.');
    process.kill(process.pid, 'SIGKILL');
  }
  process.exit(code);
}
