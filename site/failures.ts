import { data, redirect } from 'react-router';
import type { ApiFailure } from '../contract/client.ts';

/** What the error screen shows beside the status. */
export interface RouteFailure {
  message: string | null;
  requestId: string | null;
  /** The visitor's own connection, not our server, is the likely cause. */
  offline: boolean;
  /** Links that help at this address. */
  links: { href: string; label: string }[];
}

/** Thrown from a loader: shows the error screen with this status. */
export function failure(status: number, details: Partial<RouteFailure> = {}) {
  return data({ message: null, requestId: null, offline: false, links: [], ...details } satisfies RouteFailure, { status });
}

/**
 * Thrown from a loader: the address has moved for good. It never enters the history: the browser's router goes straight to
 * the new address, where a `replace` would lose the page the visitor came from.
 */
export function movedTo(address: string): Response {
  return redirect(address, 308);
}

/** By name: on the server the client comes from outside this bundle, with a class of its own. */
function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof Error && error.name === 'ApiFailure';
}

/** Turns a failed API call into what the error screen understands; anything else passes as it is. */
export function asRouteFailure(error: unknown): unknown {
  if (!isApiFailure(error) || error.kind === 'cancelled') return error;
  if (error.kind === 'network' || error.kind === 'timeout') return failure(503, { offline: typeof document !== 'undefined' });
  const status = error.status ?? 500;
  // An address that makes no sense to the API is, to a visitor, a page that does not exist.
  const shown = status === 400 || status === 414 ? 404 : status;
  return failure(shown, { message: error.message, requestId: error.requestId });
}
