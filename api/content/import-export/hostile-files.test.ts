import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getEntryUrl } from '../../../testing/api.ts';
import { readContentFile, readFolder } from '../../../testing/content-folder.ts';
import { removeContent, setUpApi, setUpContentFolder } from '../../../testing/set-up.ts';
import { exportContent } from './export.ts';
import { importContent } from './import.ts';
import { ContentError } from './problems.ts';

const api = await setUpApi(removeContent);
const folder = setUpContentFolder();

const file = 'apps/tool.md';

/** Adds lines to the front matter of the app. */
const addLines = (...lines: string[]) =>
  folder.write(file, readContentFile(file).replace('title: Tool\n', `title: Tool\n${lines.join('\n')}\n`));

describe('a file is refused, with its line, for', () => {
  const levels = 'abcdefghi'.split('');
  const bomb = [
    'a: &a ["x","x","x","x","x","x","x","x","x"]',
    ...levels.slice(1).map((name, index) => `${name}: &${name} [${Array(9).fill(`*${levels[index]}`).join(',')}]`),
  ];
  it.each<[string, string[]]>([
    ['a text that multiplies itself', bomb],
    ['an anchor that contains itself', ['keywords: &all [*all]']],
    ['a merge key', ['<<: &all {summary: Other}']],
    ['a tag of JavaScript', ['keywords: !!js/function "function () { return 1 }"']],
    ['a tag of its own', ['keywords: !run [one]']],
    ['a prototype', ['__proto__: {polluted: true}']],
    ['a prototype in a list', ['keywords: [{__proto__: {polluted: true}}]']],
    ['a NUL character', ['keywords: ["a\\0b"]']],
    ['a NUL character in a name', ['"a\\0b": 1']],
    ['half a character', ['keywords: ["\\ud800"]']],
    ['a constructor', ['constructor: {prototype: {polluted: true}}']],
  ])('%s', async (_what, lines) => {
    await addLines(...lines);
    const refused = await importContent(api.ctx, folder.path).catch((error: unknown) => error);
    if (!(refused instanceof ContentError)) throw new Error('was not refused as content', { cause: refused });
    expect(refused.problems[0]).toMatchObject({ file, line: 3 });
    expect('polluted' in {}).toBe(false);
    expect((await api.get(getEntryUrl('APP', 'item', { slug: 'tool' }))).status).toBe(404);
  });
});

it('texts that look like markup, YAML or paths are kept as texts by an export and an import, and run nowhere', async () => {
  const title = `</script><script>alert(1)</script> & "x" 'y'`;
  const keywords = [
    '<img src=x onerror=alert(1)>',
    '*alias',
    '&anchor',
    '!!js/function x',
    '---',
    '__proto__',
    '../../etc',
  ];
  const body =
    '<script>alert(1)</script>\n\n[a link](javascript:alert(1)) <img src=x onerror=alert(1)>\n\n---\n\ntitle: Other\n';
  await folder.write(
    file,
    readContentFile(file)
      .replace('title: Tool', `title: ${JSON.stringify(title)}\nkeywords: ${JSON.stringify(keywords)}`)
      .replace('## Use\n\nRun it.\n', body),
  );
  await importContent(api.ctx, folder.path);
  const read = async () => (await api.get(getEntryUrl('APP', 'item', { slug: 'tool' }))).body;
  const first = await read();
  expect(first).toMatchObject({ title, keywords });
  expect(first.html).not.toMatch(/<script|onerror|javascript:/);
  const path = await mkdtemp(join(tmpdir(), 'export-'));
  await exportContent(api.ctx, path);
  await api.database.empty();
  await importContent(api.ctx, path);
  expect({ ...(await read()), id: first.id }).toEqual(first);
  const files = Object.keys(await readFolder(path));
  expect(files.every((name) => /^(?:[a-z]+\/)?[\w@.-]+$/.test(name))).toBe(true);
  await rm(path, { recursive: true, force: true });
});
