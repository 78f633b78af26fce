/**
 * Returns whether a passkey was neither used nor created: the person closed the browser's dialog, has no passkey for
 * this site, or the device already has the passkey that would be created.
 */
export function isPasskeyAborted(error: unknown): boolean {
  const names = ['NotAllowedError', 'AbortError', 'InvalidStateError'];
  return error instanceof Error && (names.includes(error.name) || error.name === 'WebAuthnError');
}
