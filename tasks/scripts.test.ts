import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};

it('npm start is Node with one file, as every operating system runs it', () => {
  expect(scripts.start).toMatch(/^node (?:--[a-z-]+=\d+ )*server\/start\.js$/);
});

// `cmd` on Windows knows neither.
it.each(Object.entries(scripts))('npm run %s sets no variable and calls no built-in of a shell', (_name, command) => {
  expect(command).not.toMatch(/^\s*(?:\w+=|exec\b)/);
});
