import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};

const [variables = '', command = ''] = scripts.start.split('exec node ');

/** The variables that `npm start` sets. */
export const startVariables: Readonly<Record<string, string>> = Object.fromEntries(
  variables
    .trim()
    .split(' ')
    .map((variable) => variable.split('=')),
);

/** What `npm start` gives Node: its flags, then the program. */
export const startArguments: readonly string[] = command.split(' ');
