import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { importContent } from '../api/content/import-export/import.ts';
import { openTestDatabase } from '../testing/database.ts';
import { runSiteCommand } from '../testing/run-site.ts';
import { checkContent } from './check.ts';
import { askQuestions } from './new.ts';
import { answerSchemas, contentKinds } from './site-answers.ts';
import { createStarterFiles } from './starter-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-new-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const typed = {
  name: 'Ada & Sons',
  claim: 'Bells, cast: and tuned.',
  email: 'ring@bells.example',
  address: '1 Foundry Lane, Loughfold',
  timeZone: 'Europe/Dublin',
  currency: 'gbp',
  theme: 'broadsheet',
  content: 'all',
};

const options = Object.entries(typed).flatMap(([name, value]) => [
  `--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}`,
  value,
]);

/** Imports a folder into an empty database, which is removed. Returns the refused places. */
async function findRefused(content: string) {
  const database = await openTestDatabase();
  try {
    await importContent(database, content);
    return [];
  } finally {
    await database.close();
  }
}

describe('site new', () => {
  it('writes a folder from options, which imports into an empty database, and names what is to be replaced', async () => {
    const target = join(folder, 'content');
    const { code, output, errors } = await runSiteCommand('new', target, ...options);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain(`npx site check ${target}`);
    expect(await findRefused(target)).toEqual([]);
    const left = await checkContent(target, findRefused);
    const marked = Number(/(\d+) texts/.exec(output)?.[1]);
    expect([left.length, marked > 30]).toEqual([marked, true]);
    expect(left.every(({ message }) => message.startsWith('is to be replaced: '))).toBe(true);
    expect(await readFile(join(target, 'settings/company.yaml'), 'utf8')).toContain('currency: GBP');
  });

  it.each(['none', ...contentKinds])('writes a folder with %s besides pages that imports', async (content) => {
    const answers = { ...typed, currency: 'GBP', content: answerSchemas.content.parse(content) };
    for (const [name, text] of Object.entries(createStarterFiles(answers))) {
      await mkdir(join(folder, name, '..'), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    expect(await findRefused(folder)).toEqual([]);
  });

  it('takes answers from a file, of which options replace single ones', async () => {
    const [file, target] = [join(folder, 'answers.yaml'), join(folder, 'content')];
    await writeFile(file, JSON.stringify({ ...typed, content: ['blog', 'apps'] }));
    const { code } = await runSiteCommand('new', target, '--answers', file, '--name', 'Bell & Co');
    expect(code).toBe(0);
    expect(await readFile(join(target, 'settings/company.yaml'), 'utf8')).toContain('name: Bell & Co');
    await writeFile(file, 'colour: red');
    expect(await runSiteCommand('new', join(folder, 'other'), '--answers', file)).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/has colour, which no question asks\. It may have: name, claim/),
    });
  });

  it('refuses a folder that is not empty, and answers that are none, and writes nothing', async () => {
    await writeFile(join(folder, 'mine.txt'), 'mine');
    const full = await runSiteCommand('new', folder, ...options);
    expect([full.code, full.errors]).toEqual([1, expect.stringContaining('is not empty')]);
    const target = join(folder, 'content');
    const wrong = await runSiteCommand(
      'new',
      target,
      ...options,
      '--time-zone',
      'Mars',
      '--currency',
      'XYQ',
      '--email',
      'me',
    );
    expect(wrong.code).toBe(1);
    expect(wrong.errors).toMatch(/^--email me: must be an e-mail[^\n]*\n--time-zone Mars: [^\n]*\n--currency XYQ: /);
    await expect(readFile(join(target, 'settings/company.yaml'))).rejects.toThrow('ENOENT');
  });

  it('says what is missing where nobody can be asked', async () => {
    const { code, errors } = await runSiteCommand('new', join(folder, 'content'), '--name', 'Ada');
    expect(code).toBe(1);
    expect(errors).toContain('--claim  What it does, in one line');
    expect(errors).not.toContain('--name  ');
  });

  it('asks again after a wrong answer, with the reason', async () => {
    const input = new PassThrough();
    let shown = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      shown += text;
      if (String(text).endsWith('): ')) input.write(`${replies.shift()}\n`);
      return true;
    });
    const replies = [
      '',
      'Ada',
      'Bells',
      'nobody',
      typed.email,
      typed.address,
      'Mars',
      typed.timeZone,
      'eur',
      'red',
      typed.theme,
      'none',
    ];
    const answers = await askQuestions({}, input).finally(() => write.mockRestore());
    expect(answers).toEqual({ ...typed, name: 'Ada', claim: 'Bells', currency: 'EUR', content: [] });
    expect(shown).toMatch(
      /1\/8 Name of the company [^\n]*\n[\s\S]*must be an e-mail[\s\S]*must be a time zone[\s\S]*must be one of: broadsheet/,
    );
  });

  it('writes nothing when the input ends in the middle', async () => {
    const input = new PassThrough();
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const asked = askQuestions({}, input).finally(() => write.mockRestore());
    input.end('Ada\n');
    await expect(asked).rejects.toThrow('nothing was written');
  });
});
