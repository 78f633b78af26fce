/**
 * An error that keeps a site or a command from starting. Its message is one line for the operator, printed without a
 * stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
