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
