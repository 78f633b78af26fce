import { type Connection, connect } from '../api/db/connect.ts';
import { migrate } from '../api/db/migrate.ts';
import { checkDatabase, startErrorOf } from './check-database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Settings } from './settings.ts';
import { settleWithin } from './settle-within.ts';

/** Rejects as soon as a signal is given; the work itself is ended by closing what it uses. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Opens the migrated database of an installation: the one `DATABASE_URL` names, else the embedded one. Closing waits a second
 * for statements under way. Rejects with `StartError` where a person can put right what is wrong.
 */
export async function openDatabase(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>,
  signal = new AbortController().signal,
): Promise<Connection> {
  const embedded = settings.DATABASE_URL ? null : await startEmbeddedPostgres(settings.DATA_DIR, signal);
  const connection = connect(embedded ? embedded.connection : { connectionString: settings.DATABASE_URL });
  async function close(): Promise<void> {
    await settleWithin(1_000, connection.close());
    await embedded?.stop();
  }
  try {
    await unlessAborted(
      signal,
      checkDatabase(connection.pool).then(() => migrate(connection.config)),
    );
  } catch (error) {
    await close();
    throw startErrorOf(error) ?? error;
  }
  return { ...connection, close };
}
