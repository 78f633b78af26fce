import type { Database } from './connect.ts';

/** A query of Drizzle before it is run. */
interface Preparable<T> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<T> };
}

const prepared = new WeakMap<Database, Map<string, { execute(values: Record<string, unknown>): Promise<unknown> }>>();

/**
 * Runs a query whose SQL text is made only once for each database, because making the text takes longer than running
 * it. What differs from call to call is a placeholder in the query and stands in `values`; what else differs is in
 * `key`.
 */
export function runPrepared<T>(
  db: Database,
  key: string,
  values: Record<string, unknown>,
  build: () => Preparable<T>,
): Promise<T> {
  const known = prepared.get(db) ?? new Map();
  prepared.set(db, known);
  // Without a name: `preparing-client.ts` names statements by their text.
  const statement = known.get(key) ?? build().prepare('');
  known.set(key, statement);
  return statement.execute(values) as Promise<T>;
}
