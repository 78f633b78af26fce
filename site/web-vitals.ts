import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';

/** Is given each figure (CLS, FCP, INP, LCP, TTFB) once it is known. */
export type WebVitalsHandler = (metric: Metric) => void;

declare global {
  interface Window {
    /**
     * Who is told of the figures; nobody by default (specification, section 9). A script that runs before the page is idle sets
     * a function here, such as one that sends `metric.name` and `metric.value` to an address with `navigator.sendBeacon`.
     */
    webVitalsHandler?: WebVitalsHandler;
  }
}

/** Reports every figure of this page to the handler. Loaded where there is one, and nowhere else. */
export function reportWebVitals(handler: WebVitalsHandler): void {
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(handler);
}
