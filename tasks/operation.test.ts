import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../server/folders.ts';

const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8');

/** Scripts that measure or test, which are run by hand and by the nightly workflow. */
const isMeasurement = (script: string) => /^(?:prove:|bench|attack|observatory|eval:|soak)/.test(script);

it('every command of the operation guide is run by a test', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const tests = globSync('{tasks,server,testing,e2e,api}/**/*.{test,e2e}.ts', { cwd: projectFolder }).map(read);
  const named = [...read('docs/operation.md').matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script);
  const untested = [...new Set(named)].filter((script) => {
    if (isMeasurement(script)) return false;
    const program = basename(scripts[script]?.split(' ').at(-1) ?? '', '.ts');
    return !tests.some((text) => text.includes(`/${program}.ts'`) || text.includes(`'${script}'`));
  });
  expect(untested).toEqual([]);
});

it('every link of the operation guide to one of its sections leads to it', () => {
  const guide = read('docs/operation.md');
  const sections = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  const links = ['docs/operation.md', 'README.md', 'docs/commands.md', 'docs/guides/studio.md'].flatMap((file) => {
    const form = file === 'docs/operation.md' ? /\]\(#([\w-]+)\)/g : /operation\.md#([\w-]+)/g;
    return [...read(file).matchAll(form)].map(([, section = '']) => section);
  });
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !sections.includes(link))).toEqual([]);
});
