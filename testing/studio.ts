import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { ApiContext, Caller } from '../api/context.ts';
import { users } from '../api/db/studio-tables.ts';
import { createCallEndpoint } from '../api/http/call-endpoint.ts';
import { createInProcessStudioClient } from '../api/http/in-process-client.ts';
import { startSession } from '../api/people/sessions.ts';
import { type ApiFailure, createClient, isApiFailure } from '../contract/http/client.ts';
import type { StudioClient } from '../contract/studio/client.ts';
import { createStudioClient } from '../contract/studio/create-client.ts';
import type { Role } from '../contract/studio/permissions.ts';
import { getUniqueIpAddress } from './api.ts';
import { createSessionHeaders } from './studio-api.ts';

/** A user of the Studio with a session of their own. */
export interface TestUser {
  id: number;
  name: string;
  /** The token of the session, as its cookie holds it. */
  token: string;
  /** Calls the Studio's API as this user, in this process. */
  client: StudioClient;
}

const makeVisitor = (): Caller => ({
  address: getUniqueIpAddress(),
  userAgent: '',
  refusesTracking: false,
  actor: null,
});

/** Creates a user with a role, and signs them in. */
export async function makeUser(ctx: ApiContext, role: Role, name = `The ${role.toLowerCase()}`): Promise<TestUser> {
  const email = `${randomUUID()}@example.com`;
  const [user] = await ctx.db.insert(users).values({ name, email, role }).returning();
  if (!user) throw new Error('The user was not stored');
  let token = '';
  const setSessionToken = (value: string | null) => {
    token = value ?? '';
  };
  await startSession(ctx, user.id, { ...makeVisitor(), setSessionToken });
  const actor = { userId: user.id, name, email, role, sessionId: randomUUID(), isConfirmed: true };
  const client = createInProcessStudioClient({
    callEndpoint: createCallEndpoint(ctx),
    caller: { ...makeVisitor(), actor },
    requestId: randomUUID(),
    log: pino({ enabled: false }),
  });
  return { id: user.id, name, token, client };
}

/** Withdraws an entry, or shows it again, at its latest version. */
export async function withdrawEntry(studio: StudioClient, id: number, isWithdrawn = true) {
  const { version } = (await studio.call('openEntry', { id })).entry;
  return studio.call('withdrawEntry', { id, version, isWithdrawn });
}

export async function renameEntry(studio: StudioClient, id: number, slug: string) {
  const { version } = (await studio.call('openEntry', { id })).entry;
  return studio.call('renameEntry', { id, version, slug });
}

/** Returns a client that calls the Studio's API over HTTP, with the session of a user. */
export function createHttpStudioClient(address: string | (() => string), token: string): StudioClient {
  const origin = typeof address === 'string' ? () => address : address;
  const { send } = createClient({
    baseUrl: '',
    xsrfToken: () => createSessionHeaders(token)['x-xsrf-token'] ?? null,
    fetch: (path, init) =>
      fetch(origin() + path, {
        ...init,
        headers: { ...(init?.headers as Record<string, string>), ...createSessionHeaders(token) },
      }),
  });
  return createStudioClient(send);
}

/** Returns the failure of a call; throws if it did not fail. */
export async function getFailure(call: Promise<unknown>): Promise<ApiFailure> {
  const failure = await call.catch((error: unknown) => error);
  if (!isApiFailure(failure)) throw new Error('did not fail', { cause: failure });
  return failure;
}
