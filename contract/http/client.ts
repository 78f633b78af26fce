import type { z } from 'zod';
import type { entryOperations } from '../content/entry-operations.ts';
import { type EntryOperation, getEntryApiPath } from '../content/entry-paths.ts';
import type { EntryCard, EntryDetail } from '../content/entry-shapes.ts';
import type { TypeWithPages } from '../content/entry-types.ts';
import type { Challenge } from '../forms/submission-shapes.ts';
import { type UploadedFile, uploadField } from '../forms/uploads.ts';
import type { ErrorBody, ErrorCode, FieldError } from './errors.ts';
import type { OpenApiDocument } from './openapi.ts';
import type { OperationName, operations } from './operations.ts';
import { type ClientOperationName, paths, tokenlessPaths, writeNames } from './paths.table.ts';

/** The five ways a call can fail (specification, section 8): no answer, time-out, cancelled, 4xx, 5xx. */
export type FailureKind = 'network' | 'timeout' | 'cancelled' | 'client' | 'server';

/** The error of every failed call. `message` is never empty. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly kind: FailureKind;
  readonly status: number | null;
  readonly code: ErrorCode | null;
  readonly fields: FieldError[];
  /** The request to name to support; null unless the server failed, because every other failure explains itself. */
  readonly requestId: string | null;
  /** Seconds after which to try again, if the answer has them. */
  readonly retryAfter: number | null;
  /** A challenge whose solution lets the same form through, if the answer has one. */
  readonly challenge: Challenge | null;

  constructor(
    kind: FailureKind,
    message: string,
    answer?: {
      status: number;
      error?: Partial<ErrorBody['error']> | undefined;
      requestId: string | null;
      retryAfter?: string | null;
    },
  ) {
    super(message);
    this.kind = kind;
    this.status = answer?.status ?? null;
    this.code = answer?.error?.code ?? null;
    this.fields = answer?.error?.fields ?? [];
    this.requestId = kind === 'server' ? (answer?.error?.requestId ?? answer?.requestId ?? null) : null;
    this.challenge = answer?.error?.challenge ?? null;
    this.retryAfter = /^\d{1,6}$/.test(answer?.retryAfter ?? '') ? Number(answer?.retryAfter) : null;
  }
}

function createNetworkFailure(cause: unknown): ApiFailure {
  // The error text of a browser, such as “Failed to fetch”, is not for users.
  const failure = new ApiFailure('network', 'The server could not be reached. Check the connection, then try again.');
  failure.cause = cause;
  return failure;
}

/** Returns whether an error is a failed call. Compares the name, because a bundle may hold a copy of the class. */
export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof Error && error.name === 'ApiFailure';
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds; 0, the default, never times out (specification, section 7: no timeout). */
  timeout?: number;
  /** Continues after the page is left, with low priority. */
  inBackground?: boolean;
}

export interface UploadOptions extends CallOptions {
  /** Receives the sent share of the body, 0 to 1; in a browser only. */
  onProgress?: (share: number) => void;
}

type Output<S> = S extends z.ZodType ? z.output<S> : never;
type Operations = typeof operations;
/** The input of a call: the body of a POST, or path and query parameters. */
type CallInput<N extends OperationName> = Operations[N] extends { body: infer B extends z.core.$ZodType }
  ? z.input<B>
  : z.input<Operations[N]['input']>;
type EntryOutput<T extends TypeWithPages, O extends EntryOperation> = O extends 'item'
  ? EntryDetail<T>
  : O extends 'metaKeys'
    ? Output<(typeof entryOperations)['metaKeys']['output']>
    : O extends 'list' | 'byCategory'
      ? { items: EntryCard<T>[]; page: number; size: number; total: number }
      : { items: EntryCard<T>[] };

export interface Client {
  /** Calls an operation on one type of entry. */
  entries<T extends TypeWithPages, O extends EntryOperation>(
    type: T,
    operation: O,
    input: z.input<(typeof entryOperations)[O]['input']>,
    options?: CallOptions,
  ): Promise<EntryOutput<T, O>>;
  /** Calls any other operation by its name in `operations.ts`. */
  call<N extends ClientOperationName>(
    name: N,
    input: CallInput<N>,
    options?: CallOptions,
  ): Promise<z.output<Operations[N]['output']>>;
  /** Uploads files in one call; returns them in order, with the tokens that forms send. */
  upload(files: readonly File[], options?: UploadOptions): Promise<UploadedFile[]>;
  /**
   * Returns the XSRF token, a secret of this browser that survives a reload; null if the browser keeps no cookies. Only
   * the clients of browsers have this method.
   */
  getXsrfToken?(): Promise<string | null>;
  /** Returns the API document, as served at `/api/openapi.json`. */
  openApi(options?: CallOptions): Promise<OpenApiDocument>;
}

export interface ClientSettings {
  /** Origin of the backend; '' for the page's own origin. */
  baseUrl: string;
  /** Origin for writes and their XSRF cookie, where it differs. */
  writeUrl?: string;
  fetch: typeof globalThis.fetch;
  /** Reads the XSRF-TOKEN cookie, which every write sends back as X-XSRF-TOKEN. */
  xsrfToken?: () => string | null;
}

/** Puts flat input into the `{name}` places of a path and the rest into the query; undefined values are left out. */
export function getRequestUrl(path: string, input: Record<string, unknown>): string {
  const rest = new URLSearchParams();
  let address = path;
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    if (address.includes(`{${name}}`)) address = address.replace(`{${name}}`, encodeURIComponent(String(value)));
    else rest.set(name, String(value));
  }
  const query = rest.toString();
  return query ? `${address}?${query}` : address;
}

/** Parses JSON; undefined for other text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends one request and returns the parsed answer; throws `ApiFailure`. */
export type Send = (
  method: string,
  path: string,
  input: Record<string, unknown> | FormData,
  options?: CallOptions,
  fetch?: typeof globalThis.fetch,
) => Promise<unknown>;

/**
 * Creates a typed client with the specification's defaults: JSON accept header, no timeout, XSRF pair, success for
 * 200…299. `send` sends any other request in the same way.
 */
export function createClient(settings: ClientSettings): Client & { send: Send } {
  const { baseUrl, writeUrl = baseUrl } = settings;
  let cookieRequest: Promise<unknown> | null = null;

  /** Returns the XSRF token. Its cookie is set when a form is first used, never on a page that caches may store. */
  async function getXsrfToken(): Promise<string | null> {
    if (!settings.xsrfToken?.()) {
      // Concurrent calls share one request for the cookie: a second cookie would invalidate the first call's token.
      cookieRequest ??= settings
        .fetch(writeUrl + paths.formToken, { headers: { accept: 'application/json' } })
        .catch((cause: unknown) => {
          throw createNetworkFailure(cause);
        })
        .finally(() => {
          cookieRequest = null;
        });
      await cookieRequest;
    }
    return settings.xsrfToken?.() ?? null;
  }

  async function send(
    method: string,
    path: string,
    input: Record<string, unknown> | FormData,
    options: CallOptions = {},
    fetch = settings.fetch,
  ): Promise<unknown> {
    const headers: Record<string, string> = { accept: 'application/json' };
    const isRead = method === 'GET';
    const isMultipart = input instanceof FormData;
    // The browser sets the type of a multipart body, with its boundary.
    if (!isRead && !isMultipart) headers['content-type'] = 'application/json';
    if (!isRead && !tokenlessPaths.includes(path)) {
      const token = await getXsrfToken();
      if (token) headers['x-xsrf-token'] = token;
    }

    const late = options.timeout ? AbortSignal.timeout(options.timeout) : null;
    const signals = [options.signal, late].filter((signal) => signal != null);
    const ignoreBodyError = (cause: unknown) => {
      if (signals.some(({ aborted }) => aborted)) throw cause;
      return '';
    };
    let response: Response;
    let text: string;
    try {
      response = await fetch(isRead && !isMultipart ? baseUrl + getRequestUrl(path, input) : writeUrl + path, {
        method,
        headers,
        ...(isRead ? {} : { body: isMultipart ? input : JSON.stringify(input) }),
        ...(options.inBackground ? { keepalive: true, priority: 'low' as const } : {}),
        signal: signals.length > 0 ? AbortSignal.any(signals) : null,
      });
      // The status decides about a failure, also where the body is incomplete.
      text = await (response.ok ? response.text() : response.text().catch(ignoreBodyError));
    } catch (cause) {
      if (late?.aborted && !options.signal?.aborted) {
        throw new ApiFailure('timeout', `No answer within ${options.timeout} ms`);
      }
      if (options.signal?.aborted) throw new ApiFailure('cancelled', 'The call was cancelled');
      throw createNetworkFailure(cause);
    }
    const body = parseJson(text);
    if (response.ok) {
      // A write succeeds by its status alone. Callers read fields of an object, so other bodies become an empty object.
      if (!isRead) return typeof body === 'object' && body !== null ? body : {};
      // 202 and 204 may have no body.
      if (body !== undefined || text === '') return body ?? null;
      // A read without JSON was answered by something else, such as a hotel's sign-in page.
      throw new ApiFailure('network', 'The answer did not come from the service');
    }
    const error = (body as Partial<ErrorBody> | undefined)?.error;
    const kind = response.status >= 500 ? 'server' : 'client';
    throw new ApiFailure(kind, error?.message || `The server answered ${response.status}`, {
      status: response.status,
      error,
      requestId: response.headers.get('x-request-id'),
      retryAfter: response.headers.get('retry-after'),
    });
  }

  // The type of a result follows from its operation; the server has validated the result.
  return {
    send,
    entries: async (type, operation, input, options) => {
      const path = getEntryApiPath(type, operation);
      if (!path) throw new ApiFailure('client', `${type} has no operation ${operation}`);
      return (await send('GET', path, input, options)) as never;
    },
    call: async (name, input, options) => {
      const method = writeNames.includes(name) ? 'POST' : 'GET';
      return (await send(method, paths[name], input as Record<string, unknown>, options)) as never;
    },
    upload: async (files, { onProgress, ...options } = {}) => {
      const form = new FormData();
      for (const file of files) form.append(uploadField, file);
      // Only uploads load the code that reports progress; uploads also work without it.
      const canReport = onProgress && typeof XMLHttpRequest !== 'undefined';
      const code = canReport ? await import('./progress-fetch.ts').catch(() => null) : null;
      const fetch = code && onProgress ? code.fetchWithProgress(onProgress) : settings.fetch;
      return ((await send('POST', paths.uploadFiles, form, options, fetch)) as { files: UploadedFile[] }).files;
    },
    getXsrfToken,
    openApi: async (options) => (await send('GET', '/api/openapi.json', {}, options)) as OpenApiDocument,
  };
}
