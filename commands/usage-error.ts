/** A mistake in a command's arguments; printed with the usage of the command and without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
