import type { FilesContext } from '../api/context.ts';
import type { Connection } from '../api/db/connect.ts';
import { openDatabase } from '../server/database/database.ts';
import { openFileStore } from '../server/file-store/file-store.ts';
import { readSettings, type Settings } from '../server/settings.ts';

const endSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Opens a database for a command, and closes it after the work. Also closes it on Ctrl-C, because an embedded
 * PostgreSQL would keep running.
 */
export async function withConnection(
  open: (signal: AbortSignal) => Promise<Connection>,
  work: (database: Connection) => Promise<void>,
): Promise<void> {
  const ending = new AbortController();
  const abort = () => ending.abort();
  for (const name of endSignals) process.on(name, abort);
  const database = await open(ending.signal).catch((error: unknown) => {
    if (ending.signal.aborted) process.exit(130);
    throw error;
  });
  const end = () => void database.close().finally(() => process.exit(130));
  ending.signal.addEventListener('abort', end);
  if (ending.signal.aborted) end();
  try {
    await work(database);
  } finally {
    await database.close();
    for (const name of endSignals) process.off(name, abort);
  }
}

/** Runs the work of a command with the installation's database, which is migrated, and its store of files. */
export async function withDatabase(work: (ctx: FilesContext, settings: Settings) => Promise<void>): Promise<void> {
  const settings = readSettings();
  await withConnection(
    (signal) => openDatabase(settings, signal),
    async ({ db }) => work({ db, files: await openFileStore(settings) }, settings),
  );
}
