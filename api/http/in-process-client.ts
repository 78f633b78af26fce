import { addAbortListener } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { getEntryType } from '../../contract/content/entry-types.ts';
import { type UploadedFile, uploadLimits } from '../../contract/forms/uploads.ts';
import { ApiFailure, type CallOptions, type Client } from '../../contract/http/client.ts';
import { type Endpoint, endpoints } from '../../contract/http/endpoints.ts';
import type { OpenApiDocument } from '../../contract/http/openapi.ts';
import type { StudioClient } from '../../contract/studio/client.ts';
import type { UploadedPicture } from '../../contract/studio/picture-operations.ts';
import type { Caller } from '../context.ts';
import type { ReceivedFile } from '../messages/index.ts';
import type { CallEndpoint } from './call-endpoint.ts';
import { logServerError, toErrorResponse } from './handle-errors.ts';

const endpointsById = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));

/** Returns an endpoint by its id; throws like any client for an unknown id. */
export function findEndpoint(id: string): Endpoint {
  const endpoint = endpointsById.get(id);
  if (!endpoint) throw new ApiFailure('client', `There is no operation ${id}`);
  return endpoint;
}

export interface InProcessClientOptions {
  callEndpoint: CallEndpoint;
  /** The visitor for whom the calls are made, and whose rate limits count. */
  caller: Caller;
  /** The id of the visitor's request, for the log. */
  requestId: string;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  openApi: () => OpenApiDocument;
}

/**
 * Converts an input to the form in which it would arrive over HTTP, so that both kinds of calls are validated alike.
 * Path and query inputs are texts by name, and a body is JSON.
 */
function serializeAsHttp({ method }: Endpoint, input: object): unknown {
  if (method === 'POST') return JSON.parse(JSON.stringify(input));
  const given = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** Returns the result of `work`, or rejects when the call is cancelled or exceeds its timeout. */
async function runUntilAborted<T>(work: () => Promise<T>, { signal, timeout }: CallOptions): Promise<T> {
  const late = timeout ? AbortSignal.timeout(timeout) : null;
  const ends = [signal, late].filter((each) => each != null);
  if (ends.length === 0) return work();
  const createFailure = () =>
    late?.aborted && !signal?.aborted
      ? new ApiFailure('timeout', `No answer within ${timeout} ms`)
      : new ApiFailure('cancelled', 'The call was cancelled');
  const end = AbortSignal.any(ends);
  if (end.aborted) throw createFailure();
  const { promise, reject } = Promise.withResolvers<never>();
  using _listening = addAbortListener(end, () => reject(createFailure()));
  return await Promise.race([work(), promise]);
}

/** Calls an endpoint of this process by its id; throws `ApiFailure`. */
type InProcessCall = (id: string, input: object, options?: CallOptions) => Promise<unknown>;

function createInProcessCall({
  callEndpoint,
  caller,
  requestId,
  log,
}: Omit<InProcessClientOptions, 'openApi'>): InProcessCall {
  return async (id, input, options = {}) => {
    const endpoint = findEndpoint(id);
    return runUntilAborted(async () => {
      try {
        return await callEndpoint(endpoint, endpoint.upload ? input : serializeAsHttp(endpoint, input), caller);
      } catch (cause) {
        const { error, status, retryAfter } = toErrorResponse(cause);
        logServerError(log, error, { err: cause, reqId: requestId });
        throw new ApiFailure(status >= 500 ? 'server' : 'client', error.message, {
          status,
          error,
          requestId,
          retryAfter: retryAfter === null ? null : String(retryAfter),
        });
      }
    }, options);
  };
}

function readFiles(files: readonly File[]): Promise<ReceivedFile[]> {
  return Promise.all(
    files.map(async (file) => ({
      name: file.name,
      bytes: Buffer.from(await file.arrayBuffer()),
      isTooLarge: file.size > uploadLimits.bytes,
    })),
  );
}

/** Creates a client that calls endpoints in this process, with the same checks, limits and errors as over HTTP. */
export function createInProcessClient({ openApi, ...options }: InProcessClientOptions): Client {
  const call = createInProcessCall(options);
  // The type of a result follows from its operation; `callEndpoint` has validated the result.
  return {
    entries: async (type, operation, input, given) =>
      (await call(`${getEntryType(type).api.noun}.${operation}`, input, given)) as never,
    call: async (name, input, given) => (await call(name, input as object, given)) as never,
    upload: async (files, given) =>
      ((await call('uploadFiles', await readFiles(files), given)) as { files: UploadedFile[] }).files,
    openApi: async () => openApi(),
  };
}

/** Creates a client of the Studio's API in this process, for the user of the caller's session. */
export function createInProcessStudioClient(options: Omit<InProcessClientOptions, 'openApi'>): StudioClient {
  const call = createInProcessCall(options);
  // The type of a result follows from its operation, as in `createInProcessClient`.
  return {
    call: async (name, input, given) => (await call(name, input, given)) as never,
    uploadPictures: async (files, given) =>
      ((await call('uploadPictures', await readFiles(files), given)) as { items: UploadedPicture[] }).items,
  };
}
