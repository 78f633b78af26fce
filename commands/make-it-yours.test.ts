import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it, vi } from 'vitest';
import { importContent } from '../api/content/import-export/import.ts';
import { entries } from '../api/db/tables.ts';
import { readShellBlocks } from '../proofs/parts/shell-blocks.ts';
import { projectFolder } from '../server/folders.ts';
import { runSiteCommand } from '../testing/run-site.ts';
import { setUpCommandDatabase, setUpDataFolder } from '../testing/set-up.ts';

const guide = 'docs/guides/make-it-yours.md';

const folder = await setUpDataFolder('make-it-yours-');
const database = await setUpCommandDatabase();
await importContent(database, join(projectFolder, 'content'));
beforeEach(() => void vi.stubEnv('DATA_DIR', folder));

const readCommands = (document: string) =>
  readShellBlocks()
    .filter((block) => block.document === document)
    .flatMap(({ text }) => text.trim().split('\n'))
    .filter((line) => /^npx site (?:new|check|import our-company)/.test(line));

/** Runs a command of a guide, whose folder and file are in the test's folder. */
async function runInFolder(line: string) {
  const words = line
    .replace(/our-company|answers\.yaml/g, (name) => join(folder, name))
    .split(' ')
    .slice(2);
  return { words, ...(await runSiteCommand(...words)) };
}

const readYaml = (document: string) => {
  const [, text = ''] = /```yaml\n(.*?)```/s.exec(readFileSync(join(projectFolder, document), 'utf8')) ?? [];
  return text;
};

it('README and the guide name the same commands', () => {
  const [short, long] = ['README.md', guide].map((document) => readCommands(document));
  expect(long?.map((line) => line.replace(' --answers answers.yaml', ''))).toEqual(short);
});

it('the commands of the guide replace the demo company with the answers of the guide', async () => {
  await writeFile(join(folder, 'answers.yaml'), readYaml(guide));
  const codes: (number | null)[] = [];
  for (const line of readCommands(guide)) {
    const { words, ...ended } = await runInFolder(line);
    codes.push(ended.code);
    if (words[0] === 'check') expect(ended.output).toMatch(/^pages\/home\.md:\d+ is to be replaced: /m);
    if (words[0] === 'import') expect(ended.output + ended.errors).not.toContain('Kept');
  }
  // `check` has something to say.
  expect(codes).toEqual([0, 1, 0]);
  const rows = await database.db.select({ type: entries.type, slug: entries.slug }).from(entries);
  expect(rows.filter(({ type }) => type === 'SERVICE')).toEqual([{ type: 'SERVICE', slug: 'first-service' }]);
});

it('the pages of the guides are imported by the commands of the guides', async () => {
  const guides = { 'docs/guides/sections.md': 'our-workshop', 'docs/guides/add-a-page.md': 'trade' };
  for (const [document, slug] of Object.entries(guides)) {
    const body = slug === 'trade' ? '\nShops pay after 30 days.\n' : '';
    await writeFile(join(folder, `our-company/pages/${slug}.md`), `---\n${readYaml(document)}---\n${body}`);
    const [check, imported] = readCommands(document);
    expect((await runInFolder(check ?? '')).output).not.toContain(`pages/${slug}.md`);
    expect((await runInFolder(imported ?? '')).code).toBe(0);
  }
  const rows = await database.db.select({ slug: entries.slug }).from(entries).where(eq(entries.type, 'PAGE'));
  expect(rows.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['our-workshop', 'trade']));
});
