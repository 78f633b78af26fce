import { ApiError } from '../api/errors.ts';
import { BackupError } from '../server/backup/backup-error.ts';
import { describeError } from '../server/process/describe-error.ts';
import { StartError } from '../server/process/start-error.ts';
import { SettingsError } from '../server/settings.ts';
import { UsageError } from './usage-error.ts';

/** Returns whether an error tells the operator what to do: one of ours, or Node's error about a file. */
function isForOperator(error: unknown): error is Error {
  if ([UsageError, ApiError, SettingsError, StartError, BackupError].some((kind) => error instanceof kind)) return true;
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
}

/**
 * Prints why a command failed on standard error. Prints `usage` after a mistake in its arguments, and an unexpected
 * error without what a visitor sent.
 */
export function reportError(error: unknown, usage: string): void {
  if (!isForOperator(error)) console.error(describeError(error));
  else console.error([error.message, error instanceof UsageError ? usage : ''].filter(Boolean).join('\n\n'));
}
