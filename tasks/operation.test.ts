import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blockChecks, findChecks, readShellBlocks } from '../proofs/parts/shell-blocks.ts';
import { projectFolder } from '../server/folders.ts';
import { settingNames } from '../server/settings.ts';

const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8');

const readOperation = () => read('docs/operation.md') + read('docs/operation-background.md');

/** Scripts that measure or test, which are run by hand and by the nightly workflow. */
const isMeasurement = (script: string) => /^(?:prove|bench)$/.test(script);

it('every command of the operation guide is run by a test', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const tests = globSync('{commands,tasks,server,testing,e2e,api,proofs}/**/*.{test,e2e}.ts', {
    cwd: projectFolder,
  }).map(read);
  const named = [...readOperation().matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script);
  const untested = [...new Set(named)].filter((script) => {
    if (isMeasurement(script)) return false;
    const program = basename(scripts[script]?.split(' ').at(-1) ?? '', '.ts');
    return !tests.some((text) => text.includes(`/${program}.ts'`) || text.includes(`'${script}'`));
  });
  expect(untested).toEqual([]);
  const commands = [...readOperation().matchAll(/npx site ([\w-]+)/g)].map(([, command = '']) => command);
  // The functions below these two commands are tested.
  const functions: Record<string, string> = { 'upgrade-database': 'upgradeDatabase', release: 'switchRelease' };
  const isTested = (command: string) => {
    const call = new RegExp(
      `(?:\\brun|runSiteCommand)\\(\\s*'${command}'|'site(?:\\.ts)?', '${command}'|\\b${functions[command] ?? '-'}\\(`,
    );
    return tests.some((text) => call.test(text));
  };
  expect([...new Set(commands)].filter((command) => !isTested(command))).toEqual([]);
});

describe('a block of shell commands in README or the operation guide', () => {
  const blocks = readShellBlocks();
  const find = (begins: string) => blocks.find(({ text }) => text.startsWith(begins))?.text ?? '';

  it('has one row that says how it is tested, and no row is left over', () => {
    const unclear = blocks.filter((block) => findChecks(block).length !== 1).map(({ text }) => text);
    expect(unclear).toEqual([]);
    const unused = blockChecks.filter((check) => !blocks.some((block) => findChecks(block).includes(check)));
    expect(unused).toEqual([]);
  });

  it('is run by npm run prove -- guide, or names a test that exists', () => {
    const runner = read('proofs/guide.ts');
    for (const { begins, by } of blockChecks) {
      if (by === 'proofs/guide.ts') expect(runner).toContain(`takeBlock('${begins}')`);
      else expect(existsSync(join(projectFolder, by)), by).toBe(true);
    }
    expect(read('.github/workflows/nightly.yml')).toContain('npm run prove -- guide');
  });

  it.each(blocks.map(({ text }) => text))('is valid for the shell: %s', (text) => {
    expect(spawnSync('bash', ['-n'], { input: text.replaceAll('<repository>', '/repository') }).status).toBe(0);
  });

  it('that shows how to run single tests names tests that exist', () => {
    const [api = '', pages = ''] = find('npm run test:api').split('\n');
    const [, folder = '', name = ''] = /-- (\S+) -t '(\w+)'/.exec(api) ?? [];
    const files = globSync(`${folder}*.test.ts`, { cwd: projectFolder });
    expect(files.some((file) => read(file).includes(name))).toBe(true);
    expect(globSync(`e2e/${pages.split(' ').at(-1)}*.e2e.ts`, { cwd: projectFolder })).not.toEqual([]);
  });

  it('that starts the container names its port, its volume and settings', () => {
    const [build, run = ''] = find('docker build').split('\n');
    const dockerfile = read('Dockerfile');
    const [, port, volume, name] = /^docker run -p (\d+):\1 -v [\w-]+:(\S+) .* (\w+)$/.exec(run) ?? [];
    expect(build).toBe(`docker build -t ${name} .`);
    expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${port}$`, 'm'));
    expect(dockerfile).toMatch(new RegExp(`^VOLUME ${volume}$`, 'm'));
    const settings = [...run.matchAll(/-e (\w+)=/g)].map(([, setting]) => setting);
    expect(settings.length).toBeGreaterThan(0);
    expect(settingNames).toEqual(expect.arrayContaining(settings));
  });
});

const guides = ['docs/operation.md', 'docs/operation-background.md'];

it.each(guides)('every link to a section of %s leads to it', (guide) => {
  const sections = [...read(guide).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  const sources = [...globSync('docs/**/*.md', { cwd: projectFolder }), 'README.md', 'SECURITY.md'];
  const links = sources.flatMap((file) => {
    const form = file === guide ? /\]\(#([\w-]+)\)/g : new RegExp(`${basename(guide, '.md')}\\.md#([\\w-]+)`, 'g');
    return [...read(file).matchAll(form)].map(([, section = '']) => section);
  });
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !sections.includes(link))).toEqual([]);
});

it('each task of the operation guide fits on one screen and stands in the table at its top', () => {
  const [head = '', ...tasks] = read('docs/operation.md').split(/^## /m);
  const long = tasks.filter((task) => task.trimEnd().split('\n').length > 40).map((task) => task.split('\n', 1)[0]);
  expect(long).toEqual([]);
  for (const task of tasks) {
    const [title = ''] = task.split('\n', 1);
    expect(head).toContain(`(#${title.toLowerCase().replaceAll(' ', '-')})`);
  }
});
