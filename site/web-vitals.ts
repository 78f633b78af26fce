// By its address: imported by name, it would be part of the chunk that every visitor is sent.
import libraryAddress from 'web-vitals?url';
import type { Metric } from 'web-vitals';

/** Is given each figure (CLS, FCP, INP, LCP, TTFB) once it is known. */
export type WebVitalsHandler = (metric: Metric) => void;

/**
 * Who is told; nobody by default (specification, section 9). Set a function here, such as one that sends
 * `metric.name` and `metric.value` to an address with `navigator.sendBeacon`.
 */
export const webVitalsHandler: WebVitalsHandler | null = null;

/** Fetches the library and reports every figure of this page to the handler; without one it does nothing. */
export async function reportWebVitals(handler: WebVitalsHandler | null): Promise<void> {
  if (!handler) return;
  const library: typeof import('web-vitals') = await import(/* @vite-ignore */ libraryAddress);
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = library;
  for (const observe of [onCLS, onFCP, onINP, onLCP, onTTFB]) observe(handler);
}
