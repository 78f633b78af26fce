import type { ErrorResponse } from 'react-router';

// React Router exports no public constructor of the errors that its error screens get, only `isRouteErrorResponse`,
// which recognises them by their fields. This is the only file that knows the private field, `internal`.

/** Creates the error that React Router makes of a thrown `data(…, { status })`, where no loader can throw one. */
export function createRouteError(status: number, data: unknown): ErrorResponse {
  const error: ErrorResponse & { internal: boolean } = { status, statusText: '', data, internal: false };
  return error;
}
