import type { Operation } from './operation.ts';
import { type OperationName, operations } from './operations.ts';

const rows: [string, Operation][] = Object.entries(operations);

/** The path of each operation of the public API. Paths of operations on entries: `entry-paths.ts`. */
export const paths = Object.fromEntries(rows.map(([name, { path }]) => [name, path])) as {
  [N in OperationName]: (typeof operations)[N]['path'];
};

/** The names of the POST operations. */
export const writeNames = rows.filter(([, { method }]) => method === 'POST').map(([name]) => name);

/** The paths of the writes that need no XSRF token. */
export const tokenlessPaths = rows.filter(([, { origin }]) => origin === 'site').map(([, { path }]) => path as string);
