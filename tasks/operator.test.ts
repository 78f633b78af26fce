import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files, outbox } from '../api/db/tables.ts';
import { openDatabase } from '../server/database/database.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { makeEntry } from '../testing/makers.ts';
import { daysAgo, makeMail, makeSubmission } from '../testing/message-makers.ts';

// The operator's commands as a person types them, on a data folder of their own.

const project = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
let database: Awaited<ReturnType<typeof openDatabase>>;
beforeAll(async () => {
  folder = await makeDataFolder('site-operator-');
  database = await openDatabase({ DATA_DIR: join(folder, 'data'), DATABASE_URL: undefined });
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

function npmRun(script: string, ...words: string[]): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, DATA_DIR: join(folder, 'data'), INBOX_EMAIL: 'inbox@site.example' };
  const child = spawn('npm', ['run', '--silent', script, '--', ...words], { cwd: project, env });
  const ended: Ended = { code: null, output: '', errors: '' };
  child.stdout.on('data', (part) => {
    ended.output += part;
  });
  child.stderr.on('data', (part) => {
    ended.errors += part;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...ended, code })));
}

describe('npm run inbox', { timeout: 60_000 }, () => {
  it('lists, shows, exports, keeps back, releases and closes', async () => {
    const { id, reference } = await makeSubmission(database, {
      name: 'Eve \x1b[31m\u202e',
      message: '=1+1\nsecond line \x07',
    });
    await makeMail(database, { submissionId: id, subject: 'We have your message' });

    const listed = await npmRun('inbox', 'list', '--open', '--kind', 'contact');
    expect([listed.code, listed.errors]).toEqual([0, expect.not.stringContaining('Error')]);
    expect(listed.output).toContain(`${reference}  CONTACT`);
    expect(listed.output).toContain('Eve \\x1b[31m\\u{202e} <ada@example.org>  =1+1 second line \\x07');
    expect(listed.output).toMatch(/\n1 submission\n$/);

    const shown = await npmRun('inbox', 'show', reference.toLowerCase());
    expect(shown.output).toContain('  =1+1\n  second line \\x07\n');
    expect(shown.output).toMatch(/\nMails\n {2}\d+ {2}waiting {2}\S+ {2}tried 0 times {2}ada@example\.org {2}We have/);

    const file = join(folder, 'inbox.csv');
    expect((await npmRun('inbox', 'export', '--out', file)).code).toBe(0);
    expect(await readFile(file, 'utf8')).toContain("'=1+1");
    expect((await stat(file)).mode & 0o077).toBe(0);
    const json = await npmRun('inbox', 'export', '--format', 'json');
    expect(JSON.parse(json.output)).toMatchObject([{ reference, message: '=1+1\nsecond line \x07' }]);

    expect((await npmRun('inbox', 'quarantine', reference)).output).toContain('1 mails are held back');
    expect((await npmRun('inbox', 'list', '--quarantined')).output).toContain('quarantined (by hand)');
    expect((await npmRun('inbox', 'release', reference)).output).toContain('1 mails leave');
    expect((await npmRun('inbox', 'close', reference)).code).toBe(0);
    expect((await npmRun('inbox', 'list', '--open')).output).toBe('0 submissions\n');
  });

  it.each([
    [[], 'Which command?'],
    [['lst'], 'There is no command "lst".'],
    [['show'], 'A reference is missing'],
    [['list', '--kind', 'SPAM'], '--kind is CONTACT or'],
    [['list', '--since', 'soon'], '--since "soon" is no date'],
    [['list', '--all'], "Unknown option '--all'"],
    [['export', '--format', 'xls'], '--format is csv or json'],
  ])('says how it is used after %j, and ends with 1', async (words, message) => {
    const { code, output, errors } = await npmRun('inbox', ...words);
    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(message);
    expect(errors).toContain('npm run inbox -- <command>');
  });

  it('says that a reference names nothing', async () => {
    const { code, errors } = await npmRun('inbox', 'close', '0000-0000');
    expect([code, errors]).toEqual([1, expect.stringContaining('There is no submission 0000-0000.')]);
  });
});

describe('npm run outbox', { timeout: 60_000 }, () => {
  it('lists mails with their ids and tries those again that were given up', async () => {
    const { id } = await makeMail(database, { deadAt: new Date(), attempts: 25, lastError: 'no \x1b[2J such user' });
    const listed = await npmRun('outbox');
    expect(listed.output).toMatch(new RegExp(`^${id}  .*given up .*\\(no \\\\x1b\\[2J such user\\)$`, 'm'));
    expect(listed.output).toMatch(/ waiting, 1 given up\n$/);
    expect((await npmRun('outbox', 'retry', String(id))).output).toBe('1 mail is tried again now\n');
    expect((await npmRun('outbox', 'retry', 'all-dead')).output).toBe('0 mails are tried again now\n');
    expect((await npmRun('outbox', 'retry', '999999')).code).toBe(1);
    expect((await npmRun('outbox', 'resend')).errors).toContain('npm run outbox -- retry <id>');
  });
});

describe('npm run privacy:…', { timeout: 60_000 }, () => {
  it('exports all about an address and erases it when it is told so twice', async () => {
    const { id, reference } = await makeSubmission(database, { email: 'Grace@example.org' });
    await makeMail(database, { submissionId: id, recipient: 'inbox@site.example', replyTo: 'Grace@example.org' });
    const exported = await npmRun('privacy:export', 'grace@example.org');
    expect(JSON.parse(exported.output).stored).toMatchObject({
      submissions: [{ reference }],
      outbox: [{ submissionId: id }],
    });

    const asked = await npmRun('privacy:erase', 'grace@example.org');
    expect(asked.code).toBe(1);
    expect(asked.output).toBe(
      'consultations: 0 would be erased\nfiles: 0 would be erased\noutbox: 1 would be erased\nsubmissions: 1 would be erased\n',
    );
    expect(asked.errors).toContain('Say --yes');
    const erased = await npmRun('privacy:erase', 'grace@example.org', '--yes');
    expect([erased.code, erased.output]).toEqual([
      0,
      expect.stringContaining('outbox: 1 erased\nsubmissions: 1 erased\n'),
    ]);
    expect((await npmRun('privacy:erase', 'grace@example.org', '--yes')).output).toContain('submissions: 0 erased');
  });

  it('erases nothing where a file lies on another machine, until it is told that the file is lost', async () => {
    const { id } = await makeSubmission(database, { email: 'far@example.org' });
    const row = { token: randomUUID(), storageKey: randomUUID(), name: 'plan.pdf', bytes: 4, sha256: 'x' };
    await database.db.insert(files).values({ ...row, contentType: 'application/pdf', submissionId: id });
    const refused = await npmRun('privacy:erase', 'far@example.org', '--yes');
    expect([refused.code, refused.output]).toEqual([1, '']);
    expect(refused.errors).toContain("Nothing was erased: 1 of 1 files are not in this machine's DATA_DIR/files.");
    expect(await database.db.select().from(files).where(eq(files.token, row.token))).toHaveLength(1);
    const erased = await npmRun('privacy:erase', 'far@example.org', '--yes', '--lost-files');
    expect([erased.code, erased.output]).toEqual([0, expect.stringContaining('files: 1 erased')]);
  });

  it('refuses what is no address, and the company’s own', async () => {
    for (const words of [
      ['nobody', '--yes'],
      ['--yes'],
      ['a@example.org', 'b@example.org'],
      ['a@example.org', '--force'],
    ]) {
      expect([words, (await npmRun('privacy:erase', ...words)).code]).toEqual([words, 1]);
    }
    const own = await npmRun('privacy:erase', 'INBOX@site.example', '--yes');
    expect([own.code, own.errors]).toEqual([1, expect.stringContaining("the company's own address")]);
  });
});

describe('npm run preview', { timeout: 60_000 }, () => {
  it.each(['blog/first', 'content/blog/first.md', '/blog/first'])('prints a link to %s', async (name) => {
    await makeEntry(database, 'BLOG', { slug: 'first', publishedAt: null });
    const { code, output } = await npmRun('preview', name);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /^http:\/\/localhost:3000\/blog\/first\?admin=\S+\nIt shows a draft, and works for an hour\.\n$/,
      ),
    ]);
  });

  it.each([
    [[], 'Name one entry.'],
    [['blog/one', 'blog/two'], 'Name one entry.'],
    [['nowhere/one'], '"nowhere/one" names no entry.'],
    [['blog/none'], 'There is no BLOG with the slug none.'],
  ])('says what is wrong with %j', async (words, message) => {
    const { code, errors } = await npmRun('preview', ...words);
    expect([code, errors]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('npm run retention', { timeout: 60_000 }, () => {
  it('removes what was kept for long enough', async () => {
    const { id } = await makeMail(database, { sentAt: daysAgo(100) });
    const { code, output } = await npmRun('retention');
    expect([code, output]).toEqual([0, 'Removed 0 submissions, 1 mails, 0 views, 0 counts, 0 holds, 0 files\n']);
    expect((await database.db.select().from(outbox)).map((mail) => mail.id)).not.toContain(id);
  });
});
