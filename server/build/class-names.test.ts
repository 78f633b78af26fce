import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project } from '../folders.ts';
import { shortClassNames } from './class-names.ts';

const site = join(project, 'site');
const files = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.module.css'))
  .map((path) => join(site, path));
const classes = Array.from({ length: 60 }, (_, index) => `class${index}`);
const all = files.flatMap((file) => classes.map((name) => ({ file, name })));

it('gives every class of every file a name of its own, the same each time and in every bundle', () => {
  const [one, other] = [shortClassNames(site), shortClassNames(site)];
  const names = all.map(({ file, name }) => one(name, file));
  expect(new Set(names).size).toBe(all.length);
  expect(all.map(({ file, name }) => one(name, `${file}?used`))).toEqual(names);
  expect(all.map(({ file, name }) => other(name, file))).toEqual(names);
  for (const name of names) expect(name).toMatch(/^[b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ]{3,4}$/);
});

it('refuses a file that is not of the folder', () => {
  expect(() => shortClassNames(site)('name', '/elsewhere/a.module.css')).toThrow('is no CSS module');
});
