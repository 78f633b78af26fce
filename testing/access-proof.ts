import { eq, type SQL, sql } from 'drizzle-orm';
import { getRunKey } from '../api/db/claim-run.ts';
import type { Database } from '../api/db/connect.ts';
import { sessions, users } from '../api/db/studio-tables.ts';
import { isLiveSession, startSession } from '../api/people/sessions.ts';
import { getRequestUrl } from '../contract/http/client.ts';
import { errorBody } from '../contract/http/errors.ts';
import { studioMethods } from '../contract/studio/methods.table.ts';
import type { StudioOperationName } from '../contract/studio/operations.ts';
import { type StudioOperation, studioOperations } from '../contract/studio/operations.ts';
import { getStudioApiPath } from '../contract/studio/paths.ts';
import type { Role } from '../contract/studio/permissions.ts';

/** Sends one HTTP request: to a server on the network, or into a server of the test's process. */
export type SendRequest = (request: {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  payload?: string;
}) => Promise<{ status: number; body: string; location: string | null }>;

export interface AccessResult {
  /** The number of combinations of a caller and an address that were tried. */
  checked: number;
  /** One line for each combination that was allowed or refused wrongly. */
  wrong: string[];
}

const xsrf = 'a-token-of-the-proof';

interface SignedInUser {
  id: number;
  session: string;
}

/** Creates a user with a session, as a sign-in does. */
export async function makeSignedInUser(db: Database, role: Role, name = role.toLowerCase()): Promise<SignedInUser> {
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

/** Creates the sessions that must not sign anybody in. Returns them by a description of their holders. */
export async function makeStrangers(db: Database): Promise<Record<string, string>> {
  const disabled = await makeSignedInUser(db, 'OWNER', 'disabled');
  await db.update(users).set({ disabledAt: sql`now()` }).where(eq(users.id, disabled.id));
  const idle = await makeSignedInUser(db, 'OWNER', 'idle');
  await db.update(sessions).set({ seenAt: sql`now() - interval '61 minutes'` }).where(eq(sessions.userId, idle.id));
  const old = await makeSignedInUser(db, 'OWNER', 'old');
  await db.update(sessions).set({ expiresAt: sql`now() - interval '1 second'` }).where(eq(sessions.userId, old.id));
  const guessed = 'A'.repeat(43);
  return {
    nobody: '',
    'a guessed session': guessed,
    'a disabled owner': disabled.session,
    'an idle owner': idle.session,
    'an owner after a day': old.session,
  };
}

/** The tables that a refused call may change, or that no call can change, with the reasons. */
const ignoredTables: Record<string, string> = {
  rate_limits: 'Refused calls count too.',
  cities: 'Only the first start of a server writes it, and its rows take long to hash.',
};

/** Columns that every call with a session or a token may change, or a job in the background, by their tables. */
const ignoredColumns: Record<string, string[]> = {
  sessions: ['seen_at'],
  api_tokens: ['used_on'],
  // The log is sealed a moment after an act.
  log_records: ['number', 'hash'],
};

/** SQL conditions by tables: only these rows are part of a hash, because maintenance jobs may change the others. */
const hashedRows: Record<string, SQL | undefined> = {
  sessions: isLiveSession,
  // `log_head` is the note of the seal.
  shared_values: sql`name <> 'log_head' and name not like ${`${getRunKey('')}%`}`,
};

/** Returns a hash of each table of the database by its name, without what a refused call may change. */
export async function hashTables(db: Database): Promise<Map<string, string | null>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const hashes = tables
    .filter(({ name }) => !Object.hasOwn(ignoredTables, name))
    .map(({ name }) => {
      const table = sql.identifier(name);
      const ignored = ignoredColumns[name];
      const row = ignored ? sql`(to_jsonb(${table}) - ${sql.param(ignored)}::text[])::text` : sql`${table}::text`;
      const hash = sql`md5(string_agg(${row}, '' order by ${row}))`;
      return sql`select ${name}::text as name, ${hash} as hash from ${table} where ${hashedRows[name] ?? sql`true`}`;
    });
  const rows = await db.transaction(async (tx) => {
    // Without this PostgreSQL compiles the statement, which takes a third of its time.
    await tx.execute(sql`set local jit = off`);
    return (await tx.execute<{ name: string; hash: string | null }>(sql.join(hashes, sql` union all `))).rows;
  });
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/** Returns the names of the tables that have changed since they were hashed. */
export async function listChangedTables(db: Database, before: Map<string, string | null>): Promise<string[]> {
  const after = await hashTables(db);
  return [...after.keys()].filter((name) => after.get(name) !== before.get(name));
}

/** Records what a proof has checked: which calls were allowed, and that refused calls changed nothing. */
export class AccessProof implements AccessResult {
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
    const cookie = [`XSRF-TOKEN=${xsrf}`, `studio=${session}`].join('; ');
    return this.request(name, { cookie, 'x-xsrf-token': xsrf, 'sec-fetch-site': 'same-origin', ...headers }, input);
  }

  /** Calls an operation as a program does that has a token and nothing else. */
  callByToken(name: StudioOperationName, secret: string, input: object = {}) {
    return this.request(name, { authorization: `Bearer ${secret}` }, input);
  }

  private request(name: StudioOperationName, headers: Record<string, string>, input: object) {
    const method = studioMethods[name];
    const path = getStudioApiPath(name);
    const body = getOperation(name).upload
      ? { type: 'multipart/form-data; boundary=end', text: '--end--\r\n' }
      : { type: 'application/json', text: JSON.stringify(input) };
    return this.send({
      method,
      url: method === 'GET' ? getRequestUrl(path, input as Record<string, unknown>) : path,
      headers: { ...(method === 'POST' ? { 'content-type': body.type } : {}), ...headers },
      ...(method === 'POST' ? { payload: body.text } : {}),
    });
  }

  /**
   * Records a problem unless each of a caller's calls is refused with a status and the error body, and if they change
   * anything. The tables are hashed once for all calls, because that takes ten times as long as a call.
   */
  async expectRefused(who: string, status: number, calls: Record<string, () => ReturnType<SendRequest>>) {
    const before = await hashTables(this.db);
    for (const [what, ask] of Object.entries(calls)) {
      this.checked += 1;
      const answer = await ask();
      const isRefusal = answer.status === status && errorBody.safeParse(parseJson(answer.body)).success;
      if (!isRefusal)
        this.wrong.push(`${who} ${what}: ${answer.status} instead of ${status}: ${answer.body.slice(0, 200)}`);
    }
    const changed = await listChangedTables(this.db, before);
    if (changed.length > 0)
      this.wrong.push(
        `${who} was refused, and changed ${changed.join(', ')} by one of: ${Object.keys(calls).join(', ')}`,
      );
  }

  /** Records a problem if a call is refused for lack of permission, or fails. Its input may be refused. */
  async expectAllowed(what: string, ask: () => ReturnType<SendRequest>): Promise<void> {
    this.checked += 1;
    const { status, body } = await ask();
    if ([401, 403].includes(status) || status >= 500) this.wrong.push(`${what}: ${status}: ${body.slice(0, 200)}`);
  }
}

/** Returns the value of a JSON text; null if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns an operation with the type that all operations share. */
export function getOperation(name: StudioOperationName): StudioOperation {
  return studioOperations[name];
}
