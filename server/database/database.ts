import { type Connection, connectDatabase } from '../../api/db/connect.ts';
import { migrate } from '../../api/db/migrate.ts';
import { findLowDisk } from '../process/low-disk.ts';
import { settleWithin } from '../process/settle-within.ts';
import { StartError } from '../process/start-error.ts';
import type { Settings } from '../settings.ts';
import { checkDatabase, startErrorOf } from './check-database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

/** Rejects as soon as a signal is given; the work itself is ended by closing what it uses. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

type DatabaseSettings = Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>;

/**
 * Returns the line for a person about a start that failed at the database, where a person can put right what is wrong; else the
 * error as it is. A PostgreSQL whose disk is full ends without a word to its clients, so the disk is looked at first.
 */
export async function explainFailure(error: unknown, settings: DatabaseSettings): Promise<unknown> {
  const line = settings.DATABASE_URL ? null : await findLowDisk(settings.DATA_DIR);
  return line ? new StartError(line, { cause: error }) : (startErrorOf(error) ?? error);
}

/**
 * Opens the migrated database of an installation: the one `DATABASE_URL` names, else the embedded one. Closing waits a second
 * for statements under way. Rejects with `StartError` where a person can put right what is wrong.
 */
export async function openDatabase(
  settings: DatabaseSettings,
  signal = new AbortController().signal,
): Promise<Connection> {
  async function explain(error: unknown): Promise<never> {
    throw error instanceof StartError ? error : await explainFailure(error, settings);
  }
  const embedded = settings.DATABASE_URL ? null : await startEmbeddedPostgres(settings.DATA_DIR, signal).catch(explain);
  const connection = connectDatabase(embedded ? embedded.connection : { connectionString: settings.DATABASE_URL });
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
    return await explain(error).finally(close);
  }
  return { ...connection, close };
}
