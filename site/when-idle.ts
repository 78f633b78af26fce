/** Milliseconds after which it runs in any case. */
const longestWait = 3_000;

/** Runs when the browser has nothing else to do. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: longestWait });
  else setTimeout(run, 500);
}
