import { describe, expect, it } from 'vitest';
import { createEmptyContent } from '../../../contract/studio/draft-content.ts';
import { getEntryUrl } from '../../../testing/api.ts';
import { makeContentFolder, readContentFile, readFolder } from '../../../testing/content-folder.ts';
import {
  exportToFolder,
  listImportProblems,
  removeContent,
  setUpApi,
  setUpContentFolder,
} from '../../../testing/set-up.ts';
import { formatDraftFile } from './draft-files.ts';
import { importContent } from './import.ts';

const api = await setUpApi(removeContent);
const folder = setUpContentFolder();

async function findProblems(): Promise<string[]> {
  return (await listImportProblems(api.ctx, folder.path)).map(({ file, line, field }) => `${file}:${line} ${field}`);
}

describe('an import passes the gate that publishing passes, and is refused for', () => {
  it.each([
    ['a picture without alternative text', '![](media/box.svg)', 19],
    ['a heading of level 1', '# Use again', 19],
    ['a skipped level', '## Two\n\n#### Four', 21],
    ['a link to no heading', 'See [it](#s-nothing).', 19],
    ['a link to no heading of another text', 'See [the news](/blog/hello#s-nothing).', 19],
    ['a link to a draft', 'See [it](/blog/draft).', 19],
    ['a link to a withdrawn entry', 'See [it](/blog/gone).', 19],
    ['a link to a hidden category', 'See [it](/trivia-category/odd).', 19],
  ])('%s', async (_what, text, line) => {
    await folder.write('apps/tool.md', readContentFile('apps/tool.md').replace('Run it.', text));
    expect(await findProblems()).toEqual([`apps/tool.md:${line} body`]);
    expect((await api.get(getEntryUrl('APP', 'item', { slug: 'tool' }))).status).toBe(404);
  });

  it.each(['/blog/nothing', '/blog/draft', '/apps/tool#s-nothing'])('the path %s in an own field', async (path) => {
    const source = `source:\n  title: A source\n  url: ${path}\nanswer: 1`;
    await folder.write('trivia/which.md', readContentFile('trivia/which.md').replace('answer: 1', source));
    expect(await findProblems()).toEqual(['trivia/which.md:10 source.url']);
  });

  it('a fault in a text of an own field, which is named by its line in the file', async () => {
    const head = 'title: Part\nsummary: A part.\npublished: 2026-01-12T09:00:00Z';
    const sections = [
      'sections:',
      '  - kind: text',
      '    id: a1',
      '    text: |',
      '      First.',
      '',
      '      #### Deep',
    ];
    await folder.write('pages/part.md', ['---', head, ...sections, '---', ''].join('\n'));
    expect(await findProblems()).toEqual(['pages/part.md:11 sections.0.text']);
    await folder.write('pages/part.md', ['---', head, ...sections, '    tune: plain', '---', ''].join('\n'));
    expect(await findProblems()).toEqual(['pages/part.md:6 sections.0']);
    await folder.remove();
    Object.assign(folder, await makeContentFolder());
    await folder.write('pages/part.md', ['---', head, '---', '', 'First.', '', '#### Deep', ''].join('\n'));
    expect(await findProblems()).toEqual(['pages/part.md:9 body']);
  });

  it('what is wrong with the sections of a page', async () => {
    const head = 'title: Page\nsummary: A page.\npublished: 2026-01-12T09:00:00Z';
    const write = (name: string, ...sections: string[]) =>
      folder.write(
        `pages/${name}.md`,
        ['---', head, 'sections:', ...sections.map((each) => `  - {${each}}`), '---', ''].join('\n'),
      );
    const form = 'kind: form, id: f, form: contact';
    await write('same-id', 'kind: picks, id: a', 'kind: quiz, id: a');
    await write('same-anchor', 'kind: picks, id: a, anchor: x', 'kind: quiz, id: b, anchor: x');
    await write('unknown-kind', 'kind: banner, id: a');
    await write('many', ...Array.from({ length: 41 }, (_, at) => `kind: text, id: a${at}, text: A`));
    expect((await findProblems()).sort()).toEqual([
      'pages/many.md:6 sections',
      'pages/same-anchor.md:7 sections.1.anchor',
      'pages/same-id.md:7 sections.1.id',
      'pages/unknown-kind.md:6 sections.0.kind',
    ]);
    for (const name of ['same-id', 'same-anchor', 'unknown-kind', 'many'])
      await write(name, 'kind: text, id: a, text: A');
    await write('contact-us', `${form}, shown: false`);
    await write('book-a-free-consultation', form);
    const refused: unknown = await importContent(api.ctx, folder.path).catch((error: unknown) => error);
    expect((refused as Error).message.split('\n').sort()).toEqual([
      'pages/book-a-free-consultation.md:6 sections: /book-a-free-consultation needs the form for consultations',
      'pages/contact-us.md:6 sections: /contact-us needs the contact form',
    ]);
    await write('contact-us', form);
    await write('book-a-free-consultation', 'kind: form, id: f, form: consultation');
    await expect(importContent(api.ctx, folder.path)).resolves.toMatchObject({ entries: 11 });
  });

  it('a text that cannot be rendered, of an entry or a person', async () => {
    const nested = `${'*a _b '.repeat(60)}c${'_*'.repeat(60)}`;
    await folder.write('apps/tool.md', readContentFile('apps/tool.md').replace('Run it.', nested));
    await folder.write('team/ada.md', `${readContentFile('team/ada.md')}\n${nested}\n`);
    const line = readContentFile('team/ada.md').split('\n').length + 1;
    expect(await findProblems()).toEqual([`team/ada.md:${line} body`, 'apps/tool.md:19 body']);
  });

  it('a fault in the text that replaces another later', async () => {
    await folder.write('blog/hello@next.md', readContentFile('blog/hello@next.md').replace('author: ada\n', ''));
    expect(await findProblems()).toEqual([expect.stringMatching(/^blog\/hello@next\.md:\d+ author$/)]);
  });

  it('a draft at an address of the site itself, or whose name is no slug', async () => {
    const draft = formatDraftFile(createEmptyContent('Draft'));
    await folder.write('pages/api@draft.md', draft);
    await folder.write('pages/No Slug@draft.md', draft);
    expect(await findProblems()).toEqual(['pages/No Slug@draft.md:1 slug', 'pages/api@draft.md:1 slug']);
  });

  it('an address of an entry that stays without a file', async () => {
    await importContent(api.ctx, folder.path);
    const text = readContentFile('apps/tool.md');
    await folder.write('apps/other.md', text.replace('order: 3', 'formerSlugs: [older]'));
    await importContent(api.ctx, folder.path);
    await folder.remove();
    Object.assign(folder, await makeContentFolder());
    await folder.write('apps/older.md', text);
    await folder.write('apps/tool.md', text.replace('order: 3', 'formerSlugs: [other]'));
    expect(await findProblems()).toEqual(['apps/older.md:1 slug', 'apps/tool.md:5 formerSlugs.0']);
  });
});

it('an import judges a link by the times in the folder: a draft may lead to a draft, and a later text to an earlier one', async () => {
  const withLink = (link: string, from: string, to: string) =>
    readContentFile('blog/draft.md').replace(from, to).replace('Not yet.\n', `See [it](${link}).\n`);
  await folder.write('blog/other-draft.md', withLink('/blog/draft', '', ''));
  await folder.write('blog/first.md', withLink('/blog/hello', 'draft: true', 'published: 2125-01-01T00:00:00Z'));
  await folder.write('blog/second.md', withLink('/blog/first', 'draft: true', 'published: 2125-01-02T00:00:00Z'));
  await expect(importContent(api.ctx, folder.path)).resolves.toMatchObject({ entries: 8 });
  await folder.write('blog/first.md', withLink('/blog/second', 'draft: true', 'published: 2125-01-01T00:00:00Z'));
  expect(await findProblems()).toEqual(['blog/first.md:9 body']);
});

it('an import accepts links to headings, of another file and outside ASCII too', async () => {
  await folder.write('blog/hello.md', `${readContentFile('blog/hello.md')}\n## Größe\n\nSee [it](#s-größe).\n`);
  const text = 'See [the news](/blog/hello#s-größe) and [all](/blog/hello#main).';
  await folder.write('apps/tool.md', readContentFile('apps/tool.md').replace('Run it.', text));
  await expect(importContent(api.ctx, folder.path)).resolves.toMatchObject({ entries: 5 });
});

it('the content of the demo company passes the gate', async () => {
  await expect(importContent(api.ctx, 'content')).resolves.toMatchObject({ removed: 0 });
});

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
    expect((await listImportProblems(api.ctx, folder.path))[0]).toMatchObject({ file, line: 3 });
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
  const path = await exportToFolder(api.ctx);
  await api.database.empty();
  await importContent(api.ctx, path);
  expect({ ...(await read()), id: first.id }).toEqual(first);
  const files = Object.keys(await readFolder(path));
  expect(files.every((name) => /^(?:[a-z]+\/)?[\w@.-]+$/.test(name))).toBe(true);
});
