import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { createEmptyContent } from '../../../contract/studio/draft-content.ts';
import { readContentFile } from '../../../testing/content-folder.ts';
import { sampleFields } from '../../../testing/makers.ts';
import { listImportProblems, removeContent, setUpApi, setUpContentFolder } from '../../../testing/set-up.ts';
import { makeUser } from '../../../testing/studio.ts';
import { importedEntries } from '../../db/editorial-tables.ts';
import { drafts } from '../../db/studio-tables.ts';
import { entries } from '../../db/tables.ts';
import { getCurrentContent, lockEntry } from '../drafts/find.ts';
import { storeDraft } from '../drafts/store.ts';
import { formatDraftFile } from './draft-files.ts';
import { importContent } from './import.ts';

const api = await setUpApi(removeContent);
const folder = setUpContentFolder();
beforeEach(() => importContent(api.ctx, folder.path));

it('keeps what the folder no longer contains, unless it is told to prune', async () => {
  await rm(join(folder.path, 'apps/tool.md'));
  await folder.write(
    'blog/hello.md',
    '---\ntitle: Hello\nsummary: Alone\npublished: 2025-01-01T00:00:00Z\ncategory: news\nauthor: ada\n---\n\nText.\n',
  );
  expect(await importContent(api.ctx, folder.path)).toMatchObject({ removed: 0 });
  expect((await api.get('/api/app/getData?slug=tool')).status).toBe(200);
  // The entry, and the picture that nothing names a file of any more.
  await rm(join(folder.path, 'media/box.svg'));
  expect(await importContent(api.ctx, folder.path, { prune: true })).toMatchObject({ removed: 2 });
  expect((await api.get('/api/app/getData?slug=tool')).status).toBe(404);
  expect((await api.get('/api/blog/blogdetails/hello')).status).toBe(200);
});

it('removes an author whom only earlier revisions of an article name', async () => {
  await folder.write('team/bob.md', readContentFile('team/ada.md').replace('name: Ada', 'name: Bob'));
  for (const file of ['blog/hello.md', 'blog/hello@next.md', 'blog/draft.md', 'blog/gone.md'])
    await folder.write(file, readContentFile(file).replace('author: ada', 'author: bob'));
  await rm(join(folder.path, 'team/ada.md'));
  expect(await importContent(api.ctx, folder.path, { prune: true })).toMatchObject({ removed: 1 });
  expect((await api.get('/api/blog/blogdetails/hello')).body.author).toMatchObject({ slug: 'bob' });
  const { rows } = await api.ctx.db.execute(sql`select count(*) as texts from revisions where author_id is null`);
  // What an earlier text was about stays, only its author is gone: four of BLOG. Two other types name nobody.
  expect(rows).toEqual([{ texts: 6 }]);
});

it('leaves what was made or changed in the Studio, what that needs, and lists it', async () => {
  const editor = await makeUser(api.ctx, 'EDITOR');
  const { call } = editor.client;
  const findId = async (type: EntryType, slug: string) =>
    (await call('listContent', { type })).items.find((entry) => entry.slug === slug)?.id ?? 0;
  const save = async (id: number, change: object) => {
    const { version, content } = await call('openEntry', { id });
    return { id, version: (await call('saveDraft', { id, version, content: { ...content, ...change } })).version };
  };
  await call('publishEntry', await save(await findId('BLOG', 'draft'), { body: '[It](/apps/tool)\n' }));
  await save(await findId('BLOG', 'gone'), { title: 'Words of an editor' });
  await call('createEntry', { type: 'PAGE', title: 'Made here' });
  for (const file of ['apps/tool.md', 'blog/draft.md', 'blog/gone.md', 'blog/hello.md', 'blog/hello@next.md'])
    await rm(join(folder.path, file));
  for (const file of ['trivia/which.md', 'team/ada.md']) await rm(join(folder.path, file));
  await folder.write('categories.yaml', '[]\n');
  const { kept, removed } = await importContent(api.ctx, folder.path, { prune: true });
  expect(kept.map(({ name, reason }) => `${name} ${reason}`).sort()).toEqual([
    '/apps/tool is linked from /blog/draft, which stays',
    '/blog/draft was changed in the Studio since the last import',
    '/blog/gone has words that were written in the Studio',
    '/made-here was made in the Studio',
    expect.stringMatching(/^category BLOG\/news is used by \/blog\/(?:draft|gone), which stays$/),
    expect.stringMatching(/^team member ada is used by \/blog\/(?:draft|gone), which stays$/),
  ]);
  // Two entries and the category of one of them.
  expect(removed).toBe(3);
  expect((await api.get('/api/blog/blogdetails/draft')).body.author).toMatchObject({ slug: 'ada' });
});

it('leaves an entry to which a text of the Studio links by a reference', async () => {
  const { call } = (await makeUser(api.ctx, 'EDITOR')).client;
  const { id } = await call('createEntry', { type: 'PAGE', title: 'Made here' });
  const { version, content } = await call('openEntry', { id });
  const body = '[It][tool] is in use.\n\n[tool]:\n  </apps/tool>\n';
  await call('saveDraft', { id, version, content: { ...content, body } });
  await rm(join(folder.path, 'apps/tool.md'));
  const text = readContentFile('blog/hello.md').replace(' and [the app](/apps/tool)', '');
  await folder.write('blog/hello.md', text);
  const { kept } = await importContent(api.ctx, folder.path, { prune: true });
  expect(kept).toEqual([
    { name: '/made-here', reason: 'was made in the Studio' },
    { name: '/apps/tool', reason: 'is linked from /made-here, which stays' },
  ]);
});

it('removes a draft that nobody has changed although an earlier release stored its fields in another form', async () => {
  const [sheet] = sampleFields.INFOGRAPHIC.sheets;
  const fields = { sheets: [{ ...sheet, kind: 'bar', scale: 'log' }] };
  await folder.write('infographics/old@draft.md', formatDraftFile({ ...createEmptyContent('Old'), fields }));
  await importContent(api.ctx, folder.path);
  await api.ctx.db.update(drafts).set({ schemaVersion: 0 });
  await api.ctx.db.update(importedEntries).set({ schemaVersion: 0 });
  await rm(join(folder.path, 'infographics/old@draft.md'));
  expect(await importContent(api.ctx, folder.path, { prune: true })).toMatchObject({ removed: 1, kept: [] });
});

it('waits for an editor who is saving a draft, and leaves the entry', async () => {
  await rm(join(folder.path, 'blog/gone.md'));
  const [gone] = await api.ctx.db.select().from(entries).where(eq(entries.slug, 'gone'));
  const entryId = gone?.id ?? 0;
  const countWaiting = async () => {
    const { rows } = await api.database.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.waiting;
  };
  let pruned: ReturnType<typeof importContent> | undefined;
  await api.ctx.db.transaction(async (db) => {
    const { content, revisionId } = await getCurrentContent({ db }, await lockEntry({ db }, entryId));
    pruned = importContent(api.ctx, folder.path, { prune: true });
    await expect.poll(countWaiting).toBe(1);
    const written = { ...content, title: 'Words of an editor' };
    await storeDraft({ db }, { entryId, content: written, baseRevisionId: revisionId, savedBy: null });
  });
  expect((await pruned)?.kept).toEqual([{ name: '/blog/gone', reason: 'has words that were written in the Studio' }]);
});

describe('refuses a folder that references what pruning would remove:', () => {
  it.each([
    [
      'an author',
      'team/ada.md',
      ['blog/draft.md author', 'blog/gone.md author', 'blog/hello.md author', 'blog/hello@next.md author'],
    ],
    [
      'a category',
      'categories.yaml',
      ['blog/draft.md category', 'blog/gone.md category', 'blog/hello.md category', 'trivia/which.md category'],
    ],
    ['a position', 'positions.yaml', ['team/ada.md position']],
    ['an interest', 'interests.yaml', ['blog/hello.md interests.0']],
    ['a picture', 'media/box.svg', ['blog/hello.md body']],
    ['an entry', 'apps/tool.md', ['blog/hello.md body']],
  ])('%s', async (_what, file, expected) => {
    await rm(join(folder.path, file));
    const problems = await listImportProblems(api.ctx, folder.path, { prune: true });
    expect(problems.map((problem) => `${problem.file} ${problem.field}`).sort()).toEqual(expected);
    expect((await api.get('/api/blog/blogdetails/hello')).body.author).toMatchObject({ slug: 'ada' });
  });
});

it('refuses a folder that does not exist', async () => {
  await expect(importContent(api.ctx, join(folder.path, 'nowhere'), { prune: true })).rejects.toThrow(
    /nowhere:1 is not a folder/,
  );
  expect((await api.get('/api/app/getData?slug=tool')).status).toBe(200);
});
