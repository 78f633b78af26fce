import { randomUUID } from 'node:crypto';
import type { operations } from '../contract/operations.ts';

type Operations = typeof operations;

/** The operations that take a JSON body. */
export type FormOperation = {
  [N in keyof Operations]: Operations[N] extends { body: unknown } ? N : never;
}[keyof Operations];

/** The headers a script of the site's own pages sends with everything it submits. */
export const fromPage = { 'sec-fetch-site': 'same-origin', cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' };

/** A valid body of each, new each time. */
export const sampleBodies: Record<FormOperation, () => object> = {
  submitContact: () => ({ name: 'Ada', email: 'ada@example.org', message: 'Hello', key: randomUUID() }),
  recordView: () => ({ contentType: 'BLOG', slug: 'x' }),
};
