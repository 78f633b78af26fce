/** Milliseconds after which it runs in any case. */
const longestWait = 3_000;

function atNextIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: longestWait });
  else setTimeout(run, 500);
}

function afterFirstPaint(run: () => void): void {
  const isTold = PerformanceObserver.supportedEntryTypes.includes('paint');
  if (!isTold || performance.getEntriesByName('first-contentful-paint').length > 0) run();
  else {
    new PerformanceObserver((_paints, observer) => {
      observer.disconnect();
      run();
    }).observe({ type: 'paint' });
  }
}

/** Runs when all of the page is there and painted and the browser has nothing else to do. */
export function whenIdle(run: () => void): void {
  const onceLoaded = () => afterFirstPaint(() => atNextIdle(run));
  if (document.readyState === 'complete') onceLoaded();
  else addEventListener('load', onceLoaded, { once: true });
}
