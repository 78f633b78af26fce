/** Milliseconds after which a callback runs even in a busy browser. */
const idleTimeout = 3_000;

function runWhenIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: idleTimeout });
  else setTimeout(callback, 500);
}

function runAfterFirstPaint(callback: () => void): void {
  new PerformanceObserver((_entries, observer) => {
    observer.disconnect();
    callback();
  }).observe({ type: 'paint', buffered: true });
}

/** Calls back once the page is loaded and painted and the browser is idle. */
export function runWhenLoadedAndIdle(callback: () => void): void {
  const onLoad = () => runAfterFirstPaint(() => runWhenIdle(callback));
  if (document.readyState === 'complete') onLoad();
  else addEventListener('load', onLoad, { once: true });
}
