import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};

// Without `exec`, npm's SIGTERM ends the shell alone, and the server goes on.
it.each(['start', 'dev'])('npm run %s replaces the shell with Node', (name) => {
  expect(scripts[name]).toMatch(/^exec node (?:--[a-z-]+=\S+ )*server\/[a-z]+\.[jt]s$/);
});

it.each(Object.entries(scripts))('npm run %s sets no variable', (_name, command) => {
  expect(command).not.toMatch(/^\s*\w+=/);
});
