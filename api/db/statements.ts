import type { Context } from '../context.ts';

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
