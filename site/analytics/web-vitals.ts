import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';

/** Receives each metric (CLS, FCP, INP, LCP, TTFB) once its value is known. */
export type WebVitalsHandler = (metric: Metric) => void;

declare global {
  interface Window {
    /**
     * Receives the metrics of the page. There is none by default (specification, section 9). A script that runs before
     * the browser is idle can set one, for example a function that sends `metric.name` and `metric.value` with
     * `navigator.sendBeacon`.
     */
    webVitalsHandler?: WebVitalsHandler;
  }
}

/** Reports every metric of this page to a handler. This module is loaded only if there is a handler. */
export function reportWebVitals(handler: WebVitalsHandler): void {
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(handler);
}
