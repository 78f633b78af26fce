import type { Context } from '../context.ts';
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

/** Runs statements that read one snapshot of the database, whatever others write between them. */
export function readSnapshot<T>({ db }: Context, read: (tx: Context) => Promise<T>): Promise<T> {
  return db.transaction((tx) => read({ db: tx }), { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

/** Returns the pattern of `like` and `ilike` for texts that contain a text literally. */
export function createContainsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Returns whether an error, or one of its causes, has a code: PostgreSQL's code of an error (manual, appendix A). */
export function hasErrorCode(error: unknown, code: string): boolean {
  for (let cause = error; cause && typeof cause === 'object'; cause = (cause as { cause?: unknown }).cause) {
    if ((cause as { code?: unknown }).code === code) return true;
  }
  return false;
}

/** Returns whether PostgreSQL refused a row because a unique key exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return hasErrorCode(error, '23505');
}
