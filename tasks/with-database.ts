import type { FilesContext } from '../api/context.ts';
import { ApiError } from '../api/errors.ts';
import { openDatabase } from '../server/database.ts';
import { openFileStore } from '../server/file-store.ts';
import { readSettings, type Settings, SettingsError } from '../server/settings.ts';

/** What a person typed wrong; printed without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Whether an error says to the person what to do otherwise: ours, or what Node says of a wrong option or file. */
function isPlain(error: unknown): error is Error {
  if (error instanceof UsageError || error instanceof ApiError || error instanceof SettingsError) return true;
  return error instanceof Error && 'code' in error && /^(?:ERR_PARSE_ARGS|E[A-Z]+$)/.test(String(error.code));
}

/**
 * Does a command's work on the installation's database and files, and closes them. What a person can put right is printed as one
 * message and the process ends with 1.
 */
export async function withDatabase(work: (ctx: FilesContext, settings: Settings) => Promise<void>): Promise<void> {
  const settings = readSettings();
  const database = await openDatabase(settings);
  try {
    await work({ db: database.db, files: await openFileStore(settings) }, settings);
  } finally {
    await database.close();
  }
}

/** Runs a command; `usage` is printed after an error of usage. */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!isPlain(error)) throw error;
    const isUsage = error instanceof UsageError || String((error as { code?: string }).code).startsWith('ERR_PARSE');
    console.error([error.message, ...(isUsage ? [usage] : [])].filter(Boolean).join('\n\n'));
    process.exitCode = 1;
  }
}
