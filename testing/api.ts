import { randomInt, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { ApiContext } from '../api/context.ts';
import { createCallEndpoint } from '../api/http/call-endpoint.ts';
import { createInProcessClient } from '../api/http/in-process-client.ts';
import { createApi } from '../api/http/plugin.ts';
import { type EntryOperation, getEntryApiPath } from '../contract/content/entry-paths.ts';
import type { TypeWithPages } from '../contract/content/entry-types.ts';
import { type Client, getRequestUrl } from '../contract/http/client.ts';
import { type Endpoint, endpoints } from '../contract/http/endpoints.ts';
import { errorBody } from '../contract/http/errors.ts';
import { parsePathPattern } from '../contract/http/path-pattern.ts';
import { createApiContext } from './api-context.ts';
import { makeDataFolder } from './data-folder.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  // The body was checked against the contract, and each test knows which operation it called.
  // biome-ignore lint/suspicious/noExplicitAny: the type depends on the address
  body: any;
}

export interface TestApi {
  app: FastifyInstance;
  ctx: ReturnType<typeof createApiContext>;
  database: TestDatabase;
  /** The folder of uploaded files; the first upload creates it. */
  filesFolder: string;
  /** Sends a request to the API, and checks the response against the contract's schema for its address and status. */
  get(url: string, options?: Partial<InjectOptions>): Promise<Answer>;
  close(): Promise<void>;
}

/** Returns the URL of an operation on a type of entry, with its inputs. */
export function getEntryUrl(
  type: TypeWithPages,
  operation: EntryOperation,
  input: Record<string, unknown> = {},
): string {
  const path = getEntryApiPath(type, operation);
  if (!path) throw new Error(`${type} has no ${operation}`);
  return getRequestUrl(path, input);
}

/** Returns the slugs of a response's items, in order. */
export function getSlugs(answer: Answer): string[] {
  return answer.body.items.map(({ slug }: { slug: string }) => slug);
}

/** Returns the names of the inputs that an error response lists. */
export function getInvalidFields(answer: Answer): string[] {
  return [...new Set<string>((answer.body.error?.fields ?? []).map(({ path }: { path: string }) => path))];
}

function findEndpoint(url: string, method: string): Endpoint | undefined {
  const [path = ''] = url.split('?', 1);
  return endpoints.find((endpoint) =>
    [endpoint.path, endpoint.alias].some(
      (known) => known && endpoint.method === method && parsePathPattern(known).expression.test(path),
    ),
  );
}

/** The last /48 of this process. It begins at random, because another process may test the same site. */
let lastNetwork = randomInt(0x10000);

/** Returns the address of a visitor from another customer network than before, because limits count each. */
export function getUniqueIpAddress(): string {
  lastNetwork = (lastNetwork + 1) % 0x10000;
  return `2001:db8:${lastNetwork.toString(16)}:${randomInt(0x10000).toString(16)}::1`;
}

/** Returns a client of the API's endpoints in this process, as the site's pages use it. */
export function createTestClient(ctx: ApiContext, address = getUniqueIpAddress()): Client {
  return createInProcessClient({
    callEndpoint: createCallEndpoint(ctx),
    caller: { address, userAgent: '', refusesTracking: false, actor: null },
    requestId: randomUUID(),
    log: pino({ enabled: false }),
    openApi: () => {
      throw new Error('Only a server has the API document');
    },
  });
}

/** Opens the API on an empty database of its own. */
export async function openTestApi(): Promise<TestApi> {
  const database = await openTestDatabase();
  const folder = await makeDataFolder('site-api-');
  const ctx = createApiContext(database.db, folder);
  const app = await createApi(ctx);
  return {
    app,
    ctx,
    database,
    filesFolder: join(folder, 'files'),
    get: async (url, options = {}) => {
      const method = options.method ?? 'GET';
      const answer = await app.inject({ url, method, remoteAddress: getUniqueIpAddress(), ...options });
      const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
      const body = answer.payload && method !== 'HEAD' ? answer.json() : null;
      expect(headers['x-request-id']).toMatch(/^[\w-]{8,64}$/);
      if (answer.statusCode >= 400 && body) {
        expect(errorBody.parse(body)).toEqual(body);
        expect(body.error.requestId).toBe(headers['x-request-id']);
      } else if (body) {
        const endpoint = findEndpoint(url, method);
        if (endpoint) expect(answer.statusCode).toBe(endpoint.status);
        if (endpoint) expect(endpoint.output.parse(body)).toEqual(body);
      }
      return { status: answer.statusCode, headers, body };
    },
    close: async () => {
      await app.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
