import { setTimeout as sleep } from 'node:timers/promises';

/** Returns whether calls of the file system are in progress. */
function usesFiles(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}

/**
 * Ends this process. If calls of the file system do not end within `patience` milliseconds, the process is killed:
 * `process.exit` would wait for Node's threads, and a drive that does not answer blocks one of them for ever.
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

/** Milliseconds between two checks. */
const interval = 100;

/**
 * Calls `end` when the shell in which npm runs this process has ended. npm passes SIGTERM on to that shell alone, and
 * some shells, Debian's among them, end without passing it on. Does nothing where npm did not start this process.
 */
export function watchNpm(end: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    end();
  }, interval).unref();
}
