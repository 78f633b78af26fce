import { TOTP } from 'otpauth';

/** Returns how a code of an authenticator app is computed: RFC 6238 with the defaults of all apps. */
function createTotp(secret: string): TOTP {
  return new TOTP({ secret, digits: 6, period: 30, algorithm: 'SHA1' });
}

/**
 * Returns the counter of the period that a code belongs to, at most one period away from now; null for a wrong code.
 * The caller accepts each counter once (RFC 6238, section 5.2).
 */
export function findTotpCounter(secret: string, code: string): number | null {
  const totp = createTotp(secret);
  const delta = totp.validate({ token: code, window: 1 });
  return delta === null ? null : totp.counter() + delta;
}
