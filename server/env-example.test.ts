import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { formatSettings, settingsDocument } from '../tasks/write-settings.ts';
import { projectFolder } from './folders.ts';
import { readSettings, type Settings, settingNames } from './settings.ts';

const example = readFileSync(join(projectFolder, '.env.example'), 'utf8');
const noBuild = join(projectFolder, 'no-such-folder');

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

it('.env.example leaves a setting empty only if it has no default', () => {
  const defaults = readSettings({}, noBuild);
  for (const [name, value = ''] of Object.entries(parseEnv(example)))
    if (value === '') expect(String(defaults[name as keyof Settings] ?? ''), name).toBe('');
});

it('docs/settings.md is what node tasks/write-settings.ts writes', () => {
  expect(readFileSync(settingsDocument, 'utf8')).toBe(formatSettings());
});
