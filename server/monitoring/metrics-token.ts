import { createHash, timingSafeEqual } from 'node:crypto';

function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Returns whether a request sent `METRICS_TOKEN` as a bearer token, in constant time. Without the setting: false. */
export function hasMetricsToken(authorization: string | undefined, token: string | undefined): boolean {
  return token !== undefined && timingSafeEqual(hashText(authorization ?? ''), hashText(`Bearer ${token}`));
}
