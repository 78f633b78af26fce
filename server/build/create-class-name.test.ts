import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../folders.ts';
import { createClassName } from './create-class-name.ts';

const files = globSync('{site,studio}/**/*.module.css', { cwd: projectFolder }).map((file) =>
  join(projectFolder, file),
);

it('gives every class of every file a name of its own, of a few letters', () => {
  const names = files.flatMap((file) => {
    const css = readFileSync(file, 'utf8');
    const classes = new Set(Array.from(css.matchAll(/^\s*&?\s*\.([a-z]\w*)/gim), ([, name = '']) => name));
    return [...classes].map((name) => createClassName(name, file, css));
  });
  expect(names.length).toBeGreaterThan(400);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^(?!ad)[a-zA-Z]{3,4}$/i.test(name))).toEqual([]);
});

it('knows no class that its file does not have', () => {
  expect(() => createClassName('nothing', files[0] ?? '', '.something{}')).toThrow('There is no class nothing');
});
