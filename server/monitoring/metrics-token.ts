import { createHash, timingSafeEqual } from 'node:crypto';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether a request sent `METRICS_TOKEN` as a bearer; takes the same time for every other text. Without the setting: no. */
export function hasMetricsToken(authorization: string | undefined, token: string | undefined): boolean {
  return token !== undefined && timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
