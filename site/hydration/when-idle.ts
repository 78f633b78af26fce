/** Milliseconds after which a callback runs even in a busy browser. */
const idleTimeout = 3_000;

function runWhenIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: idleTimeout });
  else setTimeout(callback, 500);
}

function runAfterFirstPaint(callback: () => void): void {
  const canObserve = PerformanceObserver.supportedEntryTypes.includes('paint');
  if (!canObserve || performance.getEntriesByName('first-contentful-paint').length > 0) callback();
  else {
    new PerformanceObserver((_entries, observer) => {
      observer.disconnect();
      callback();
    }).observe({ type: 'paint' });
  }
}

/** Calls back once the page is loaded and painted and the browser is idle. */
export function runWhenLoadedAndIdle(callback: () => void): void {
  const onLoad = () => runAfterFirstPaint(() => runWhenIdle(callback));
  if (document.readyState === 'complete') onLoad();
  else addEventListener('load', onLoad, { once: true });
}
