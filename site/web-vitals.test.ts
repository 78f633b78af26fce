import { expect, it, vi } from 'vitest';
import { reportWebVitals, webVitalsHandler } from './web-vitals.ts';

// A library of the same shape that knows its figures at once and says that it was loaded.
vi.mock('web-vitals?url', () => {
  const observers = ['CLS', 'FCP', 'INP', 'LCP', 'TTFB'].map(
    (name) => `export const on${name} = (handler) => handler({ name: '${name}', value: 1 });`,
  );
  return { default: `data:text/javascript,globalThis.webVitalsLoaded = true;${observers.join('')}` };
});
const isLoaded = () => 'webVitalsLoaded' in globalThis;

it('has no handler by default, and without one the library is not fetched', async () => {
  expect(webVitalsHandler).toBeNull();
  await reportWebVitals(webVitalsHandler);
  expect(isLoaded()).toBe(false);
});

it('tells a handler that was set each of the five figures', async () => {
  const handler = vi.fn();
  await reportWebVitals(handler);
  expect(isLoaded()).toBe(true);
  expect(handler.mock.calls.map(([{ name }]) => name)).toEqual(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']);
});
