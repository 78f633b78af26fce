import { data, redirect } from 'react-router';
import { isApiFailure } from '../contract/client.ts';

/** What the error screen shows beside the status. */
export interface RouteFailure {
  message: string | null;
  requestId: string | null;
  /** The visitor's own connection, not our server, is the likely cause. */
  offline: boolean;
  /** Links that help at this address. */
  links: { href: string; label: string }[];
  /** Fields of a form that was sent and not stored, so that the visitor does not lose them. */
  typed?: Record<string, string> | undefined;
}

/** Says when the same may be asked again (RFC 9110, section 10.2.3). */
export function waitHeader(seconds: number | null | undefined): Record<string, string> {
  return seconds ? { 'retry-after': String(seconds) } : {};
}

/** Thrown from a loader: shows the error screen with this status. */
export function failure(status: number, details: Partial<RouteFailure> = {}, retryAfter: number | null = null) {
  return data({ message: null, requestId: null, offline: false, links: [], ...details } satisfies RouteFailure, {
    status,
    headers: waitHeader(retryAfter),
  });
}

/**
 * Thrown from a loader: the address has moved for good. It never enters the history: the browser's router goes straight to
 * the new address, where a `replace` would lose the page the visitor came from.
 */
export function movedTo(address: string): Response {
  return redirect(address, 308);
}

/** The status a visitor is shown: an address that makes no sense to the API is a page that does not exist. */
export function shownStatus(status: number): number {
  if (status === 400 || status === 414) return 404;
  return status === 502 || status === 504 ? 503 : status;
}

/** Turns a failed API call into what the error screen understands; anything else passes as it is. */
export function asRouteFailure(error: unknown): unknown {
  if (!isApiFailure(error) || error.kind === 'cancelled') return error;
  if (error.kind === 'network' || error.kind === 'timeout')
    return failure(503, { offline: typeof document !== 'undefined' });
  return failure(
    shownStatus(error.status ?? 500),
    { message: error.message, requestId: error.requestId },
    error.retryAfter,
  );
}
