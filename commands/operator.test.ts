import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { replies } from '../api/db/message-tables.ts';
import { logRecords } from '../api/db/studio-tables.ts';
import { files, outbox } from '../api/db/tables.ts';
import { makeEntry } from '../testing/makers.ts';
import { getTimeDaysAgo, makeFile, makeMail, makeSubmission } from '../testing/message-makers.ts';
import { getDatabaseUrl } from '../testing/postgres.ts';
import { runSiteCommand as run, runNpxSite } from '../testing/run-site.ts';
import { setUpDatabase, setUpDataFolder } from '../testing/set-up.ts';

// Runs the operator's commands on a database and a data folder of their own.

const folder = await setUpDataFolder('site-operator-');
const database = await setUpDatabase();
const environment = {
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: getDatabaseUrl(database.config),
  INBOX_EMAIL: 'inbox@site.example',
};
beforeEach(() => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function readLastKind(): Promise<string | undefined> {
  const [last] = await database.db.select().from(logRecords).orderBy(desc(logRecords.id)).limit(1);
  return last?.kind;
}

describe('site inbox', () => {
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
    expect(await readLastKind()).toBe('message.LIST');

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
    [['lst'], "unknown command 'lst'"],
    [['show'], "missing required argument 'reference'"],
    [['list', '--kind', 'SPAM'], '--kind must be CONTACT or'],
    [['list', '--since', 'soon'], '--since "soon" must be a date'],
    [['list', '--all'], "unknown option '--all'"],
    [['export', '--format', 'xls'], '--format must be csv or json'],
  ])('prints its usage after %j, and ends with 1', async (words, message) => {
    const { code, output, errors } = await run('inbox', ...words);
    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(message);
    expect(errors).toMatch(/\n\nUsage: npx site inbox .*\nnpx site inbox( \w+)? --help says more\.\n$/);
  });

  it('prints the sub-commands without one, and ends with 1', async () => {
    const { code, output, errors } = await run('inbox');
    expect([code, output]).toEqual([1, '']);
    expect(errors).toMatch(/^Usage: npx site inbox \[options\] \[command\]\n[\s\S]*quarantine /);
  });

  it('prints JSON for a script', async () => {
    const { id, reference } = await makeSubmission(database, { name: 'Ida', kind: 'CONSULTATION' });
    await makeMail(database, { submissionId: id, subject: 'We have your message' });
    const answer = { submissionId: id, messageId: '<1@example.org>', contentSha256: 'x', size: 1, text: 'Yes \x1b[2J' };
    await database.db.insert(replies).values(answer);
    const listed = await run('inbox', 'list', '--kind', 'consultation', '--json');
    expect(JSON.parse(listed.output)).toEqual([
      expect.objectContaining({ reference, kind: 'CONSULTATION', name: 'Ida' }),
    ]);
    expect(await readLastKind()).toBe('message.EXPORT');
    const shown = await run('inbox', 'show', reference, '--json');
    expect(JSON.parse(shown.output)).toMatchObject({
      ...{ reference, name: 'Ida', mergedInto: null, merged: [], files: [] },
      mails: [{ state: 'waiting', attempts: 0, subject: 'We have your message' }],
      replies: [{ text: 'Yes \x1b[2J', isAutomatic: false }],
    });
    expect((await run('inbox', 'show', reference)).output).toMatch(/\n\nAnswers\n .* answer .*\n {2}Yes \\x1b\[2J$/m);
    expect(shown.output).not.toContain('bodySha256');
  });

  it('reports an unknown reference', async () => {
    const { code, errors } = await run('inbox', 'close', '0000-0000');
    expect([code, errors]).toEqual([1, expect.stringContaining('There is no submission 0000-0000.')]);
  });
});

describe('site outbox', () => {
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
    expect(await run('outbox', 'resend')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Usage: npx site'),
    });
  });

  it('prints JSON for a script', async () => {
    expect((await run('outbox', '--json')).output).toBe('[]\n');
    const one = await makeMail(database, { deadAt: new Date(), attempts: 25 });
    const two = await makeMail(database, { held: true });
    const { code, output } = await run('outbox', 'list', '--json');
    expect([code, JSON.parse(output)]).toEqual([
      0,
      [
        expect.objectContaining({ id: one.id, state: 'dead', attempts: 25, recipient: 'ada@example.org' }),
        expect.objectContaining({ id: two.id, state: 'held', sentAt: null }),
      ],
    ]);
    await database.db.delete(outbox);
  });
});

describe('site privacy', () => {
  it('exports everything about an address, and erases it only with --yes', async () => {
    const { id, reference } = await makeSubmission(database, { email: 'Grace@example.org' });
    await makeMail(database, { submissionId: id, recipient: 'inbox@site.example', replyTo: 'Grace@example.org' });
    const exported = await run('privacy', 'export', 'grace@example.org');
    expect(JSON.parse(exported.output).stored).toMatchObject({
      submissions: [{ reference }],
      outbox: [{ submissionId: id }],
    });

    const asked = await run('privacy', 'erase', 'grace@example.org');
    expect(asked.code).toBe(1);
    expect(asked.output).toBe(
      'consultations: 0 would be erased\nfiles: 0 would be erased\noutbox: 1 would be erased\nreplies: 0 would be erased\nmessage_acts: 0 would be erased\nsubmissions: 1 would be erased\n',
    );
    expect(asked.errors).toContain('Add --yes');
    expect(await readLastKind()).toBe('privacy.FIND');
    const erased = await run('privacy', 'erase', 'grace@example.org', '--yes');
    expect([erased.code, erased.output]).toEqual([
      0,
      expect.stringContaining('outbox: 1 erased\nreplies: 0 erased\nmessage_acts: 0 erased\nsubmissions: 1 erased\n'),
    ]);
    expect((await run('privacy', 'erase', 'grace@example.org', '--yes')).output).toContain('submissions: 0 erased');
  });

  it('finds a caller who gave a telephone number alone by the number', async () => {
    const { reference } = await makeSubmission(database, { email: '', contactNumber: '+441174960142' });
    const exported = await run('privacy', 'export', '+44 117 496 0142');
    expect(JSON.parse(exported.output).stored).toMatchObject({ submissions: [{ reference }] });
    expect((await run('privacy', 'erase', '+44 117 496 0142', '--yes')).output).toContain('submissions: 1 erased');
  });

  it('erases nothing if a file is on another machine, unless the file is declared lost', async () => {
    const { id } = await makeSubmission(database, { email: 'far@example.org' });
    const { token } = await makeFile(database, { submissionId: id });
    const refused = await run('privacy', 'erase', 'far@example.org', '--yes');
    expect([refused.code, refused.output]).toEqual([1, '']);
    expect(refused.errors).toContain("Nothing was erased: 1 of 1 files are not in this machine's DATA_DIR/files.");
    expect(await database.db.select().from(files).where(eq(files.token, token))).toHaveLength(1);
    const erased = await run('privacy', 'erase', 'far@example.org', '--yes', '--lost-files');
    expect([erased.code, erased.output]).toEqual([0, expect.stringContaining('files: 1 erased')]);
  });

  it('refuses an invalid address and the company’s own', async () => {
    for (const words of [
      ['nobody', '--yes'],
      ['--yes'],
      ['a@example.org', 'b@example.org'],
      ['a@example.org', '--force'],
    ]) {
      expect([words, (await run('privacy', 'erase', ...words)).code]).toEqual([words, 1]);
    }
    const own = await run('privacy', 'erase', 'INBOX@site.example', '--yes');
    expect([own.code, own.errors]).toEqual([1, expect.stringContaining("the company's own address")]);
  });
});

describe('site preview', () => {
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
    [[], "missing required argument 'entry'"],
    [['blog/one', 'blog/two'], "too many arguments for 'preview'"],
    [['nowhere/one'], '"nowhere/one" does not name an entry.'],
    [['blog/none'], 'There is no BLOG with the slug none.'],
  ])('reports the problem with %j', async (words, message) => {
    const { code, errors } = await run('preview', ...words);
    expect([code, errors]).toEqual([1, expect.stringContaining(message)]);
  });
});

describe('site retention', () => {
  it('removes what is older than its retention', async () => {
    const { id } = await makeMail(database, { sentAt: getTimeDaysAgo(100) });
    const { code, output } = await run('retention');
    expect(code).toBe(0);
    expect(output).toMatch(/^Removed 0 submissions, 1 mails, .*0 log records, .*0 files\n$/);
    expect((await database.db.select().from(outbox)).map((mail) => mail.id)).not.toContain(id);
  });
});

describe('every command', () => {
  it('prints and ends as npx site as it does in one process', async () => {
    await makeSubmission(database, { email: 'kept@example.org', name: 'Kept' });
    for (const [words, code] of [
      [['inbox', 'export'], 0],
      [['privacy', 'erase', 'kept@example.org'], 1],
    ] as const) {
      const expected = await run(...words);
      expect([words, await runNpxSite(words, environment)]).toEqual([words, { ...expected, code }]);
    }
  });
});
