import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { getEntryUrl } from '../../../testing/api.ts';
import { readContentFile, readFolder } from '../../../testing/content-folder.ts';
import { exportToFolder, listImportProblems, setUpContentFolder, setUpEditorApi } from '../../../testing/set-up.ts';
import { importContent } from './import.ts';

const { api, editor } = await setUpEditorApi();
const folder = setUpContentFolder();
beforeEach(() => importContent(api.ctx, folder.path));

const change = (from: string, to: string) =>
  folder.write('apps/tool.md', readContentFile('apps/tool.md').replace(from, to));

/** Changes the draft of the app; returns its id. */
async function writeDraft(title: string): Promise<number> {
  const { items } = await editor.client.call('listContent', { type: 'APP' });
  const id = items[0]?.id ?? 0;
  const { version, content } = await editor.client.call('openEntry', { id });
  await editor.client.call('saveDraft', { id, version, content: { ...content, title } });
  return id;
}

async function readExport(): Promise<{ path: string; files: Record<string, string> }> {
  const path = await exportToFolder(api.ctx);
  return { path, files: await readFolder(path) };
}

it('an import keeps the draft of an editor, and merges the text that it publishes into the draft', async () => {
  const id = await writeDraft('The title of the draft');
  await change('Run it.', 'Run it twice.');
  await importContent(api.ctx, folder.path);
  const opened = await editor.client.call('openEntry', { id });
  expect(opened.content.title).toBe('The title of the draft');
  expect(opened.content.body).toContain('Run it twice.');
  const published = await api.get(getEntryUrl('APP', 'item', { slug: 'tool' }));
  expect(published.body.title).not.toBe('The title of the draft');
  expect(published.body.html).toContain('Run it twice.');
});

it('an import that changes the same words as a draft is refused with a list, and changes nothing', async () => {
  const id = await writeDraft('The title of the draft');
  await change('title: Tool', 'title: The title of the file');
  expect(await listImportProblems(api.ctx, folder.path)).toMatchObject([{ file: 'apps/tool.md', field: 'title' }]);
  expect((await editor.client.call('openEntry', { id })).content.title).toBe('The title of the draft');
  expect((await api.get(getEntryUrl('APP', 'item', { slug: 'tool' }))).body.title).toBe('Tool');
});

it('drafts are exported, of new entries too, and an import into an empty database has them again', async () => {
  await writeDraft('The title of the draft');
  const { id } = await editor.client.call('createEntry', { type: 'PAGE', title: 'Never published' });
  const { version, content } = await editor.client.call('openEntry', { id });
  const body = 'Without a last newline, and \r\nwith others';
  await editor.client.call('saveDraft', { id, version, content: { ...content, body, fields: { unknown: [1] } } });
  const first = await readExport();
  expect(Object.keys(first.files)).toEqual(
    expect.arrayContaining(['apps/tool@draft.md', 'pages/never-published@draft.md']),
  );
  await api.database.empty();
  await importContent(api.ctx, first.path);
  expect((await readExport()).files).toEqual(first.files);
  const { items } = await editor.client.call('listContent', { type: 'PAGE', state: 'DRAFT' });
  expect((await editor.client.call('openEntry', { id: items[0]?.id ?? 0 })).content.body).toBe(body);
});

it('an older draft file never replaces a newer draft, nor brings back one that was discarded', async () => {
  const id = await writeDraft('First draft');
  const { path } = await readExport();
  await writeDraft('Second draft');
  await importContent(api.ctx, path);
  const { version, content } = await editor.client.call('openEntry', { id });
  expect(content.title).toBe('Second draft');
  await editor.client.call('discardDraft', { id, version });
  await importContent(api.ctx, path);
  expect((await editor.client.call('openEntry', { id })).content.title).toBe('Tool');
});

it('a draft file that somebody edited is merged with the draft, or refused where both changed the same words', async () => {
  const id = await writeDraft('The title of the draft');
  const { path } = await readExport();
  await importContent(api.ctx, path);
  const file = join(path, 'apps/tool@draft.md');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('Run it.', 'Run it by hand.'));
  await writeDraft('The second title of the draft');
  await importContent(api.ctx, path);
  const { content } = await editor.client.call('openEntry', { id });
  expect([content.title, content.body]).toEqual(['The second title of the draft', '## Use\n\nRun it by hand.\n']);
  await writeFile(file, text.replace('The title', 'Another title'));
  await writeDraft('One more title of the draft');
  expect(await listImportProblems(api.ctx, path)).toMatchObject([{ file: 'apps/tool@draft.md', field: 'title' }]);
  expect((await editor.client.call('openEntry', { id })).content.title).toBe('One more title of the draft');
});

it('texts of an author that look like front matter stay texts in an export and its import', async () => {
  const { id } = await editor.client.call('createEntry', { type: 'PAGE', title: 'Hostile', slug: 'hostile' });
  const { version, content } = await editor.client.call('openEntry', { id });
  const matter = '---\ntitle: Taken over\npublished: 2020-01-01T00:00:00Z\n---\n<script>alert(1)</script>\n';
  const written = {
    ...content,
    title: `A title\n${matter}`,
    summary: `'"\n${matter}`,
    keywords: [matter],
    body: matter,
  };
  await editor.client.call('saveDraft', { id, version, content: written });
  const { path, files } = await readExport();
  await api.database.empty();
  await importContent(api.ctx, path);
  expect((await readExport()).files).toEqual(files);
  const { items } = await editor.client.call('listContent', { type: 'PAGE', state: 'DRAFT' });
  expect(items.map(({ slug }) => slug)).toEqual(['hostile']);
  expect((await editor.client.call('openEntry', { id: items[0]?.id ?? 0 })).content).toEqual(written);
  expect((await api.get(getEntryUrl('PAGE', 'item', { slug: 'hostile' }))).status).toBe(404);
});
