import { eq, sql } from 'drizzle-orm';
import type { ApiContext } from '../../api/context.ts';
import { sessions, users } from '../../api/db/studio-tables.ts';
import { type Endpoint, endpoints } from '../../contract/endpoints.ts';
import { hasPermission, type Permission, type Role, roles } from '../../contract/studio/permissions.ts';
import { makeUser, studioHeaders } from '../../testing/studio.ts';

const studioEndpoints = endpoints.filter(({ target }) => 'studio' in target);

/** Screens and the permission that their content needs; null: only a session. */
const screens: [string, Permission | null][] = [
  ['/studio', 'read-content'],
  ['/studio/content', 'read-content'],
  ['/studio/content/new/BLOG', null],
  ['/studio/users', 'manage-users'],
  ['/studio/me', 'own-account'],
];

interface Caller {
  name: string;
  role: Role | null;
  headers: Record<string, string>;
  /** Whether the request itself must be refused, whoever sends it. */
  isForged?: boolean;
}

async function makeCallers(ctx: ApiContext): Promise<Caller[]> {
  const callers: Caller[] = [{ name: 'signed out', role: null, headers: studioHeaders('') }];
  for (const role of roles) {
    const { token } = await makeUser(ctx, role);
    callers.push({ name: role, role, headers: studioHeaders(token) });
  }
  const idle = await makeUser(ctx, 'OWNER');
  await ctx.db.update(sessions).set({ seenAt: sql`now() - interval '61 minutes'` }).where(eq(sessions.userId, idle.id));
  const ended = await makeUser(ctx, 'OWNER');
  await ctx.db
    .update(sessions)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(sessions.userId, ended.id));
  const disabled = await makeUser(ctx, 'OWNER');
  await ctx.db.update(users).set({ disabledAt: sql`now()` }).where(eq(users.id, disabled.id));
  const owner = await makeUser(ctx, 'OWNER');
  const { 'x-xsrf-token': _, ...withoutToken } = studioHeaders(owner.token);
  return [
    ...callers,
    { name: 'idle for an hour', role: null, headers: studioHeaders(idle.token) },
    { name: 'older than a day', role: null, headers: studioHeaders(ended.token) },
    { name: 'disabled', role: null, headers: studioHeaders(disabled.token) },
    { name: 'guessed token', role: null, headers: studioHeaders('x'.repeat(43)) },
    {
      name: 'from another site',
      role: 'OWNER',
      headers: { ...studioHeaders(owner.token), 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      isForged: true,
    },
    { name: 'without the XSRF token', role: 'OWNER', headers: withoutToken, isForged: true },
  ];
}

/** Returns the status that an answer must have; null: anything but a refusal of access. */
function expectedStatus({ access, method }: Endpoint, { name, role, isForged }: Caller): number | null {
  // A read has no token; where it came from is checked for both.
  const isRefused = isForged && !(method === 'GET' && name === 'without the XSRF token');
  if (typeof access !== 'string' && role === null) return 401;
  if (isRefused) return 403;
  if (typeof access === 'string') return null;
  return role !== null && hasPermission(role, access.permission) ? null : 403;
}

async function callEndpoint(address: string, endpoint: Endpoint, { headers }: Caller): Promise<number> {
  const isRead = endpoint.method === 'GET';
  // An unknown entry: whoever is allowed is told so, and nothing changes.
  const answer = await fetch(`${address}${endpoint.path}${isRead ? '?id=999999999&q=x' : ''}`, {
    method: endpoint.method,
    headers: { ...headers, ...(isRead ? {} : { 'content-type': 'application/json' }) },
    ...(isRead ? {} : { body: '{"id":999999999}' }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Checks every caller at every endpoint and every screen. Signing out comes last, because it ends the session. */
export async function proveAccess(ctx: ApiContext, address: string): Promise<{ figures: string; wrong: string[] }> {
  const callers = await makeCallers(ctx);
  const wrong: string[] = [];
  let checked = 0;
  const check = (what: string, isRight: boolean, status: number) => {
    checked += 1;
    if (!isRight) wrong.push(`${what}: ${status}`);
  };
  const ordered = [...studioEndpoints].sort((a, b) => Number(a.id === 'signOut') - Number(b.id === 'signOut'));
  for (const caller of callers) {
    for (const [path, permission] of screens) {
      const { status } = await fetch(address + path, { headers: caller.headers, redirect: 'manual' });
      const isAllowed = caller.role !== null && (permission === null || hasPermission(caller.role, permission));
      check(`${caller.name} ${path}`, status === (caller.role === null ? 302 : isAllowed ? 200 : 403), status);
    }
    for (const endpoint of ordered) {
      const status = await callEndpoint(address, endpoint, caller);
      const expected = expectedStatus(endpoint, caller);
      const isRight = expected === null ? status !== 401 && status !== 403 && status < 500 : status === expected;
      check(`${caller.name} ${endpoint.id}`, isRight, status);
    }
  }
  const figures = `${callers.length} callers, ${studioEndpoints.length} endpoints, ${screens.length} screens: ${checked} combinations`;
  return { figures, wrong };
}
