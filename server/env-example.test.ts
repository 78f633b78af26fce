import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { projectFolder } from './folders.ts';
import { readSettings, type Settings, settingNames } from './settings.ts';

const example = readFileSync(join(projectFolder, '.env.example'), 'utf8');
const readme = readFileSync(join(projectFolder, 'README.md'), 'utf8');
const noBuild = join(projectFolder, 'no-such-folder');

/** Returns names and defaults from the rows of README's settings table. A row with several names has no default. */
function readTable(): Map<string, string> {
  const [, table = ''] = readme.split('## Settings');
  const rows = [...table.matchAll(/^\| (`[^|]+`)(?: \*)?\s*\|([^|]*)\|/gm)];
  return new Map(
    rows.flatMap(([, names = '', standard = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, standard.trim()] as const),
    ),
  );
}

it('.env.example has each setting once, below a comment of one line', () => {
  const lines = example.split('\n');
  const named = lines.flatMap((line, index) => {
    const [, name] = /^([A-Z\d_]+)=/.exec(line) ?? [];
    if (!name) return [];
    expect(lines[index - 1], name).toMatch(/^# \S.{9,118}$/);
    expect(lines[index - 2], name).toBe('');
    return [name];
  });
  expect(named.sort()).toEqual([...settingNames].sort());
});

it('.env.example, unchanged, sets every default', () => {
  expect(readSettings(parseEnv(example), noBuild)).toEqual(readSettings({}, noBuild));
});

it("README's table has each setting, with the default of .env.example", () => {
  const [table, defaults] = [readTable(), readSettings({}, noBuild)];
  expect([...table.keys()].sort()).toEqual([...settingNames].sort());
  for (const [name, value = ''] of Object.entries(parseEnv(example))) {
    // Without a default, the column in README is empty or names the setting that is used instead.
    if (value === '') expect(String(defaults[name as keyof Settings] ?? ''), name).toBe('');
    else expect(table.get(name), name).toBe(`\`${value}\``);
  }
});
