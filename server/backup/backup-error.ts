import { describeError } from '../process/describe-error.ts';

/** An error for which a backup cannot be made, read or restored. Its message is for the operator, without a stack. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Returns in one line why a backup failed. */
export function describeBackupFailure(error: unknown): string {
  return error instanceof BackupError ? error.message : (describeError(error).split('\n', 1)[0] ?? 'unknown');
}
