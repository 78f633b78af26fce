/** Returns whether a person closed the browser's dialog for passkeys, or has none for this site. */
export function isPasskeyAborted(error: unknown): boolean {
  const names = ['NotAllowedError', 'AbortError', 'InvalidStateError'];
  return error instanceof Error && (names.includes(error.name) || error.name === 'WebAuthnError');
}
