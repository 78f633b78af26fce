import type { Context } from '../context.ts';

/** Runs statements that read one snapshot of the database, whatever others write between them. */
export function readSnapshot<T>({ db }: Context, read: (tx: Context) => Promise<T>): Promise<T> {
  return db.transaction((tx) => read({ db: tx }), { isolationLevel: 'repeatable read', accessMode: 'read only' });
}
