import { ApiFailure } from '../contract/http/client.ts';
import type { FieldError } from '../contract/http/errors.ts';

/** Creates the failure of a form that cannot be accepted, with status 422 and the fields that are wrong. */
export function createFormFailure(message: string, fields: FieldError[] = []): ApiFailure {
  return new ApiFailure('client', message, { status: 422, requestId: null, error: { code: 'unprocessable', fields } });
}

/** Creates the failure of a form without some of its fields. An empty field is not missing. */
function createIncompleteFailure(names: readonly string[]): ApiFailure {
  const list = new Intl.ListFormat('en-GB').format(names.map((name) => `“${name}”`));
  return createFormFailure(`The form was sent without ${list}, so nothing was changed. Open this screen again.`);
}

/** Returns the named fields of a sent form. Throws a failure that names those that were not sent. */
export function readFields<N extends string>(form: Record<string, string>, ...names: N[]): Record<N, string> {
  const missing = names.filter((name) => form[name] === undefined);
  if (missing.length > 0) throw createIncompleteFailure(missing);
  // The check above has found every name in the form.
  return form as Record<N, string>;
}

/** Returns a field of a sent form whose values are known. Throws a failure for a missing or an unknown value. */
export function readChoice<T extends string>(form: Record<string, string>, name: string, known: readonly T[]): T {
  const found = known.find((value) => value === form[name]);
  if (found === undefined) throw createIncompleteFailure([name]);
  return found;
}
