import { type Connection, connectDatabase } from '../../api/db/connect.ts';
import { migrate } from '../../api/db/migrate.ts';
import { findLowDisk } from '../process/low-disk.ts';
import { settleWithin } from '../process/settle-within.ts';
import { StartError } from '../process/start-error.ts';
import { runStep } from '../process/steps.ts';
import type { Settings } from '../settings.ts';
import { checkDatabase, toStartError } from './check-database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

/** Rejects as soon as the signal aborts. The work itself ends when its caller closes the connection. */
function rejectOnAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

type DatabaseSettings = Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>;

/**
 * Returns a `StartError` with one line for the operator if the operator can correct the cause; else the same error. The
 * disk is checked first, because a PostgreSQL with a full disk ends without telling its clients.
 */
export async function explainFailure(error: unknown, settings: DatabaseSettings): Promise<unknown> {
  const line = settings.DATABASE_URL ? null : await findLowDisk(settings.DATA_DIR);
  return line ? new StartError(line, { cause: error }) : (toStartError(error) ?? error);
}

/**
 * Opens the database of `DATABASE_URL`, or the embedded one, which is created on first use. Closing waits one second
 * for running statements. Rejects with `StartError` if the operator can correct the cause.
 */
export async function connectSiteDatabase(
  settings: DatabaseSettings,
  signal = new AbortController().signal,
): Promise<Connection> {
  const embedded = settings.DATABASE_URL
    ? null
    : await runStep('Database', () => startEmbeddedPostgres(settings.DATA_DIR, signal)).catch(
        async (error: unknown) => {
          throw error instanceof StartError ? error : await explainFailure(error, settings);
        },
      );
  const connection = connectDatabase(embedded ? embedded.connection : { connectionString: settings.DATABASE_URL });
  async function close(): Promise<void> {
    await settleWithin(1_000, connection.close());
    await embedded?.stop();
  }
  return { ...connection, close };
}

/**
 * Opens and migrates the database of `DATABASE_URL`, or the embedded one. Rejects with `StartError` if the operator can
 * correct the cause.
 */
export async function openDatabase(
  settings: DatabaseSettings,
  signal = new AbortController().signal,
): Promise<Connection> {
  const database = await connectSiteDatabase(settings, signal);
  try {
    await runStep('Migrations', (report) =>
      rejectOnAbort(
        signal,
        checkDatabase(database.pool).then(() => migrate(database.config, { report })),
      ),
    );
  } catch (error) {
    try {
      throw error instanceof StartError ? error : await explainFailure(error, settings);
    } finally {
      await database.close();
    }
  }
  return database;
}
