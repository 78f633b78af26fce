import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

it('npm start is Node with one file', () => {
  expect(scripts.start).toBe('node server/start.js');
});

it.each(Object.entries(scripts))('npm run %s uses no shell syntax that Windows lacks', (_name, script) => {
  for (const command of script.split(' && '))
    expect(command).toMatch(/^(?:node|tsc|biome|vitest|playwright)(?: [\w./:=-]+)*$/);
});

it('the README, the contributing guide or docs/development.md names each script', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'docs/development.md'].map(read).join('\n');
  const isNamed = (script: string) => new RegExp(`npm (?:run )?${script}(?![\\w:-])`).test(documents);
  expect(Object.keys(scripts).filter((script) => !isNamed(script))).toEqual([]);
});

const small = 'server/start-small.sh';
const bounds = read(small).match(/MALLOC_\w+=\d+|--[\w-]+=\d+/g) ?? [];

it('the container starts with the bounds for a small machine, and sets none of its own', () => {
  expect(read('Dockerfile')).toContain(`CMD ["sh", "${small}"]`);
  expect(read('Dockerfile')).not.toMatch(/MALLOC_|NODE_OPTIONS|--max|--heap/);
});

it('the operation guide names the script, and its background explains each of its bounds', () => {
  expect(bounds).toHaveLength(4);
  expect(read('docs/operation.md')).toContain(`\`sh ${small}\``);
  for (const text of bounds) expect(read('docs/operation-background.md')).toContain(`\`${text}\``);
});

it.each(['proofs/bench/lighthouse.ts', 'proofs/bench/studio.ts'])(
  '%s ends with 1 for a selection that matches nothing',
  (path) => {
    const { status, stderr } = spawnSync(process.execPath, [path, 'no-such-name'], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^No \w+ has no-such-name in its name\.\n$/)]);
  },
);
