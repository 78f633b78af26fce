import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../folders.ts';
import { createClassName } from './create-class-name.ts';

const file = join(projectFolder, 'site/parts/prose.module.css');

it('is the same four letters each time, and others for another class or file', () => {
  const one = createClassName('prose', file);
  expect(one).toMatch(/^[a-zA-Z]{4}$/);
  expect(createClassName('prose', file)).toBe(one);
  const others = [createClassName('text', file), createClassName('prose', `${file}.css`)];
  expect(new Set([one, ...others]).size).toBe(3);
});

it('is refused if another class has it, which a few thousand names make certain', () => {
  expect(() => {
    for (let number = 0; number < 60_000; number += 1) createClassName(`name-${number}`, file);
  }).toThrow(/^Rename one of two classes, because both become [a-zA-Z]{4}: .*prose\.module\.css: \.name-\d+/);
});
