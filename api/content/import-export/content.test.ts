import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { getEntryUrl, getSlugs } from '../../../testing/api.ts';
import { readContentFile, readFolder, svg } from '../../../testing/content-folder.ts';
import { makeBlackPng } from '../../../testing/sample-files.ts';
import { exportToFolder, removeContent, setUpApi, setUpContentFolder } from '../../../testing/set-up.ts';
import { getMedia, getMediaBytes } from '../media/library.ts';
import { isContentImported } from './apply-plan.ts';
import { importContent } from './import.ts';
import { ContentError } from './problems.ts';
import { rerenderOutdatedRevisions } from './rerender.ts';

const api = await setUpApi(removeContent);
const folder = setUpContentFolder();

const tables = [
  'entries',
  'revisions',
  'former_slugs',
  'categories',
  'positions',
  'team_members',
  'interests',
  'personas',
  'media',
  'search_words',
];

/** Returns every row of every table as one text. */
async function readWholeDatabase(): Promise<string> {
  const parts = await Promise.all(
    tables.map(
      async (table) =>
        (
          await api.ctx.db.execute(
            sql.raw(`select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]') as all from ${table} t`),
          )
        ).rows[0],
    ),
  );
  return JSON.stringify(parts);
}

async function readExport(): Promise<{ path: string; files: Record<string, string> }> {
  const path = await exportToFolder(api.ctx);
  return { path, files: await readFolder(path) };
}

/** Returns the problems that an import of the folder reports. Checks that the import changed nothing. */
async function findProblems(): Promise<string[]> {
  const before = await readWholeDatabase();
  const error = await importContent(api.ctx, folder.path).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ContentError)) throw new Error('was not refused as content', { cause: error });
  expect(await readWholeDatabase()).toBe(before);
  const lines = error.problems.map(({ file, line, field }) => `${file}:${line} ${field}`.trim());
  expect(error.message.split('\n').length).toBeGreaterThanOrEqual(lines.length);
  return lines;
}

const change = (name: string, from: string | RegExp, to: string) => {
  const text = readContentFile(name).replace(from, to);
  expect(text).not.toBe(readContentFile(name));
  return folder.write(name, text);
};

describe('an import', () => {
  it('counts what it imported and makes it readable', async () => {
    expect(await isContentImported(api.ctx)).toBe(false);
    expect(await importContent(api.ctx, folder.path)).toEqual({
      entries: 5,
      categories: 2,
      members: 1,
      personas: 1,
      interests: 2,
      media: 1,
      redirects: 0,
      removed: 0,
      kept: [],
    });
    expect(await isContentImported(api.ctx)).toBe(true);
    expect(getSlugs(await api.get(getEntryUrl('BLOG', 'list')))).toEqual(['hello']);
    const { body } = await api.get(getEntryUrl('BLOG', 'item', { slug: 'hi' }));
    expect(body).toMatchObject({
      slug: 'hello',
      category: { slug: 'news' },
      author: { slug: 'ada' },
      updatedAt: '2025-02-03T03:05:06.000Z',
      interests: ['storage'],
    });
    expect(body.html).toContain('<img src="/media/box.svg" alt="A picture" width="40" height="20"');
    expect((await api.get(getEntryUrl('BLOG', 'item', { slug: 'draft' }))).status).toBe(404);
    expect((await api.get(getEntryUrl('BLOG', 'item', { slug: 'gone' }))).status).toBe(410);
    expect((await api.get(getEntryUrl('APP', 'item', { slug: 'tool' }))).body.fields).toMatchObject({
      version: '1.10',
      features: [{ text: 'Line one\nline two' }],
    });
  });

  it('stores pictures with their bytes and type', async () => {
    await importContent(api.ctx, folder.path);
    const { contentType, sha256 } = await getMedia(api.ctx, 'box.svg');
    const bytes = await getMediaBytes(api.ctx, sha256);
    expect([contentType, bytes.toString(), sha256.length]).toEqual(['image/svg+xml', svg, 64]);
    await expect(getMedia(api.ctx, 'none.svg')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('changes nothing when it is repeated: no row, no revision, no version', async () => {
    await importContent(api.ctx, folder.path);
    const before = await readWholeDatabase();
    await importContent(api.ctx, folder.path);
    expect(await readWholeDatabase()).toBe(before);
  });

  it('by two processes at once has the result of one', async () => {
    await Promise.all([importContent(api.ctx, folder.path), importContent(api.ctx, folder.path)]);
    const { rows } = await api.ctx.db.execute(sql`select count(*) as revisions from revisions`);
    expect(rows).toEqual([{ revisions: 6 }]);
  });

  it('of a changed text creates one revision and leaves other entries unchanged', async () => {
    await importContent(api.ctx, folder.path);
    await change('apps/tool.md', 'Run it.', 'Run it twice.');
    await importContent(api.ctx, folder.path);
    const { rows } = await api.ctx.db.execute(
      sql`select slug, number from revisions join entries on entries.id = entry_id where number > 1`,
    );
    expect(rows).toEqual([
      { slug: 'hello', number: 2 },
      { slug: 'tool', number: 2 },
    ]);
    expect((await api.get(getEntryUrl('APP', 'item', { slug: 'tool' }))).body.html).toContain('Run it twice.');
  });

  it('of a changed drawing changes the texts that show it, without a new revision', async () => {
    await folder.write(
      'media/box.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2" width="40" height="20"><rect x="1"/></svg>',
    );
    await importContent(api.ctx, folder.path);
    await folder.write(
      'media/box.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2" width="40" height="20"><rect x="3"/></svg>',
    );
    await importContent(api.ctx, folder.path);
    expect((await api.get(getEntryUrl('BLOG', 'item', { slug: 'hello' }))).body.html).toContain('<rect x="3">');
    const { rows } = await api.ctx.db.execute(sql`select count(*) as revisions from revisions`);
    expect(rows).toEqual([{ revisions: 6 }]);
  });

  it('moves a former slug from one entry to another', async () => {
    await importContent(api.ctx, folder.path);
    await change('blog/hello.md', '[hi, good-day]', '[good-day]');
    await change('blog/draft.md', 'draft: true', 'published: 2025-01-01T00:00:00Z\nformerSlugs: [hi]');
    await importContent(api.ctx, folder.path);
    expect((await api.get(getEntryUrl('BLOG', 'item', { slug: 'hi' }))).body.slug).toBe('draft');
  });

  it('reads a list file that is empty, or holds comments alone, as a list without items', async () => {
    for (const file of ['redirects.yaml', 'media.yaml']) await folder.write(file, '');
    await folder.write('personas.yaml', '# None yet\n');
    expect(await importContent(api.ctx, folder.path)).toMatchObject({ entries: 5, personas: 0, redirects: 0 });
    // Front matter is no list: its fields are missing.
    await folder.write('blog/draft.md', '---\n# None yet\n---\n');
    expect(await findProblems()).toContain('blog/draft.md:2 title');
  });

  it('ignores folders inside the folders of entries, people and pictures', async () => {
    for (const parent of ['blog', 'team', 'media']) await mkdir(join(folder.path, parent, 'old.md'));
    expect(await importContent(api.ctx, folder.path)).toMatchObject({ entries: 5, members: 1, media: 1 });
  });

  it('accepts Windows line endings', async () => {
    await folder.write('blog/draft.md', readContentFile('blog/draft.md').replaceAll('\n', '\r\n'));
    await importContent(api.ctx, folder.path);
    const before = await readExport();
    await folder.write('blog/draft.md', readContentFile('blog/draft.md'));
    await importContent(api.ctx, folder.path);
    expect((await readExport()).files).toEqual(before.files);
  });
});

describe('an export', () => {
  it('imported into an empty database exports the same bytes', async () => {
    await importContent(api.ctx, folder.path);
    const first = await readExport();
    expect(Object.keys(first.files)).toEqual(Object.keys(await readFolder(folder.path)));
    await api.database.empty();
    await importContent(api.ctx, first.path);
    const second = await readExport();
    expect(second.files).toEqual(first.files);
  });

  it('contains pictures, drafts, next revisions, withdrawals, former slugs and disabled items', async () => {
    await importContent(api.ctx, folder.path);
    const { files } = await readExport();
    const decodeFile = (name: string) => Buffer.from(files[name] ?? '', 'base64').toString();
    expect(decodeFile('media/box.svg')).toBe(svg);
    expect(decodeFile('blog/draft.md')).toContain('draft: true');
    expect(decodeFile('blog/hello@next.md')).toContain('at: 2125-01-01T00:00:00.000Z');
    expect(decodeFile('blog/gone.md')).toContain('withdrawn: 2024-06-01T00:00:00.000Z');
    expect(decodeFile('blog/hello.md')).toMatch(/formerSlugs:\n {2}- good-day\n {2}- hi\n/);
    expect(decodeFile('categories.yaml')).toContain('enabled: false');
    expect(decodeFile('apps/tool.md').endsWith('---\n\n## Use\n\nRun it.\n')).toBe(true);
  });

  it('quotes texts that YAML would read as another type', async () => {
    const title = '"- yes: #1 \'null\' & *x | > 007 é 😀"';
    await change('blog/draft.md', 'title: Draft', `title: ${title}`);
    await importContent(api.ctx, folder.path);
    const first = await readExport();
    await api.database.empty();
    await importContent(api.ctx, first.path);
    const { rows } = await api.ctx.db.execute(sql`select title from revisions where title like '%007%'`);
    expect(rows).toEqual([{ title: JSON.parse(title) }]);
  });
});

describe('an import with a problem changes nothing and reports where the problem is', () => {
  beforeEach(async () => {
    await importContent(api.ctx, folder.path);
  });

  it('invalid YAML', async () => {
    await change('blog/draft.md', 'summary: Not yet', 'summary: "Not yet');
    expect((await findProblems())[0]).toMatch(/^blog\/draft\.md:\d+$/);
    await folder.write('blog/draft.md', readContentFile('blog/draft.md'));
    await folder.write('categories.yaml', '- {type: BLOG\n');
    expect((await findProblems())[0]).toMatch(/^categories\.yaml:\d+$/);
  });

  it('a file without front matter', async () => {
    await folder.write('blog/draft.md', 'Just text\n');
    expect(await findProblems()).toContain('blog/draft.md:1');
  });

  it('an unknown field', async () => {
    await change('apps/tool.md', 'licence: MIT', 'licence: MIT\nlicense: MIT');
    await change('categories.yaml', 'name: News', 'name: News, colour: red');
    await change('team/ada.md', 'focus: Text', 'focus: Text\nhobby: Chess');
    const found = await findProblems();
    expect(found).toHaveLength(3);
    for (const file of ['apps/tool.md', 'categories.yaml', 'team/ada.md'])
      expect(found.some((line) => line.startsWith(`${file}:`))).toBe(true);
  });

  it('a value of the wrong type, with its line', async () => {
    await change('trivia/which.md', 'answer: 1', 'answer: one');
    await change('apps/tool.md', 'platforms: [Linux]', 'platforms: Linux');
    await change('blog/hello.md', 'published: 2025-01-02T03:04:05Z', 'published: yesterday');
    await change('team/ada.md', 'joined: 2020', 'joined: "2020"');
    expect((await findProblems()).sort()).toEqual([
      'apps/tool.md:7 platforms',
      'blog/hello.md:4 published',
      'team/ada.md:5 joined',
      'trivia/which.md:8 answer',
    ]);
  });

  it('contradictory values', async () => {
    await change('trivia/which.md', 'answer: 1', 'answer: 3');
    await change('blog/draft.md', 'draft: true', 'draft: true\npublished: 2025-01-01T00:00:00Z');
    const found = await findProblems();
    expect(found.map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining(['blog/draft.md', 'trivia/which.md']),
    );
  });

  it('a missing title, author or category', async () => {
    await change('apps/tool.md', 'title: Tool\n', '');
    await change('blog/draft.md', 'author: ada\n', '');
    await change('trivia/which.md', 'category: odd\n', '');
    const found = (await findProblems()).map((line) => line.replace(/:\d+/, ''));
    expect(found.sort()).toEqual(['apps/tool.md title', 'blog/draft.md author', 'trivia/which.md category']);
  });

  it('a link without a target, with its line', async () => {
    const more = [
      'Again [the draft](/blog/draft-two), twice:',
      '[here](/trivia/which)',
      'and [there](/nowhere).',
      '',
      '[ref]: //example.com/x',
      '',
      'A [reference][ref].',
    ];
    const text = `${readContentFile('blog/hello.md')}\n${more.join('\n')}\n`;
    await folder.write('blog/hello.md', text);
    const findLine = (part: string) => text.split('\n').findIndex((one) => one.includes(part)) + 1;
    expect(await findProblems()).toEqual([
      `blog/hello.md:${findLine('draft-two')} body`,
      `blog/hello.md:${findLine('there')} body`,
      `blog/hello.md:${findLine('A [reference]')} body`,
    ]);
  });

  it('a dead link if the body begins at once, after several lines, or in the next revision', async () => {
    await folder.write('blog/draft.md', readContentFile('blog/draft.md').replace('\n\nNot yet.', '\n[x](/nowhere)'));
    await folder.write(
      'blog/gone.md',
      readContentFile('blog/gone.md').replace('\n\nGone.', '\n\n\n  \n\n[x](/nowhere)'),
    );
    await change('blog/hello@next.md', 'Later.', 'Later.\n\n[x](/nowhere)');
    expect((await findProblems()).sort()).toEqual([
      'blog/draft.md:8 body',
      'blog/gone.md:13 body',
      'blog/hello@next.md:10 body',
    ]);
  });

  it('a missing picture, or a file that is no picture', async () => {
    await change('blog/hello.md', 'media/box.svg', 'media/bax.svg');
    expect(await findProblems()).toEqual(['blog/hello.md:15 body']);
    await folder.write('blog/hello.md', readContentFile('blog/hello.md'));
    await folder.write('media/other.png', 'no picture');
    await folder.write('media/notes.txt', 'text');
    expect((await findProblems()).sort()).toEqual(['media/notes.txt:1', 'media/other.png:1']);
  });

  it('a picture that is too large to be decoded', async () => {
    await folder.write('media/wide.png', makeBlackPng(20_000, 10));
    await folder.write('media/many.png', makeBlackPng(8_000, 8_000));
    expect((await findProblems()).sort()).toEqual(['media/many.png:1', 'media/wide.png:1']);
  });

  it('an unknown category, author, interest or position', async () => {
    await change('blog/draft.md', 'category: news', 'category: odd');
    await change('blog/gone.md', 'author: ada', 'author: bob');
    await change('blog/hello.md', 'interests: [storage]', 'interests: [storage, none]');
    await change('team/ada.md', 'position: engineer', 'position: boss');
    expect((await findProblems()).sort()).toEqual([
      'blog/draft.md:5 category',
      'blog/gone.md:7 author',
      'blog/hello.md:9 interests.1',
      'team/ada.md:3 position',
    ]);
  });

  it('a next revision without an entry, and an invalid slug', async () => {
    await folder.write('blog/nobody@next.md', readContentFile('blog/hello@next.md'));
    await folder.write('blog/Not A Slug.md', readContentFile('blog/draft.md'));
    await folder.write('blog/Привет мир.md', readContentFile('blog/draft.md'));
    await folder.write('media/東京.svg', readContentFile('media/box.svg'));
    expect((await findProblems()).sort()).toEqual([
      'blog/Not A Slug.md:1 slug',
      'blog/nobody@next.md:1 slug',
      'blog/Привет мир.md:1 slug',
      'media/東京.svg:1',
    ]);
    const message = (await importContent(api.ctx, folder.path).catch(String)) as string;
    for (const example of ['not-a-slug.md', 'dong-jing.svg', 'privet-mir.md'])
      expect(message).toContain(`such as ${example}`);
  });

  it('a slug or name twice in one list, with the slug', async () => {
    const row = (slug: string) => `- {slug: ${slug}, label: Label, description: Text}\n`;
    await folder.write('interests.yaml', row('storage') + row('networks') + row('storage'));
    await folder.write('media.yaml', '- {name: box.svg, alt: One}\n- {name: box.svg, alt: Two}\n');
    expect((await findProblems()).sort()).toEqual(['interests.yaml:3 2.slug', 'media.yaml:2 1.name']);
    await expect(importContent(api.ctx, folder.path)).rejects.toThrow('storage is in this file already, further up');
  });

  it('an invalid slug of a person', async () => {
    await folder.write('team/Ada L.md', readContentFile('team/ada.md'));
    expect(await findProblems()).toEqual(['team/Ada L.md:1 slug']);
  });

  it('a former slug of two entries', async () => {
    await change('blog/draft.md', 'draft: true', 'draft: true\nformerSlugs: [hi]');
    expect(await findProblems()).toEqual(['blog/hello.md:10 formerSlugs.0']);
  });

  it('a former slug that is the current slug of another entry', async () => {
    await change('blog/hello.md', '[hi, good-day]', '[hi, gone]');
    expect(await findProblems()).toEqual(['blog/hello.md:10 formerSlugs.1']);
  });

  it('a page whose slug, or former slug, is an address of the site', async () => {
    const text = '---\ntitle: Page\nsummary: A page\npublished: 2025-01-01T00:00:00Z\n---\n\nText.\n';
    for (const slug of ['search', 'blogs', 'blog-category', 'apps', 'api', 'healthz'])
      await folder.write(`pages/${slug}.md`, text);
    await folder.write('pages/imprint.md', text.replace('---\n\n', 'formerSlugs: [legal, media]\n---\n\n'));
    expect((await findProblems()).sort()).toEqual([
      'pages/api.md:1 slug',
      'pages/apps.md:1 slug',
      'pages/blog-category.md:1 slug',
      'pages/blogs.md:1 slug',
      'pages/healthz.md:1 slug',
      'pages/imprint.md:5 formerSlugs.1',
      'pages/search.md:1 slug',
    ]);
  });

  it('problems of several files, in one list', async () => {
    await change('apps/tool.md', 'title: Tool\n', '');
    await change('trivia/which.md', 'answer: 1', 'answer: one');
    await change('personas.yaml', 'label: Operator, ', '');
    expect(new Set((await findProblems()).map((line) => line.split(':')[0]))).toEqual(
      new Set(['apps/tool.md', 'trivia/which.md', 'personas.yaml']),
    );
  });
});

it('renders Markdown of an older renderer again, and leaves the text unchanged', async () => {
  await importContent(api.ctx, folder.path);
  const before = await readWholeDatabase();
  await api.ctx.db.execute(sql`update revisions set html = 'old', toc = '[]', words = 0, renderer = 0`);
  await rerenderOutdatedRevisions(api.ctx);
  expect(await readWholeDatabase()).toBe(before);
});
