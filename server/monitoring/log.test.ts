import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Connection, connectDatabase } from '../../api/db/connect.ts';
import { paths, writeNames } from '../../contract/http/paths.table.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { makeEntry } from '../../testing/makers.ts';
import { fromPage } from '../../testing/sample-forms.ts';
import { openTestSite, type TestSite } from '../../testing/test-site.ts';
import { describeError } from '../process/describe-error.ts';

/** The personal data that the visitor of these tests sends. None of it may appear in a log. */
const person = {
  name: 'Zebedee Quillfeather',
  email: 'zebedee.quillfeather@personal.example',
  phone: '+44 20 7946 0958',
  company: 'Quillfeather Umbrellas',
  message: 'Our private turnover is eleven pounds, tell nobody.',
  file: 'umbrella-turnover.txt',
  query: 'umbrella turnover secrets',
};
const manage = `manage-token-of-zebedee.${'z'.repeat(43)}`;
const traces = /zebedee|quillfeather|umbrella|turnover|eleven pounds|79460958|7946 0958|tell nobody|zzzzzzzz/i;

let database: TestDatabase;
let connection: Connection;
let site: TestSite;
const printed: string[] = [];
beforeAll(async () => {
  for (const name of ['log', 'error', 'warn', 'info'] as const)
    vi.spyOn(console, name).mockImplementation((...words) => void printed.push(words.map(formatAsConsole).join(' ')));
  database = await openTestDatabase();
  for (const slug of ['home', 'contact-us', 'about-us']) await makeEntry(database, 'PAGE', { slug });
  connection = connectDatabase({ ...database.config, statementTimeout: 150 });
  site = await openTestSite({
    database: { ...database, ...connection, config: database.config },
    env: { TRUST_PROXY: '1' },
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await site?.close();
  await connection?.close();
  await database?.close();
});

/** Formats a value as `console` does: an error with all of its properties. */
function formatAsConsole(word: unknown): string {
  return word instanceof Error ? `${word.stack} ${JSON.stringify(word)} ${word.cause}` : String(word);
}

const makePersonForm = () => ({ name: person.name, email: person.email, key: randomUUID() });
const createBodies = () => {
  const slot = '2030-01-07T10:00:00.000Z';
  const timeZone = 'Europe/London';
  const phone = { contactNumber: person.phone, countryCode: '44', company: person.company };
  return {
    submitContact: { ...makePersonForm(), ...phone, message: person.message },
    submitEnquiry: { ...makePersonForm(), ...phone, subject: '/what-we-do/x', message: person.message },
    holdConsultation: { slot, timeZone },
    bookConsultation: { ...makePersonForm(), ...phone, slot, timeZone, message: person.message },
    requestConsultation: { ...makePersonForm(), ...phone, timeZone, message: person.message },
    cancelConsultation: { manage },
    moveConsultation: { manage, slot, timeZone },
    recordView: { contentType: 'BLOG', slug: 'x', query: person.query },
  } as const;
};

let visitors = 0;

function ask(path: string, init: RequestInit = {}): Promise<number> {
  visitors += 1;
  const headers = { ...fromPage, 'x-forwarded-for': `10.9.${visitors >> 8}.${visitors & 255}`, ...init.headers };
  return fetch(site.address + path, { ...init, headers, redirect: 'manual' }).then(async (answer) => {
    await answer.text();
    return answer.status;
  });
}

/** Sends every form in both ways, an upload, and the reads that contain what a person typed. */
async function sendEverything(): Promise<number[]> {
  const statuses: number[] = [];
  for (const [name, body] of Object.entries(createBodies())) {
    const path = paths[name as keyof typeof paths];
    const method = writeNames.includes(name) ? 'POST' : 'GET';
    const headers = { 'content-type': 'application/json' };
    statuses.push(await ask(path, { method, headers, body: JSON.stringify(body) }));
  }
  const files = new FormData();
  files.append('files', new File(['plain text'], person.file));
  statuses.push(await ask('/api/file/upload', { method: 'POST', body: files }));
  const page = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
  for (const [path, fields] of [
    ['/contact-us', createBodies().submitContact],
    ['/', createBodies().submitEnquiry],
    [`/book-a-free-consultation?manage=${manage}`, { ...createBodies().bookConsultation, manage }],
  ] as const) {
    const body = new URLSearchParams(Object.entries(fields).map(([key, value]) => [key, String(value)]));
    statuses.push(await ask(path, { method: 'POST', headers: page, body: body.toString() }));
  }
  const { email, phone } = person;
  const typed = new URLSearchParams({ email, contactNumber: phone, countryCode: '44', q: person.query, manage });
  for (const path of [paths.checkEmailPhone, '/search', '/book-a-free-consultation'])
    statuses.push(await ask(`${path}?${typed}`));
  return statuses;
}

const personalTables = [
  'submissions',
  'files',
  'consultations',
  'rate_limits',
  'views',
  'view_queries',
  'shared_values',
];

async function runOnTables(statement: (table: string) => string): Promise<void> {
  for (const table of personalTables) await database.pool.query(statement(table));
}

function breakTables(body: string): Promise<void> {
  return database.pool
    .query(`create or replace function break_it() returns trigger language plpgsql as $$ begin ${body} end $$`)
    .then(() =>
      runOnTables(
        (table) => `create trigger aaa_break before insert on ${table} for each row execute function break_it()`,
      ),
    );
}

describe('a log', { timeout: 120_000 }, () => {
  afterEach(() => {
    printed.length = 0;
    site.lines.length = 0;
  });

  const failures: Record<string, { set(): Promise<unknown>; undo(): Promise<unknown> }> = {
    'a trigger that names the row': {
      set: () => breakTables(`raise exception 'refused %', new using detail = new::text, hint = new::text;`),
      undo: () => runOnTables((table) => `drop trigger aaa_break on ${table}`),
    },
    'a value of the wrong type': {
      set: () => breakTables('perform (new::text)::int; return new;'),
      undo: () => runOnTables((table) => `drop trigger aaa_break on ${table}`),
    },
    'a constraint': {
      set: () => runOnTables((table) => `alter table ${table} add constraint never check (random() < 0) not valid`),
      undo: () => runOnTables((table) => `alter table ${table} drop constraint never`),
    },
    'a table that is gone': {
      set: () => runOnTables((table) => `alter table ${table} rename to gone_${table}`),
      undo: () => runOnTables((table) => `alter table gone_${table} rename to ${table}`),
    },
  };
  for (const [cause, { set, undo }] of Object.entries(failures)) {
    it(`contains nothing that a visitor sent if statements fail because of ${cause}`, async () => {
      await set();
      const statuses = await sendEverything();
      await undo();
      expect(statuses.filter((status) => status >= 500).length).toBeGreaterThan(5);
      const failed = site.lines.filter(({ err }) => err);
      expect(failed.length).toBeGreaterThan(5);
      // The log is still useful: the code or the table names the cause, and the stack names the place.
      expect(JSON.stringify(failed)).toMatch(/"code":"(?:P0001|22P02|23514|42P01)"/);
      expect(JSON.stringify(failed)).toMatch(/ {4}at /);
      for (const line of [...site.lines.map((one) => JSON.stringify(one)), ...printed])
        expect(line).not.toMatch(traces);
    });
  }

  it('contains nothing that a visitor sent if statements time out', async () => {
    const blocker = await database.pool.connect();
    await blocker.query(`begin; lock table ${personalTables.join(', ')} in access exclusive mode`);
    const statuses = await sendEverything();
    await blocker.query('rollback');
    blocker.release();
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(5);
    expect(JSON.stringify(site.lines)).toContain('"code":"57014"');
    for (const line of [...site.lines.map((one) => JSON.stringify(one)), ...printed]) expect(line).not.toMatch(traces);
  });
});

describe('an error for a terminal', () => {
  it('has its code, its place in the code and its causes, but no values', () => {
    const database = Object.assign(new Error('duplicate key value violates "x"'), {
      code: '23505',
      severity: 'ERROR',
      detail: `Key (email)=(${person.email}) already exists.`,
      table: 'submissions',
    });
    const query = Object.assign(new Error(`Failed query: insert\nparams: ${person.name}`, { cause: database }), {
      params: [person.name],
    });
    const text = describeError(query);
    expect(text).toMatch(/^Error: A query failed\n {4}at .*log\.test\.ts:\d+:\d+/);
    expect(text).toContain('caused by Error: PostgreSQL refused a value (23505) (23505)');
    expect(text).not.toMatch(traces);
  });

  it.each([
    [new Error(`No mailbox for <${person.email}>`), 'No mailbox for <…>'],
    [new Error(`GET /x?email=${person.email}&a=b failed`), 'GET /x?… failed'],
    [new Error(`The name "${person.name}" is taken`), 'The name "…" is taken'],
    [new Error('relation "cities" does not exist'), 'relation "cities" does not exist'],
    [
      new TypeError("Cannot read properties of undefined (reading 'length')"),
      "Cannot read properties of undefined (reading 'length')",
    ],
  ])('describes %s without its values', (error, message) => {
    expect(describeError(error).split('\n')[0]).toBe(`${error.name}: ${message}`);
  });

  it('has no part of a text that is not JSON, or of an argument that Node received', () => {
    // The wrong type is the point of this test.
    for (const work of [() => JSON.parse(person.name), () => Buffer.alloc(person.name as unknown as number)]) {
      let thrown: unknown;
      try {
        work();
      } catch (error) {
        thrown = error;
      }
      expect(describeError(thrown)).not.toMatch(traces);
    }
  });
});
