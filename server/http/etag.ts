import { createHash } from 'node:crypto';

/** Returns a strong validator (RFC 9110, section 8.8.1): it changes when the bytes change, and only then. */
export function createEtag(bytes: Buffer | string): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
}

/** Returns whether an If-None-Match header (RFC 9110, section 13.1.2) names this validator. */
export function matchesEtag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  if (condition === etag || condition.trim() === '*') return true;
  return condition.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}
