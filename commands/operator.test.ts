import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { files, outbox } from '../api/db/tables.ts';
import { projectFolder } from '../server/folders.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { makeEntry } from '../testing/makers.ts';
import { getTimeDaysAgo, makeMail, makeSubmission } from '../testing/message-makers.ts';
import { getDatabaseUrl } from '../testing/postgres.ts';
import { runInbox } from './inbox.ts';
import { runOutbox } from './outbox.ts';
import { runPreview } from './preview.ts';
import { runPrivacyErase } from './privacy-erase.ts';
import { runPrivacyExport } from './privacy-export.ts';
import { runRetention } from './retention.ts';

// Runs the operator's commands on a database and a data folder of their own.

let folder: string;
let database: TestDatabase;
let environment: Record<string, string>;
beforeAll(async () => {
  [folder, database] = await Promise.all([makeDataFolder('site-operator-'), openTestDatabase()]);
  environment = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: getDatabaseUrl(database.config),
    INBOX_EMAIL: 'inbox@site.example',
  };
});
beforeEach(() => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  output: string;
  errors: string;
}

const commands = {
  inbox: runInbox,
  outbox: runOutbox,
  preview: runPreview,
  'privacy:erase': runPrivacyErase,
  'privacy:export': runPrivacyExport,
  retention: runRetention,
};

/** Runs a command in this process, because starting a process for each would take most of the time of these tests. */
async function run(name: keyof typeof commands, ...words: string[]): Promise<Ended> {
  const ended: Ended = { code: 0, output: '', errors: '' };
  vi.spyOn(console, 'log').mockImplementation((line: string) => {
    ended.output += `${line}\n`;
  });
  vi.spyOn(console, 'error').mockImplementation((line: string) => {
    ended.errors += `${line}\n`;
  });
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    ended.output += part;
    return true;
  });
  const before = process.exitCode;
  await commands[name](words);
  ended.code = Number(process.exitCode ?? 0);
  process.exitCode = before;
  vi.restoreAllMocks();
  return ended;
}

/** Runs a command as a person types it. */
function runNpm(script: string, ...words: string[]): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...environment };
  const child = spawn('npm', ['run', '--silent', script, '--', ...words], { cwd: projectFolder, env });
  const ended: Ended = { code: null, output: '', errors: '' };
  child.stdout.on('data', (part) => {
    ended.output += part;
  });
  child.stderr.on('data', (part) => {
    ended.errors += part;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...ended, code })));
}

describe('npm run inbox', () => {
  it('lists, shows, exports, quarantines, releases and closes', async () => {
    const { id, reference } = await makeSubmission(database, {
      name: 'Eve \x1b[31m\u202e',
      message: '=1+1\nsecond line \x07',
    });
    await makeMail(database, { submissionId: id, subject: 'We have your message' });

    const listed = await run('inbox', 'list', '--open', '--kind', 'contact');
    expect([listed.code, listed.errors]).toEqual([0, expect.not.stringContaining('Error')]);
    expect(listed.output).toContain(`${reference}  CONTACT`);
    expect(listed.output).toContain('Eve \\x1b[31m\\u{202e} <ada@example.org>  =1+1 second line \\x07');
    expect(listed.output).toMatch(/\n1 submission\n$/);

    const shown = await run('inbox', 'show', reference.toLowerCase());
    expect(shown.output).toContain('  =1+1\n  second line \\x07\n');
    expect(shown.output).toMatch(/\nMails\n {2}\d+ {2}waiting {2}\S+ {2}tried 0 times {2}ada@example\.org {2}We have/);

    const file = join(folder, 'inbox.csv');
    expect((await run('inbox', 'export', '--out', file)).code).toBe(0);
    expect(await readFile(file, 'utf8')).toContain("'=1+1");
    expect((await stat(file)).mode & 0o077).toBe(0);
    await chmod(file, 0o644);
    expect((await run('inbox', 'export', '--out', file)).code).toBe(0);
    expect((await stat(file)).mode & 0o077).toBe(0);
    const json = await run('inbox', 'export', '--format', 'json');
    expect(JSON.parse(json.output)).toMatchObject([{ reference, message: '=1+1\nsecond line \x07' }]);

    expect((await run('inbox', 'quarantine', reference)).output).toContain('1 mail is held');
    expect((await run('inbox', 'list', '--quarantined')).output).toContain('quarantined (by hand)');
    expect((await run('inbox', 'release', reference)).output).toContain('is released, with 1 mail.');
    expect((await run('inbox', 'close', reference)).code).toBe(0);
    expect((await run('inbox', 'list', '--open')).output).toBe('0 submissions\n');
  });

  it.each([
    [[], 'Which command?'],
    [['lst'], 'There is no command "lst".'],
    [['show'], 'A reference such as 7K3M-92QD is missing'],
    [['list', '--kind', 'SPAM'], '--kind must be CONTACT or'],
    [['list', '--since', 'soon'], '--since "soon" must be a date'],
    [['list', '--all'], "Unknown option '--all'"],
    [['export', '--format', 'xls'], '--format must be csv or json'],
  ])('prints its usage after %j, and ends with 1', async (words, message) => {
    const { code, output, errors } = await run('inbox', ...words);
    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(message);
    expect(errors).toContain('npm run inbox -- <command>');
  });

  it('reports an unknown reference', async () => {
    const { code, errors } = await run('inbox', 'close', '0000-0000');
    expect([code, errors]).toEqual([1, expect.stringContaining('There is no submission 0000-0000.')]);
  });
});

describe('npm run outbox', () => {
  it('lists mails with their ids, retries dead ones, and releases those that a restore holds', async () => {
    const { id } = await makeMail(database, { deadAt: new Date(), attempts: 25, lastError: 'no \x1b[2J such user' });
    const listed = await run('outbox');
    expect(listed.output).toMatch(new RegExp(`^${id}  .*dead .*\\(no \\\\x1b\\[2J such user\\)$`, 'm'));
    expect(listed.output).toMatch(/ waiting, 1 dead\n$/);
    expect((await run('outbox', 'retry', String(id))).output).toBe('1 mail is retried now\n');
    expect((await run('outbox', 'retry', 'all-dead')).output).toBe('0 mails are retried now\n');
    expect((await run('outbox', 'retry', '999999')).code).toBe(1);
    await makeMail(database, { held: true });
    const quarantined = await makeSubmission(database, { quarantinedFor: 'links' });
    await makeMail(database, { held: true, submissionId: quarantined.id });
    expect((await run('outbox', 'release-restored')).output).toBe('1 mail is released\n');
    expect((await run('outbox')).output).toMatch(/, 1 held\n$/);
    await database.db.delete(outbox);
    expect((await run('outbox', 'resend')).errors).toContain('npm run outbox -- retry <id>');
  });
});

describe('npm run privacy:…', () => {
  it('exports everything about an address, and erases it only with --yes', async () => {
    const { id, reference } = await makeSubmission(database, { email: 'Grace@example.org' });
    await makeMail(database, { submissionId: id, recipient: 'inbox@site.example', replyTo: 'Grace@example.org' });
    const exported = await run('privacy:export', 'grace@example.org');
    expect(JSON.parse(exported.output).stored).toMatchObject({
      submissions: [{ reference }],
      outbox: [{ submissionId: id }],
    });

    const asked = await run('privacy:erase', 'grace@example.org');
    expect(asked.code).toBe(1);
    expect(asked.output).toBe(
      'consultations: 0 would be erased\nfiles: 0 would be erased\noutbox: 1 would be erased\nsubmissions: 1 would be erased\n',
    );
    expect(asked.errors).toContain('Add --yes');
    const erased = await run('privacy:erase', 'grace@example.org', '--yes');
    expect([erased.code, erased.output]).toEqual([
      0,
      expect.stringContaining('outbox: 1 erased\nsubmissions: 1 erased\n'),
    ]);
    expect((await run('privacy:erase', 'grace@example.org', '--yes')).output).toContain('submissions: 0 erased');
  });

  it('erases nothing if a file is on another machine, unless the file is declared lost', async () => {
    const { id } = await makeSubmission(database, { email: 'far@example.org' });
    const row = { token: randomUUID(), storageKey: randomUUID(), name: 'plan.pdf', bytes: 4, sha256: 'x' };
    await database.db.insert(files).values({ ...row, contentType: 'application/pdf', submissionId: id });
    const refused = await run('privacy:erase', 'far@example.org', '--yes');
    expect([refused.code, refused.output]).toEqual([1, '']);
    expect(refused.errors).toContain("Nothing was erased: 1 of 1 files are not in this machine's DATA_DIR/files.");
    expect(await database.db.select().from(files).where(eq(files.token, row.token))).toHaveLength(1);
    const erased = await run('privacy:erase', 'far@example.org', '--yes', '--lost-files');
    expect([erased.code, erased.output]).toEqual([0, expect.stringContaining('files: 1 erased')]);
  });

  it('refuses an invalid address and the company’s own', async () => {
    for (const words of [
      ['nobody', '--yes'],
      ['--yes'],
      ['a@example.org', 'b@example.org'],
      ['a@example.org', '--force'],
    ]) {
      expect([words, (await run('privacy:erase', ...words)).code]).toEqual([words, 1]);
    }
    const own = await run('privacy:erase', 'INBOX@site.example', '--yes');
    expect([own.code, own.errors]).toEqual([1, expect.stringContaining("the company's own address")]);
  });
});

describe('npm run preview', () => {
  it.each(['blog/first', 'content/blog/first.md', '/blog/first'])('prints a link to %s', async (name) => {
    await makeEntry(database, 'BLOG', { slug: 'first', publishedAt: null });
    const { code, output } = await run('preview', name);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /^http:\/\/localhost:3000\/studio\/share\/\d+\?key=[\w-]{43}\nIt shows a draft and is valid for an hour\.\n$/,
      ),
    ]);
  });

  it.each([
    [[], 'Give the name of one entry.'],
    [['blog/one', 'blog/two'], 'Give the name of one entry.'],
    [['nowhere/one'], '"nowhere/one" does not name an entry.'],
    [['blog/none'], 'There is no BLOG with the slug none.'],
  ])('reports the problem with %j', async (words, message) => {
    const { code, errors } = await run('preview', ...words);
    expect([code, errors]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('npm run retention', () => {
  it('removes what is older than its retention', async () => {
    const { id } = await makeMail(database, { sentAt: getTimeDaysAgo(100) });
    const { code, output } = await run('retention');
    expect([code, output]).toEqual([
      0,
      'Removed 0 submissions, 1 mails, 0 views, 0 counts, 0 sessions, 0 passed schedules, 0 draft saves, 0 share links, 0 entries, 0 holds, 0 files\n',
    ]);
    expect((await database.db.select().from(outbox)).map((mail) => mail.id)).not.toContain(id);
  });
});

describe('every command', () => {
  it('is an npm script, which prints and ends as the command does', async () => {
    await makeSubmission(database, { email: 'kept@example.org', name: 'Kept' });
    for (const [name, words, code] of [
      ['inbox', ['export'], 0],
      ['outbox', ['list-all'], 1],
      ['preview', ['blog/none'], 1],
      ['privacy:export', ['nobody'], 1],
      ['privacy:erase', ['kept@example.org'], 1],
      ['retention', [], 0],
    ] as const) {
      const expected = await run(name, ...words);
      expect([name, await runNpm(name, ...words)]).toEqual([name, { ...expected, code }]);
    }
  });
});
