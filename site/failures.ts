import { data, redirect } from 'react-router';
import { isApiFailure } from '../contract/http/client.ts';

/** The details that the error screen shows beside the status. */
export interface RouteFailure {
  message: string | null;
  /** The heading of the screen, which then shows `message` below it; without it, the status decides both. */
  heading?: string | undefined;
  requestId: string | null;
  /** Whether the visitor's connection, and not the server, is the likely cause. */
  offline: boolean;
  /** Links that may help the visitor at this address. */
  links: { href: string; label: string }[];
  /** Fields of a submitted form that was not stored, so that the visitor can copy them. */
  typed?: Record<string, string> | undefined;
}

/** Returns the header `Retry-After` (RFC 9110, section 10.2.3), or no header without a delay. */
export function createRetryAfterHeader(seconds: number | null | undefined): Record<string, string> {
  return seconds ? { 'retry-after': String(seconds) } : {};
}

/** Creates the response that a loader throws to show the error screen with a status. `retryAfter` is in seconds. */
export function createFailure(status: number, details: Partial<RouteFailure> = {}, retryAfter: number | null = null) {
  return data({ message: null, requestId: null, offline: false, links: [], ...details } satisfies RouteFailure, {
    status,
    headers: createRetryAfterHeader(retryAfter),
  });
}

/**
 * Creates the response that a loader throws if the address has moved permanently. The old address never enters the
 * history: a history `replace` would remove the page from which the visitor came.
 */
export function createRedirect(address: string): Response {
  return redirect(address, 308);
}

/**
 * Returns the status to show for a status of the API. An address that the API rejects is a page that does not exist.
 */
export function getShownStatus(status: number): number {
  if (status === 400 || status === 414) return 404;
  return status === 502 || status === 504 ? 503 : status;
}

/** Converts a failed API call to the error of a route; returns every other error unchanged. */
export function toRouteFailure(error: unknown): unknown {
  if (!isApiFailure(error) || error.kind === 'cancelled') return error;
  if (error.kind === 'network' || error.kind === 'timeout')
    return createFailure(503, { offline: typeof document !== 'undefined' });
  return createFailure(
    getShownStatus(error.status ?? 500),
    { message: error.message, requestId: error.requestId },
    error.retryAfter,
  );
}
