/**
 * A reason for which a backup cannot be made, read or restored. Its message is for the operator, printed without a
 * stack.
 */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
