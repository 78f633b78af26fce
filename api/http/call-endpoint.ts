import { z } from 'zod';
import { formatNumber } from '../../contract/content/number-text.ts';
import type { Endpoint } from '../../contract/http/endpoints.ts';
import type { FieldError } from '../../contract/http/errors.ts';
import { isPermitted } from '../../contract/studio/token-scopes.ts';
import { entryHandlers } from '../content/handlers.ts';
import type { ApiContext, Caller } from '../context.ts';
import { ApiError } from '../errors.ts';
import { createRateLimiters } from '../limit-rates.ts';
import { runByToken } from '../log/index.ts';
import { requireActor, requireConfirmed } from '../people/index.ts';
import { traceWork } from '../trace-work.ts';
import { handlers, studioHandlers } from './handlers.ts';
import { addRecord } from './logged-operations.ts';

/**
 * Calls an endpoint: checks the permission, counts the rate limit, validates the input, runs the handler and validates
 * the output. The input is texts by name for a read, parsed JSON for a write, and files for an upload. Throws
 * `ApiError`, or the database's error.
 */
export type CallEndpoint = (endpoint: Endpoint, input: unknown, caller: Caller) => Promise<unknown>;

type Handler = (ctx: ApiContext, input: never, caller: Caller) => Promise<unknown>;

function getHandler({ target }: Endpoint): Handler {
  if ('name' in target) return handlers[target.name];
  if ('studio' in target) return addRecord(target.studio, studioHandlers[target.studio]);
  const run = entryHandlers[target.operation];
  return (ctx, input) => run(ctx, target.entryType, input);
}

/** Throws unless the caller may call the endpoint. This is the only place where permissions are checked by endpoint. */
function checkAccess({ access, needsConfirmation }: Endpoint, caller: Caller): void {
  if (typeof access === 'string') return;
  if (!isPermitted(requireActor(caller), access.permission))
    throw new ApiError(
      'forbidden',
      caller.actor?.tokenId === undefined
        ? 'Your role does not permit this. An owner can change your role.'
        : 'The scopes of this token do not permit this.',
    );
  if (needsConfirmation) requireConfirmed(caller);
}

/** Limits of the unknown fields in an error: the sender chooses their number and names. */
const mostUnknown = 10;
const unknownLength = 60;

function describeUnknown(keys: readonly string[]): string {
  const named = keys.slice(0, mostUnknown).map((key) => key.slice(0, unknownLength).toWellFormed());
  const more = keys.length - named.length;
  return `Unknown fields: ${named.join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  const message = issue.code === 'unrecognized_keys' ? describeUnknown(issue.keys) : issue.message;
  return { path: issue.path.join('.'), message };
}

/** Returns the handler's input; throws `bad_request` that names each invalid field. */
function checkInput({ body, upload, input }: Endpoint, given: unknown): unknown {
  if (upload) return given;
  const checked = z.safeParse(body ?? input, given);
  if (checked.success) return checked.data;
  const fields = checked.error.issues.map(toFieldError);
  const paths = [...new Set(fields.map(({ path }) => path).filter(Boolean))].slice(0, mostUnknown);
  // The message is for people: `contactNumber` is “contact number”.
  const names = paths.map((path) => path.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)).join(', ');
  throw new ApiError('bad_request', `The request has fields that are not valid${names && `: ${names}`}.`, fields);
}

/** Returns the public fields of a result; throws if the result breaks the contract. */
function checkOutput({ id, output }: Endpoint, answer: unknown): unknown {
  const checked = z.safeEncode(output, answer);
  if (checked.success) return checked.data;
  throw new Error(`The answer of ${id} is not what the contract says`, { cause: checked.error });
}

/**
 * Creates the function that calls endpoints, used for HTTP and for pages in this process, so that both share rate
 * limits.
 */
export function createCallEndpoint(ctx: ApiContext, limits = createRateLimiters(ctx)): CallEndpoint {
  return async (endpoint, input, caller) => {
    if (caller.actor?.tokenId !== undefined) await limits('token', caller);
    checkAccess(endpoint, caller);
    if (endpoint.limit) await limits(endpoint.limit, caller);
    // A handler's input type belongs to its own endpoint, and the compiler does not know which endpoint this is.
    const run = async () => getHandler(endpoint)(ctx, checkInput(endpoint, input) as never, caller);
    const token = caller.actor?.tokenName;
    const answer = await traceWork(endpoint.id, {}, token === undefined ? run : () => runByToken(token, run));
    return checkOutput(endpoint, answer);
  };
}
