import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setUpContentFolder, setUpEditorApi } from '../../../testing/set-up.ts';
import { importContent } from '../import-export/import.ts';
import { publishSettingFields } from '../settings.ts';
import { buildTheme, type ThemeError } from './build-theme.ts';
import { readThemes, themesFolder } from './read-themes.ts';

describe('the build of a theme', () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'themes-')), 'copied');
    await cp(join(themesFolder, 'drawn-to-scale'), folder, { recursive: true });
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true }));

  const findProblems = async (theme = folder) =>
    buildTheme(theme).then(
      () => [],
      (error: ThemeError) => error.problems,
    );
  const change = async (file: string, from: string | RegExp, to: string) => {
    const text = await readFile(join(folder, file), 'utf8');
    expect(text).toMatch(from);
    await writeFile(join(folder, file), text.replace(from, to));
  };

  it('accepts a copy of a finished theme', async () => {
    expect(await findProblems()).toEqual([]);
  });

  it('names each file that a folder lacks', async () => {
    expect(await findProblems(join(folder, 'nothing'))).toEqual([
      'themes/nothing/theme.json does not exist',
      'themes/nothing/tokens.json does not exist',
      'themes/nothing/theme.css does not exist',
    ]);
  });

  it('names a missing colour and a missing size', async () => {
    await change('tokens.json', '"alert"', '"alarm"');
    expect(await findProblems()).toEqual([
      'themes/copied/tokens.json: light.alarm is no colour of a theme',
      'themes/copied/tokens.json: light.alert is missing',
    ]);
    await change('tokens.json', '"alarm"', '"alert"');
    await change('tokens.json', '"radius"', '"rounding"');
    expect(await findProblems()).toEqual([
      'themes/copied/tokens.json: radius is missing, and theme.css does not set --radius',
    ]);
  });

  it('names a pair of colours whose contrast is too low, with its ratio', async () => {
    const faint = '{ "colorSpace": "srgb", "components": [0.6, 0.6, 0.6] }';
    await change('tokens.json', /\{ "colorSpace": "srgb", "components": \[[^\]]*\], "hex": "#a3261b" \}/, faint);
    expect(await findProblems()).toContain(
      'themes/copied/tokens.json: alert on ground in light has a contrast of 2.56:1; it needs 4.5:1',
    );
  });

  it.each([
    ['a colour that is none', '"hex": "#a3261b"', '"hex": "red"', /alert|hex|color/i],
    [
      'a colour as a text',
      /\{ "colorSpace": "srgb", "components": \[[^\]]*\], "hex": "#a3261b" \}/,
      '"#a3261b"',
      /object/,
    ],
    ['a file that is no JSON', '"light"', 'light', /./],
    ['an alias to no token', '{font.text}', '{font.nothing}', /nothing/],
  ])('refuses %s', async (_name, from, to, expected) => {
    await change('tokens.json', from, to);
    const problems = await findProblems();
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join('\n')).toMatch(expected);
    for (const problem of problems) expect(problem).toMatch(/^themes\/copied\/tokens\.json: ./);
  });

  it('refuses a font that is none, and one that is missing', async () => {
    await writeFile(join(folder, 'fonts/martian-mono-core.woff2'), '<svg/>');
    expect(await findProblems()).toEqual([
      'themes/copied/theme.json: martian-mono-core.woff2 of the font Martian Mono is no font in the format WOFF2',
    ]);
    await rm(join(folder, 'fonts/martian-mono-core.woff2'));
    expect(await findProblems()).toEqual([
      'themes/copied/theme.json: the font Martian Mono has no file martian-mono-core.woff2; run npm run theme -- fonts',
    ]);
    await change('theme.json', '@fontsource-variable/martian-mono', '@fontsource-variable/nothing');
    expect(await findProblems()).toEqual([
      'themes/copied/theme.json: the package @fontsource-variable/nothing of the font Martian Mono is not installed',
    ]);
  });

  it('refuses a type pair whose font is missing, and a font that nothing uses', async () => {
    await change('theme.json', '"family": "Martian Mono"', '"family": "Another Mono"');
    expect(await findProblems()).toEqual([
      'themes/copied/theme.json: the type pair grotesk names Martian Mono, which is not in fonts',
      'themes/copied/theme.json: neither the group font of tokens.json nor a type pair uses the font Another Mono',
    ]);
  });

  it('refuses an unknown word, and a style sheet with a syntax error, with its line', async () => {
    await change('theme.json', '"ruled"', '"boxed"');
    await appendFile(join(folder, 'theme.css'), '@layer theme {\n  h1 { color: }}}\n');
    const problems = await findProblems();
    expect(problems.join('\n')).toMatch(
      /^themes\/copied\/theme\.json: structure\.cards\.0 must be one of ruled, plain, raised$/m,
    );
    expect(problems.join('\n')).toMatch(/^themes\/copied\/theme\.css: line \d+: ./m);
  });
});

describe('the setting look', async () => {
  const { themes } = await readThemes();
  const { api, call } = await setUpEditorApi();
  const content = setUpContentFolder();
  const readLook = async () => (await api.get('/api/settings')).body.look;

  /** Saves a draft of the look, and returns what keeps it from being published. */
  async function saveLook(fields: object) {
    const { id } = await call('createEntry', { type: 'SETTING', title: 'Look', slug: 'look' });
    const { version, content: empty } = await call('openEntry', { id });
    const saved = await call('saveDraft', {
      id,
      version,
      content: { ...empty, fields: { setting: 'look', ...fields } },
    });
    const { problems } = await call('checkEntry', { id });
    return { id, version: saved.version, problems: problems.map(({ path, message }) => `${path}: ${message}`) };
  }

  it('is the first theme until another one is published', async () => {
    expect(await readLook()).toEqual({ theme: 'drawn-to-scale' });
    const { id, version, problems } = await saveLook({ theme: 'broadsheet', cards: 'raised' });
    expect(problems).toEqual([]);
    await call('publishEntry', { id, version });
    expect(await readLook()).toEqual({ theme: 'broadsheet', cards: 'raised' });
  });

  it.each([
    [
      'a theme that does not exist',
      { theme: 'nothing' },
      `fields.theme: there is no theme nothing; there are ${themes.map(({ name }) => name).join(', ')}`,
    ],
    [
      'colours without enough contrast',
      { theme: 'drawn-to-scale', colours: { light: { accent: '#55d38c' } } },
      'fields.colours.light.accent: accent on ground-sunk in light has a contrast of 1.60:1; it needs 4.5:1',
    ],
    [
      'a colour that is no colour',
      { theme: 'drawn-to-scale', colours: { dark: { ink: 'chalk' } } },
      'fields.colours.dark.ink: must be a colour such as #0b7a3e',
    ],
    [
      'a word that its theme does not offer',
      { theme: 'broadsheet', labels: 'mono' },
      'fields.labels: must be one of plain, small-caps in the theme Broadsheet',
    ],
    [
      'a type pair of another theme',
      { theme: 'broadsheet', typePair: 'grotesk' },
      'fields.typePair: must be one of newsreader, figtree in the theme Broadsheet',
    ],
  ])('is not published with %s', async (_name, fields, problem) => {
    const { id, version, problems } = await saveLook(fields);
    expect(problems).toContain(problem);
    await expect(call('publishEntry', { id, version })).rejects.toMatchObject({ status: 422 });
    expect(await readLook()).toEqual({ theme: 'drawn-to-scale' });
  });

  it('is refused in a file, with its line', async () => {
    await content.write('settings/look.yaml', 'theme: drawn-to-scale\ncolours:\n  light:\n    ink: "#bbbbbb"\n');
    await expect(importContent(api.ctx, content.path)).rejects.toThrow(
      /^settings\/look\.yaml:4 colours\.light\.ink: ink on annotation-wash in light has a contrast of 1\.53:1; it needs 4\.5:1$/,
    );
  });

  it('keeps the theme of a published look that a later start does not have', async () => {
    await publishSettingFields(api.ctx, 'look', { theme: 'gone' });
    expect(await readLook()).toEqual({ theme: 'gone' });
  });
});
