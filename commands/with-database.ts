import type { FilesContext } from '../api/context.ts';
import type { Connection } from '../api/db/connect.ts';
import { ApiError } from '../api/errors.ts';
import { BackupError } from '../server/backup/backup-error.ts';
import { openDatabase } from '../server/database/database.ts';
import { openFileStore } from '../server/file-store/file-store.ts';
import { describeError } from '../server/process/describe-error.ts';
import { StartError } from '../server/process/start-error.ts';
import { showSteps } from '../server/process/steps.ts';
import { readSettings, type Settings, SettingsError } from '../server/settings.ts';

const endSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** A mistake in a command's arguments; printed without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Returns whether an error tells the operator what to do: one of ours, or Node's error about a wrong option or file.
 */
function isForOperator(error: unknown): error is Error {
  if ([UsageError, ApiError, SettingsError, StartError, BackupError].some((kind) => error instanceof kind)) return true;
  return error instanceof Error && 'code' in error && /^(?:ERR_PARSE_ARGS|E[A-Z]+$)/.test(String(error.code));
}

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

/**
 * Returns the words of a command line without `--quiet`, and shows the steps of the command on standard error unless
 * `--quiet` is given.
 */
export function takeWords(): string[] {
  const words = process.argv.slice(2);
  if (!words.includes('--quiet')) showSteps(process.stderr);
  return words.filter((word) => word !== '--quiet');
}

/**
 * Runs a command. Prints `usage` after a mistake in its arguments, and an unexpected error without what a visitor sent.
 */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    if (!isForOperator(error)) return console.error(describeError(error));
    const isUsage = error instanceof UsageError || String((error as { code?: string }).code).startsWith('ERR_PARSE');
    console.error([error.message, ...(isUsage ? [usage] : [])].filter(Boolean).join('\n\n'));
  }
}
