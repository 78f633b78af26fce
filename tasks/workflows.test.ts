import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { z } from 'zod';

const project = fileURLToPath(new URL('..', import.meta.url));
const github = join(project, '.github');
const read = (...path: string[]) => readFileSync(join(project, ...path), 'utf8');

const { scripts, dependencies } = z
  .object({ scripts: z.record(z.string(), z.string()), dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

function parse(text: string): unknown {
  const document = parseDocument(text, { strict: true, uniqueKeys: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

const step = z.object({ run: z.string() }).or(z.object({ uses: z.string() }));
const workflow = z.object({ jobs: z.record(z.string(), z.object({ steps: z.array(step) })) });

const files = readdirSync(github, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yml'));
const workflows = files.filter((file) => file.startsWith('workflows'));

describe('the files of .github', () => {
  it.each(files)('%s is valid YAML without duplicate keys', (file) => {
    expect(parse(read('.github', file))).toBeTypeOf('object');
  });

  it.each(workflows)('%s only runs commands that exist in this repository, and actions of a fixed version', (file) => {
    const { jobs } = workflow.parse(parse(read('.github', file)));
    for (const each of Object.values(jobs).flatMap((job) => job.steps)) {
      if ('uses' in each) {
        expect(each.uses).toMatch(/^actions\/[\w-]+@v\d+$/);
        continue;
      }
      const [, script] = /^npm run ([\w:-]+)/.exec(each.run) ?? [];
      if (script) expect(Object.keys(scripts)).toContain(script);
      else
        expect(each.run).toMatch(
          /^(?:npm ci|npm audit --audit-level=\w+|npx playwright install --with-deps --only-shell chromium|firefox --version|path=\S+ \S+ && echo "CHROMIUM_PATH=\$path" >> "\$GITHUB_ENV")$/,
        );
    }
  });

  it('.nvmrc has the version of Node that the project brings', () => {
    expect(read('.nvmrc').trim()).toBe(dependencies.node?.split('.')[0]);
  });
});
