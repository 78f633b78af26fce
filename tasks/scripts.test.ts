import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};

// Without `exec`, npm's SIGTERM ends the shell alone, and the server goes on.
it.each(['start', 'dev'])('npm run %s replaces the shell with Node', (name) => {
  expect(scripts[name]).toMatch(/^(?:\w+=\w+ )*exec node (?:--[a-z-]+=\S+ )*server\/[a-z]+\.[jt]s$/);
});
