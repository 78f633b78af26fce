import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../api/db/connect.ts';
import { sessions, users } from '../api/db/studio-tables.ts';
import { startSession } from '../api/sessions/start.ts';
import { getRequestUrl } from '../contract/client.ts';
import { errorBody } from '../contract/errors.ts';
import { type StudioOperation, studioOperations } from '../contract/studio/operations.ts';
import { getStudioApiPath, type StudioOperationName, studioMethods } from '../contract/studio/paths.ts';
import { hasPermission, type Role, roles } from '../contract/studio/permissions.ts';

/** Sends one HTTP request: to a server on the network, or into a server of the test's process. */
export type SendRequest = (request: {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  payload?: string;
}) => Promise<{ status: number; body: string; location: string | null }>;

export interface AccessResult {
  /** How many combinations of caller and address were asked. */
  checked: number;
  /** One line for each combination that was allowed or refused wrongly. */
  wrong: string[];
}

const xsrf = 'a-token-of-the-proof';
const draftTitle = 'Draft of another author';
const names = Object.keys(studioOperations) as StudioOperationName[];

/** Screens, and what a role must be permitted to see each. */
const screens = [
  ['/studio', 'read-content'],
  ['/studio/content', 'read-content'],
  ['/studio/content/bulk', 'read-content'],
  ['/studio/content/deleted', 'read-content'],
  ['/studio/content/new/BLOG', 'read-content'],
  ['/studio/media', 'read-content'],
  ['/studio/redirects', 'read-content'],
  ['/studio/users', 'manage-users'],
  ['/studio/me', 'own-account'],
] as const;

interface Member {
  id: number;
  session: string;
}

/** Creates a user with a session, as a sign-in does. */
async function makeMember(db: Database, role: Role, name = role.toLowerCase()): Promise<Member> {
  const [user] = await db
    .insert(users)
    .values({ email: `${name}-${crypto.randomUUID()}@example.org`, name, role })
    .returning({ id: users.id });
  let session = '';
  const caller = { address: '', userAgent: '', refusesTracking: true, actor: null };
  const setSessionToken = (token: string | null) => {
    session = token ?? '';
  };
  const id = user?.id ?? 0;
  await startSession({ db }, id, { ...caller, setSessionToken });
  return { id, session };
}

/** Returns a hash of every table that a call could change. Sessions are left out, because `seen_at` is not a change. */
async function hashTables(db: Database): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name in ('users', 'passkeys', 'recovery_codes', 'join_links', 'passkey_challenges', 'entries',
          'revisions', 'drafts', 'draft_saves', 'former_slugs', 'media', 'former_media', 'categories', 'acts', 'share_links', 'bulk_acts', 'bulk_act_entries', 'kept_versions',
          'deleted_entries', 'deleted_saves', 'redirects') order by 1`,
  );
  const hash = createHash('sha256');
  for (const { name } of rows) {
    const table = sql.identifier(name);
    const result = await db.execute<{ hash: string | null }>(
      sql`select md5(string_agg(t::text, '' order by t::text)) as hash from ${table} t`,
    );
    hash.update(`${name}:${result.rows[0]?.hash}`);
  }
  return hash.digest('hex');
}

/** Creates the checks of one proof: what each caller may call, and that a refusal changed nothing. */
class AccessProof implements AccessResult {
  checked = 0;
  readonly wrong: string[] = [];
  private readonly db: Database;
  readonly send: SendRequest;

  constructor(db: Database, send: SendRequest) {
    this.db = db;
    this.send = send;
  }

  /**
   * Calls an operation with a session and headers; `input` is empty by default, so that an allowed call ends with 400.
   */
  call(name: StudioOperationName, session: string, headers: Record<string, string> = {}, input: object = {}) {
    const method = studioMethods[name];
    const path = getStudioApiPath(name);
    const cookie = [`XSRF-TOKEN=${xsrf}`, `studio=${session}`].join('; ');
    const body = operationOf(name).upload
      ? { type: 'multipart/form-data; boundary=end', text: '--end--\r\n' }
      : { type: 'application/json', text: JSON.stringify(input) };
    return this.send({
      method,
      url: method === 'GET' ? getRequestUrl(path, input as Record<string, unknown>) : path,
      headers: {
        cookie,
        'x-xsrf-token': xsrf,
        'sec-fetch-site': 'same-origin',
        ...(method === 'POST' ? { 'content-type': body.type } : {}),
        ...headers,
      },
      ...(method === 'POST' ? { payload: body.text } : {}),
    });
  }

  /** Expects that an answer refuses with a status and the error body, and that nothing changed. */
  async expectRefused(what: string, status: number, ask: () => ReturnType<SendRequest>): Promise<void> {
    this.checked += 1;
    const before = await hashTables(this.db);
    const answer = await ask();
    const isRefusal = answer.status === status && errorBody.safeParse(parseJson(answer.body)).success;
    if (!isRefusal) this.wrong.push(`${what}: ${answer.status} instead of ${status}: ${answer.body.slice(0, 200)}`);
    if ((await hashTables(this.db)) !== before) this.wrong.push(`${what}: was refused, and changed something`);
  }

  /** Expects that an answer is not a refusal by permission. The input may be refused. */
  async expectAllowed(what: string, ask: () => ReturnType<SendRequest>): Promise<void> {
    this.checked += 1;
    const { status, body } = await ask();
    if ([401, 403].includes(status) || status >= 500) this.wrong.push(`${what}: ${status}: ${body.slice(0, 200)}`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function operationOf(name: StudioOperationName): StudioOperation {
  return studioOperations[name];
}

/** Every role calls every operation. An allowed call has an empty input; a refused one has one that could do harm. */
async function checkRoles(proof: AccessProof, db: Database, entryId: number, victimId: number): Promise<void> {
  const harm = { id: entryId, role: 'OWNER', isDisabled: false, isWithdrawn: true, slug: 'taken-over' };
  const harmOf = (name: StudioOperationName) =>
    name === 'changeUser'
      ? { id: victimId, role: 'READER', isDisabled: true }
      : { ...harm, version: 'draft-1', at: '2030-01-01T00:00:00Z', name: 'Eve', email: 'eve@example.org' };
  for (const role of roles) {
    for (const name of names) {
      const { permission, needsConfirmation } = operationOf(name);
      // A member of their own for each call: signing out ends the session.
      const { id, session } = await makeMember(db, role);
      const what = `${role} calls ${name}`;
      if (permission === null || hasPermission(role, permission)) {
        await proof.expectAllowed(what, () => proof.call(name, session));
        if (needsConfirmation) {
          await db
            .update(sessions)
            .set({ confirmedAt: sql`now() - interval '11 minutes'` })
            .where(eq(sessions.userId, id));
          await proof.expectRefused(`${what} without a recent proof`, 403, () =>
            proof.call(name, session, {}, harmOf(name)),
          );
        }
      } else await proof.expectRefused(what, 403, () => proof.call(name, session, {}, harmOf(name)));
    }
  }
}

/** Owners in every state that must be refused call every operation. */
async function checkStates(proof: AccessProof, db: Database): Promise<void> {
  const owner = await makeMember(db, 'OWNER');
  const disabled = await makeMember(db, 'OWNER', 'disabled');
  await db.update(users).set({ disabledAt: sql`now()` }).where(eq(users.id, disabled.id));
  const idle = await makeMember(db, 'OWNER', 'idle');
  await db.update(sessions).set({ seenAt: sql`now() - interval '61 minutes'` }).where(eq(sessions.userId, idle.id));
  const old = await makeMember(db, 'OWNER', 'old');
  await db.update(sessions).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(sessions.userId, old.id));
  const strangers = { nobody: '', 'a guessed session': 'A'.repeat(43), disabled, idle, old };
  for (const name of names) {
    const isPost = studioMethods[name] === 'POST';
    if (operationOf(name).permission !== null)
      for (const [state, member] of Object.entries(strangers)) {
        const session = typeof member === 'string' ? member : member.session;
        await proof.expectRefused(`${state} calls ${name}`, 401, () => proof.call(name, session));
      }
    const foreign: Record<string, Record<string, string>> = {
      'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      'a sibling site': { 'sec-fetch-site': 'same-site', origin: 'https://other.site.example' },
      ...(isPost ? { 'a page without the XSRF token': { 'x-xsrf-token': '' } } : {}),
    };
    for (const [from, headers] of Object.entries(foreign))
      await proof.expectRefused(`${from} calls ${name} for an owner`, 403, () =>
        proof.call(name, owner.session, headers),
      );
  }
}

/** An author, and everybody who may not write, tries to change a draft of somebody else. */
async function checkForeignDrafts(proof: AccessProof, db: Database, entryId: number): Promise<void> {
  const writes: [StudioOperationName, object][] = [
    ['saveDraft', { version: 'draft-1', content: emptyContent }],
    ['discardDraft', { version: 'draft-1' }],
    ['restoreVersion', { version: 'draft-1', restored: 'draft-1' }],
    ['keepVersion', { version: 'draft-1', label: 'Kept' }],
    ['deleteEntry', { version: 'draft-1' }],
  ];
  for (const role of roles.filter((each) => !hasPermission(each, 'publish')))
    for (const [name, input] of writes) {
      const { session } = await makeMember(db, role);
      await proof.expectRefused(`${role} calls ${name} on somebody else’s entry`, 403, () =>
        proof.call(name, session, {}, { id: entryId, ...input }),
      );
    }
}

const emptyContent = {
  title: 'Taken over',
  summary: '',
  body: '',
  author: null,
  category: null,
  keywords: [],
  interests: [],
  position: 0,
  revisedAt: null,
  fields: {},
};

/** Every role opens every screen, and so do people who are not signed in. */
async function checkScreens(proof: AccessProof, db: Database, entryId: number): Promise<void> {
  const ofEntry = [
    ['', 'read-content'],
    ['/history', 'read-content'],
    ['/history/draft-1', 'read-content'],
    ['/delete', 'read-content'],
    ['/withdraw', 'publish'],
  ] as const;
  const own = ofEntry.map(([path, permission]) => [`/studio/content/${entryId}${path}`, permission] as const);
  for (const [url, permission] of [...screens, ...own]) {
    for (const role of [...roles, null]) {
      proof.checked += 1;
      const session = role ? (await makeMember(db, role)).session : '';
      const { status, location } = await proof.send({
        method: 'GET',
        url,
        headers: { cookie: `studio=${session}`, accept: 'text/html' },
      });
      const expected = role === null ? 302 : hasPermission(role, permission) ? 200 : 403;
      const isRight = status === expected && (role !== null || location?.startsWith('/studio/sign-in') === true);
      if (!isRight) proof.wrong.push(`${role ?? 'nobody'} opens ${url}: ${status} instead of ${expected}`);
    }
  }
}

/** A preview shows drafts and other moments, so nobody who is not signed in may see it. */
async function checkStrangersPreview(proof: AccessProof, entryId: number): Promise<void> {
  const previews = [
    `?entry=${entryId}`,
    '?path=/&at=2090-01-01T00:00',
    `/social-images/PAGE/home.png?entry=${entryId}`,
    '/drawings/plate/PAGE/home.svg?at=2090-01-01T00:00',
  ];
  for (const [session, preview] of ['', 'A'.repeat(43)].flatMap((each) => previews.map((url) => [each, url]))) {
    const url = `/studio/preview${preview}`;
    proof.checked += 1;
    // The refusal is the site's own error page.
    const { status, body } = await proof.send({ method: 'GET', url, headers: { cookie: `studio=${session}` } });
    if (status !== 401 || body.includes(draftTitle)) proof.wrong.push(`a stranger opens ${url}: ${status}`);
  }
}

/**
 * Asks every Studio operation and screen as every role, and as callers who must be refused, and compares the answers
 * with `contract/studio/permissions.ts`. The server must have no limits on attempts that this many calls reach.
 */
export async function proveStudioAccess(
  db: Database,
  send: SendRequest,
  { withScreens }: { withScreens: boolean },
): Promise<AccessResult> {
  const proof = new AccessProof(db, send);
  const [author, victim] = [await makeMember(db, 'AUTHOR', 'other author'), await makeMember(db, 'OWNER', 'victim')];
  const created = await proof.call('createEntry', author.session, {}, { type: 'BLOG', title: draftTitle });
  const entryId = (parseJson(created.body) as { id?: number } | null)?.id;
  if (!entryId) throw new Error(`The entry was not created: ${created.body}`);
  await checkRoles(proof, db, entryId, victim.id);
  await checkStates(proof, db);
  await checkForeignDrafts(proof, db, entryId);
  if (withScreens) {
    await checkScreens(proof, db, entryId);
    await checkStrangersPreview(proof, entryId);
  }
  return { checked: proof.checked, wrong: proof.wrong };
}
