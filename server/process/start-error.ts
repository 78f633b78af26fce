/** What keeps a site or a command from starting, said in one line to the person who started it; printed without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
