import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { getEntryType, typesWithPages } from '../../../contract/content/entry-types.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { getEntryUrl } from '../../../testing/api.ts';
import { readContentFile, readFolder } from '../../../testing/content-folder.ts';
import { getTimeFromNow, sampleFields } from '../../../testing/makers.ts';
import { exportToFolder, setUpContentFolder, setUpEditorApi } from '../../../testing/set-up.ts';
import { renameEntry, withdrawEntry } from '../../../testing/studio.ts';
import { exportContent } from './export.ts';
import { importContent } from './import.ts';
import { manifestFile } from './manifest.ts';

const { api, editor, call } = await setUpEditorApi();
const folder = setUpContentFolder();
beforeEach(() => importContent(api.ctx, folder.path));

async function runExport(): Promise<{ path: string; files: Record<string, string>; note: string }> {
  const path = await exportToFolder(api.ctx);
  return { path, files: await readFolder(path), note: await readFile(join(path, manifestFile), 'utf8') };
}

/** Returns everything that visitors can read of entries: each list, and each entry by each of its addresses. */
async function readPublic(): Promise<Record<string, unknown>> {
  const { rows } = await api.ctx.db.execute<{ type: (typeof typesWithPages)[number]; slug: string }>(
    sql`select type, slug from entries union select type, slug from former_slugs order by 1, 2`,
  );
  const answers: Record<string, unknown> = {};
  const read = async (url: string) => {
    const { status, body } = await api.get(url);
    // Another database counts other ids, and errors name their request.
    const text = JSON.stringify(body, (name, value) => (name === 'id' || name === 'requestId' ? undefined : value));
    answers[url] = [status, text];
  };
  for (const type of typesWithPages) await read(getEntryUrl(type, 'list', { size: 100 }));
  for (const { type, slug } of rows) await read(getEntryUrl(type, 'item', { slug }));
  await read('/api/search/list?q=studio');
  return answers;
}

/** Returns the rows of the tables that visitors read. */
async function readRows(): Promise<unknown> {
  const { rows } = await api.ctx.db.execute(sql`select
    (select jsonb_agg(e order by id) from entries e) as entries, (select jsonb_agg(r.id order by id) from revisions r) as texts,
    (select jsonb_agg(d order by entry_id) from drafts d) as drafts, (select jsonb_agg(f) from former_slugs f) as former`);
  return rows;
}

async function findId(title: string): Promise<number> {
  const { items } = await call('listContent', { size: 100 });
  return items.find((entry) => entry.title === title)?.id ?? 0;
}

async function save(id: number, edit: Partial<DraftContent>) {
  const { version, content } = await call('openEntry', { id });
  return { id, version: (await call('saveDraft', { id, version, content: { ...content, ...edit } })).version };
}

const readRedirects = async () =>
  (await call('redirects', {})).items
    .filter(({ kind }) => kind === 'EDITOR')
    .map(({ path, target, leadsTo }) => [path, target, leadsTo])
    .sort();

/** Does in the Studio what editors do to entries: everything that an export has to keep. */
async function editInStudio(): Promise<void> {
  const tool = await findId('Tool');
  // Space around a body, an indented first line and space around keywords are in no file.
  const body = '\n    indented code of the studio\n\nText  \r\nof the studio.\n\n\n';
  await call('publishEntry', await save(tool, { body, keywords: [' studio '], position: -2 }));
  await renameEntry(editor.client, tool, 'instrument');
  await withdrawEntry(editor.client, await findId('Which'));
  await call('scheduleEntry', { ...(await save(tool, { title: 'Later' })), at: getTimeFromNow(6_000).toISOString() });
  await save(tool, { title: 'Not yet', fields: { unknown: [1] } });
  await call('publishEntry', await save(await findId('Draft'), { interests: ['networks'] }));
  for (const type of ['PAGE', 'PLAN', 'MICROSERVICE'] as const) {
    const { id } = await call('createEntry', { type, title: `New ${type}` });
    const text = { summary: 'Made in the studio', body: `[Here](/apps/instrument)\n`, fields: sampleFields[type] };
    await call('publishEntry', await save(id, text));
  }
  await call('addRedirect', { path: '/old-tool.html', target: '/apps/instrument' });
  await call('addRedirect', { path: '/of-a-page', target: '/new-page' });
  await call('addRedirect', { path: '/news', target: '/blogs' });
  await withdrawEntry(editor.client, await findId('New PAGE'));
  const gone = await findId('Gone');
  const { entry } = await call('openEntry', { id: gone });
  await call('withdrawEntry', { id: gone, version: entry.version, isWithdrawn: false });
}

it('an import of what was just exported changes nothing, whatever editors have done, and exports the same bytes again', async () => {
  await editInStudio();
  const first = await runExport();
  const before = [await readRows(), await readPublic()];
  expect(await importContent(api.ctx, first.path, { prune: true })).toMatchObject({ removed: 0, kept: [] });
  expect([await readRows(), await readPublic()]).toEqual(before);
  const second = await runExport();
  expect([second.files, second.note]).toEqual([first.files, first.note]);
});

it('an import of what was exported into an empty database gives visitors the same, and editors their drafts', async () => {
  await editInStudio();
  const { path, files } = await runExport();
  const before = [await readPublic(), await readRedirects()];
  expect(before[1]).toEqual([
    ['/news', '/blogs', '/blogs'],
    // Visitors do not see its page, and the redirect waits for it.
    ['/of-a-page', '/new-page', null],
    ['/old-tool.html', '/apps/instrument', '/apps/instrument'],
  ]);
  await api.database.empty();
  await importContent(api.ctx, path);
  expect([await readPublic(), await readRedirects()]).toEqual(before);
  expect((await runExport()).files).toEqual(files);
  expect((await call('openEntry', { id: await findId('Not yet') })).content.fields).toEqual({ unknown: [1] });
});

it('an edit of what was exported is merged with what editors have done since', async () => {
  await editInStudio();
  const { path } = await runExport();
  const file = join(path, getEntryType('PAGE').folder, 'new-page.md');
  const text = Buffer.from((await readFolder(path))['pages/new-page.md'] ?? '', 'base64').toString();
  await call('publishEntry', await save(await findId('New PAGE'), { summary: 'Changed in the studio' }));
  await writeFile(file, text.replace('title: New PAGE', 'title: Changed in the file'));
  await importContent(api.ctx, path);
  expect((await api.get(getEntryUrl('PAGE', 'item', { slug: 'new-page' }))).body).toMatchObject({
    title: 'Changed in the file',
    summary: 'Changed in the studio',
  });
});

it('the words of an editor can be edited in what was exported, and removed there', async () => {
  const tool = await findId('Tool');
  const body = '## Use\n\nRun it with care.\n\nThen rest.\n';
  await call('publishEntry', await save(tool, { body }));
  await save(tool, { body, title: 'The title of the draft' });
  const { path } = await runExport();
  const edit = async (name: string, from: string, to: string) => {
    const text = await readFile(join(path, name), 'utf8');
    await writeFile(join(path, name), text.replace(from, to));
  };
  await edit('apps/tool.md', 'with care.\n\nThen rest.', 'with much care.');
  await edit('apps/tool@draft.md', 'The title of the draft', 'The title of the draft in the file');
  await importContent(api.ctx, path);
  expect((await api.get(getEntryUrl('APP', 'item', { slug: 'tool' }))).body.html).toMatch(
    /Run it with much care\.<\/p>$/,
  );
  expect((await call('openEntry', { id: tool })).content).toMatchObject({
    title: 'The title of the draft in the file',
    body: '## Use\n\nRun it with much care.\n',
  });
});

it.each([
  ['of a file with Windows line endings and no final newline', null],
  ['of a text of the Studio with such endings', '\r\n## Use\r\n\r\nRun it.  \r\nThen rest.'],
])('an edit of one word %s changes one line of the exported file', async (_, body) => {
  await folder.write('apps/tool.md', readContentFile('apps/tool.md').replaceAll('\n', '\r\n').trimEnd());
  await importContent(api.ctx, folder.path);
  const tool = await findId('Tool');
  if (body) await call('publishEntry', await save(tool, { body }));
  const readLines = async () => (await readFile(join((await runExport()).path, 'apps/tool.md'), 'utf8')).split('\n');
  const before = await readLines();
  const { content } = await call('openEntry', { id: tool });
  await call('publishEntry', await save(tool, { body: content.body.replace('Run', 'Start') }));
  expect(await readLines()).toEqual(before.map((line) => line.replace('Run it.', 'Start it.')));
  expect(before.at(-1)).toBe('');
});

it('an export removes the files that an earlier one wrote for what has another name now, unless somebody changed them', async () => {
  const { path } = await runExport();
  await renameEntry(editor.client, await findId('Tool'), 'instrument');
  await renameEntry(editor.client, await findId('Which'), 'what');
  await writeFile(join(path, 'trivia/which.md'), 'changed');
  await writeFile(join(path, 'apps/other.txt'), 'of somebody');
  await exportContent(api.ctx, path);
  const names = Object.keys(await readFolder(path));
  expect(names.filter((name) => /apps|trivia/.test(name))).toEqual([
    'apps/instrument.md',
    'apps/other.txt',
    'trivia/what.md',
    'trivia/which.md',
  ]);
});
