import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../server/folders.ts';
import { runNpxSite, runSiteCommand } from '../testing/run-site.ts';
import { commandTable } from './table.ts';

it('docs/commands.md is what the program prints', async () => {
  const printed = await runSiteCommand('manual');
  expect(printed).toMatchObject({ code: 0, errors: '' });
  expect(readFileSync(join(projectFolder, 'docs/commands.md'), 'utf8')).toBe(printed.output);
});

it('lists every command with its summary', async () => {
  const { code, output } = await runSiteCommand('--help');
  expect(code).toBe(0);
  for (const { name, summary } of commandTable)
    expect(output.replace(/\s+/g, ' ')).toContain(`${name} ${summary.replace(/\s+/g, ' ')}`);
});

it.each(commandTable.map(({ name }) => name))('site %s --help explains the command', async (name) => {
  const { code, output, errors } = await runSiteCommand(name, '--help');
  expect([code, errors]).toEqual([0, '']);
  expect(output).toContain(`Usage: npx site ${name}`);
});

it.each([
  [['doctr'], /^unknown command 'doctr'\n\(Did you mean doctor\?\)\n\nUsage: npx site \[options\] \[command\]\n/],
  [
    ['doctor', '--al'],
    /^unknown option '--al'\n\nUsage: npx site doctor \[options\]\nnpx site doctor --help says more\./,
  ],
  [['doctor', 'now'], /^too many arguments for 'doctor'/],
  [[], /^Usage: npx site \[options\] \[command\]\n[\s\S]*doctor/],
])('prints the usage after %j, and ends with 1', async (words, message) => {
  expect(await runSiteCommand(...words)).toEqual({ code: 1, output: '', errors: expect.stringMatching(message) });
});

it('npx site runs the program on the Node of the project, and ends as the program does', async () => {
  expect(await runNpxSite(['doctr'])).toEqual(await runSiteCommand('doctr'));
});

it('loads no module that an installation lacks', () => {
  const modules = globSync('commands/*.ts', { cwd: projectFolder }).filter((file) => !file.endsWith('.test.ts'));
  const imports = modules.filter((file) =>
    /^(?:import|} from) .*'\.\.\/(?:testing|proofs|tasks|e2e)\//m.test(readFileSync(join(projectFolder, file), 'utf8')),
  );
  expect([modules.length > 10, imports]).toEqual([true, []]);
});
