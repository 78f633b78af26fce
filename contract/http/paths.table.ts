import type { Operation } from './operation.ts';
import { type OperationName, operations } from './operations.ts';

/** Operations that only scripts without the client call, so that the client of every page is no larger for them. */
const withoutClient = ['recordEvents'] as const satisfies readonly OperationName[];

/** The operations that the typed client calls. */
export type ClientOperationName = Exclude<OperationName, (typeof withoutClient)[number]>;

const rows: [string, Operation][] = Object.entries(operations).filter(
  ([name]) => !withoutClient.some((other) => other === name),
);

/** The path of each operation that the client calls. Paths of operations on entries: `entry-paths.ts`. */
export const paths = Object.fromEntries(rows.map(([name, { path }]) => [name, path])) as {
  [N in ClientOperationName]: (typeof operations)[N]['path'];
};

export const writeNames = rows.filter(([, { method }]) => method === 'POST').map(([name]) => name);

/** The paths of the writes that need no XSRF token. */
export const tokenlessPaths = rows.filter(([, { origin }]) => origin === 'site').map(([, { path }]) => path as string);
