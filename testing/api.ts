import { randomInt, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { expect } from 'vitest';
import { createCallEndpoint } from '../api/call-endpoint.ts';
import type { ApiContext } from '../api/context.ts';
import { createApi } from '../api/http/create-api.ts';
import { createInProcessClient } from '../api/in-process-client.ts';
import { type Client, getRequestUrl } from '../contract/client.ts';
import { type Endpoint, endpoints } from '../contract/endpoints.ts';
import { type EntryOperation, getEntryApiPath } from '../contract/entry-paths.ts';
import type { EntryType } from '../contract/entry-types.ts';
import { errorBody } from '../contract/errors.ts';
import { parsePathPattern } from '../contract/path-pattern.ts';
import { apiContext, filesFolder } from './api-context.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  // Each test knows what it asked for; the shape itself was checked against the contract.
  // biome-ignore lint/suspicious/noExplicitAny: an answer's type depends on the address
  body: any;
}

export interface TestApi {
  app: FastifyInstance;
  ctx: ApiContext;
  database: TestDatabase;
  /** Asks through the API's door; every answer is held against the contract's schema for its address and status. */
  get(url: string, options?: Partial<InjectOptions>): Promise<Answer>;
  close(): Promise<void>;
}

/** Address of an operation on a type of entry with its inputs. */
export function entryUrl(type: EntryType, operation: EntryOperation, input: Record<string, unknown> = {}): string {
  const path = getEntryApiPath(type, operation);
  if (!path) throw new Error(`${type} has no ${operation}`);
  return getRequestUrl(path, input);
}

/** The slugs of an answer's items, in its order. */
export function slugsOf(answer: Answer): string[] {
  return answer.body.items.map(({ slug }: { slug: string }) => slug);
}

/** The names of the inputs an answer says are at fault. */
export function faultyFields(answer: Answer): string[] {
  return [...new Set<string>((answer.body.error?.fields ?? []).map(({ path }: { path: string }) => path))];
}

function endpointOf(url: string, method: string): Endpoint | undefined {
  const [path = ''] = url.split('?', 1);
  return endpoints.find((endpoint) =>
    [endpoint.path, endpoint.alias].some(
      (known) => known && endpoint.method === method && parsePathPattern(known).expression.test(path),
    ),
  );
}

/** The address of a visitor nobody else is: limits count for each apart. */
export function anyAddress(): string {
  const group = () => randomInt(0x10000).toString(16);
  return `2001:db8:${group()}:${group()}::1`;
}

/** Returns a client of the API's endpoints in this process, as the site's pages use it. */
export function inProcessClient(ctx: ApiContext, address = anyAddress()): Client {
  return createInProcessClient({
    callEndpoint: createCallEndpoint(ctx),
    caller: { address, userAgent: '', refusesTracking: false },
    requestId: randomUUID(),
    log: pino({ enabled: false }),
    openApi: () => {
      throw new Error('Only a server has the API document');
    },
  });
}

/** The API on an empty database of its own. */
export async function openTestApi(): Promise<TestApi> {
  const database = await openTestDatabase();
  const ctx = apiContext(database.db);
  const app = await createApi(ctx);
  return {
    app,
    ctx,
    database,
    get: async (url, options = {}) => {
      const method = options.method ?? 'GET';
      const answer = await app.inject({ url, method, remoteAddress: anyAddress(), ...options });
      const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
      const body = answer.payload && method !== 'HEAD' ? answer.json() : null;
      expect(headers['x-request-id']).toMatch(/^[\w-]{8,64}$/);
      if (answer.statusCode >= 400 && body) {
        expect(errorBody.parse(body)).toEqual(body);
        expect(body.error.requestId).toBe(headers['x-request-id']);
      } else if (body) {
        const endpoint = endpointOf(url, method);
        if (endpoint) expect(answer.statusCode).toBe(endpoint.status);
        if (endpoint) expect(endpoint.output.parse(body)).toEqual(body);
      }
      return { status: answer.statusCode, headers, body };
    },
    close: async () => {
      await app.close();
      await database.close();
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
}
