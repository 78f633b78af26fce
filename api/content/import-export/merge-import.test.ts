import { readFile, rename as renameFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EntryType, TypeWithPages } from '../../../contract/content/entry-types.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { getEntryUrl } from '../../../testing/api.ts';
import { readContentFile } from '../../../testing/content-folder.ts';
import { getTimeFromNow } from '../../../testing/makers.ts';
import { listImportProblems, setUpContentFolder, setUpEditorApi } from '../../../testing/set-up.ts';
import { renameEntry, type TestUser, withdrawEntry } from '../../../testing/studio.ts';
import { importContent } from './import.ts';

const { api, editor } = await setUpEditorApi();
const folder = setUpContentFolder();
beforeEach(() => importContent(api.ctx, folder.path));

const call: TestUser['client']['call'] = (...args) => editor.client.call(...args);
const runImport = (options = {}) => importContent(api.ctx, folder.path, options);
const getItem = (type: TypeWithPages, slug: string) => api.get(getEntryUrl(type, 'item', { slug }));
const getTool = async () => (await getItem('APP', 'tool')).body;

function change(name: string, ...changes: [from: string, to: string][]): Promise<void> {
  const text = changes.reduce((changed, [from, to]) => changed.replace(from, to), readContentFile(name));
  expect(text).not.toBe(readContentFile(name));
  return folder.write(name, text);
}

/** Returns file, line and field of the problems for which an import is refused. */
async function findProblems(): Promise<string[]> {
  return (await listImportProblems(api.ctx, folder.path)).map(({ file, line, field }) => `${file}:${line} ${field}`);
}

async function findId(type: EntryType, title: string): Promise<number> {
  const { items } = await call('listContent', { type });
  const found = items.find((entry) => entry.title === title);
  if (!found) throw new Error(`There is no ${title}`);
  return found.id;
}

/** Saves a change of an entry in the Studio; returns its id and version. */
async function save(id: number, edit: Partial<DraftContent>) {
  const { version, content } = await call('openEntry', { id });
  return { id, version: (await call('saveDraft', { id, version, content: { ...content, ...edit } })).version };
}

const publish = async (id: number, edit: Partial<DraftContent>) => call('publishEntry', await save(id, edit));

describe('a text that an editor has published', () => {
  it('stays when the same folder is imported again, and is merged with what the file changes elsewhere', async () => {
    const id = await findId('APP', 'Tool');
    await publish(id, { body: '## Use\n\nRun it with care.\n\nThen rest.\n', keywords: ['studio'], position: 8 });
    await runImport();
    expect((await getTool()).html).toContain('Run it with care.');
    await change('apps/tool.md', ['title: Tool', 'title: The tool'], ['## Use', '## How to use it']);
    await runImport();
    const { content, revision } = await call('openEntry', { id });
    expect(content).toMatchObject({
      title: 'The tool',
      body: '## How to use it\n\nRun it with care.\n\nThen rest.\n',
      keywords: ['studio'],
      position: 8,
    });
    expect(revision).toBe(3);
    expect((await getTool()).html).toMatch(/How to use it[\s\S]*Run it with care/);
  });

  it('is never replaced: where the file changed the same words the import is refused, with file, line and field', async () => {
    await publish(await findId('APP', 'Tool'), {
      title: 'The title of the Studio',
      body: '## Use\n\nRun it in the Studio.\n',
      position: 8,
      fields: { ...(await getTool()).fields, licence: 'BSD' },
    });
    await change(
      'apps/tool.md',
      ['title: Tool', 'title: The title of the file'],
      ['Run it.', 'Run it in the file.'],
      ['order: 3', 'order: 4'],
      ['licence: MIT', 'licence: ISC'],
    );
    const before = await getTool();
    expect((await findProblems()).sort()).toEqual([
      'apps/tool.md:10 licence',
      'apps/tool.md:19 body',
      'apps/tool.md:2 title',
      'apps/tool.md:5 order',
    ]);
    expect(await getTool()).toEqual(before);
  });

  it('that the Studio shows later gets what the file changes, and appears at its time', async () => {
    const id = await findId('APP', 'Tool');
    const at = getTimeFromNow(600).toISOString();
    await call('scheduleEntry', { ...(await save(id, { summary: 'The later summary' })), at });
    await change('apps/tool.md', ['Run it.', 'Run it twice.']);
    await runImport();
    expect(await getTool()).toMatchObject({ summary: 'A tool', html: expect.stringContaining('Run it twice.') });
    const { entry, content } = await call('openEntry', { id });
    expect(entry.nextAt).toBe(at);
    expect(content).toMatchObject({ summary: 'The later summary', body: '## Use\n\nRun it twice.\n' });
    await change('apps/tool.md', ['summary: A tool', 'summary: The summary of the file'], ['Run it.', 'Run it twice.']);
    expect(await findProblems()).toEqual(['apps/tool.md:3 summary']);
  });

  it('of which the file has another later text is merged with that too', async () => {
    const id = await findId('BLOG', 'Hello again');
    await call('scheduleEntry', { ...(await save(id, { keywords: ['studio'] })), at: '2125-01-01T00:00:00Z' });
    await change('blog/hello@next.md', ['Later.', 'Much later.'], ['2125-01-01', '2125-02-01']);
    await runImport();
    const { entry, content } = await call('openEntry', { id });
    expect(entry.nextAt).toBe('2125-02-01T00:00:00.000Z');
    expect(content).toMatchObject({ title: 'Hello again', keywords: ['studio'], body: 'Much later.\n' });
    await rm(join(folder.path, 'blog/hello@next.md'));
    expect(await findProblems()).toEqual(['blog/hello.md:2 at']);
  });
});

describe('what an editor decided since the last import', () => {
  it('a withdrawal stays, and so do links to it; the file may withdraw and show the entry itself', async () => {
    await withdrawEntry(editor.client, await findId('APP', 'Tool'));
    await change('apps/tool.md', ['Run it.', 'Run it twice.']);
    await runImport();
    expect((await getItem('APP', 'tool')).status).toBe(410);
    // A text that the import changes must not lead there.
    await change('blog/hello.md', ['See ', 'Do see ']);
    expect(await findProblems()).toEqual(['blog/hello.md:13 body']);
    await change('blog/hello.md', ['See [the question](/trivia/which) and [the app](/apps/tool).', 'See.']);
    await change('trivia/which.md', ['category: odd', 'category: odd\nwithdrawn: 2025-02-01T00:00:00Z']);
    await runImport();
    expect((await getItem('TRIVIA', 'which')).status).toBe(410);
    await folder.write('trivia/which.md', readContentFile('trivia/which.md'));
    await runImport();
    expect((await getItem('TRIVIA', 'which')).status).toBe(200);
  });

  it('the first publication of a draft of the folder stays, and a date that both changed is refused', async () => {
    await publish(await findId('BLOG', 'Draft'), {});
    await runImport();
    expect((await getItem('BLOG', 'draft')).status).toBe(200);
    await change('blog/draft.md', ['draft: true', 'published: 2025-01-01T00:00:00Z']);
    expect(await findProblems()).toEqual(['blog/draft.md:4 published']);
  });

  it('a new address stays, with its redirects and the links to it, while the file has the old name', async () => {
    const id = await findId('APP', 'Tool');
    await renameEntry(editor.client, id, 'instrument');
    await change('apps/tool.md', ['Run it.', 'Run it twice.'], ['order: 3', 'order: 3\nformerSlugs: [gadget]']);
    await runImport();
    for (const slug of ['instrument', 'tool', 'gadget'])
      expect((await getItem('APP', slug)).body).toMatchObject({
        slug: 'instrument',
        html: expect.stringContaining('Run it twice.'),
      });
    expect((await getItem('BLOG', 'hello')).body.html).toContain('href="/apps/instrument"');
    expect((await call('listContent', { type: 'APP' })).items).toHaveLength(1);
    await folder.write('apps/tool.md', readContentFile('apps/tool.md'));
    await runImport();
    expect((await getItem('APP', 'gadget')).status).toBe(404);
    expect((await getItem('APP', 'tool')).body.slug).toBe('instrument');
  });

  it('an entry whose file is renamed keeps its history and its draft; two different new names are refused', async () => {
    const id = await findId('APP', 'Tool');
    await save(id, { title: 'The title of the draft' });
    await renameFile(join(folder.path, 'apps/tool.md'), join(folder.path, 'apps/device.md'));
    await folder.write(
      'apps/device.md',
      readContentFile('apps/tool.md').replace('order: 3', 'order: 3\nformerSlugs: [tool]'),
    );
    await change('blog/hello.md', ['/apps/tool', '/apps/device']);
    await runImport();
    expect((await getItem('APP', 'tool')).body).toMatchObject({ slug: 'device', title: 'Tool' });
    expect(await call('openEntry', { id })).toMatchObject({
      entry: { slug: 'device' },
      content: { title: 'The title of the draft' },
      formerSlugs: ['tool'],
    });
    await renameEntry(editor.client, id, 'instrument');
    await rm(join(folder.path, 'apps/device.md'));
    await folder.write('apps/gear.md', readContentFile('apps/tool.md').replace('order: 3', 'formerSlugs: [device]'));
    expect(await findProblems()).toEqual(expect.arrayContaining(['apps/gear.md:1 slug']));
  });

  it('an entry of the Studio is not taken over by a file of the same name', async () => {
    const { id } = await call('createEntry', { type: 'PAGE', title: 'About', slug: 'about' });
    const page = '---\ntitle: About\nsummary: Us\npublished: 2025-01-01T00:00:00Z\n---\n\nText.\n';
    await folder.write('pages/about.md', page);
    expect(await findProblems()).toEqual(['pages/about.md:1 slug']);
    await publish(id, { summary: 'About us' });
    expect(await findProblems()).toEqual(['pages/about.md:1 slug']);
    expect((await getItem('PAGE', 'about')).body.summary).toBe('About us');
  });
});

describe('an import', () => {
  it('is an act on its entries that the Studio can undo as one', async () => {
    const readStatus = async (slug: string) => (await getItem('APP', slug)).status;
    const readStates = async () => [await getTool(), (await getItem('BLOG', 'hello')).body, await readStatus('device')];
    const before = await readStates();
    await save(await findId('APP', 'Tool'), { title: 'The title of the draft' });
    await change('apps/tool.md', ['Run it.', 'Run it twice.']);
    await change('blog/hello.md', ['title: Hello', 'title: Good day']);
    await folder.write('apps/device.md', readContentFile('apps/tool.md').replace('title: Tool', 'title: Device'));
    await runImport();
    const [act] = (await call('bulkActs', {})).items;
    expect(act).toMatchObject({ kind: 'IMPORT', count: 3, doneBy: null });
    await call('undoBulkAct', { id: act?.id ?? 0 });
    expect(await readStates()).toEqual(before);
    const opened = await call('openEntry', { id: await findId('APP', 'The title of the draft') });
    expect(opened.content).toMatchObject({ title: 'The title of the draft', body: '## Use\n\nRun it.\n' });
    expect((await call('openEntry', { id: await findId('APP', 'Device') })).entry.state).toBe('DRAFT');
    // The same folder brings nothing new.
    await runImport();
    expect(await readStates()).toEqual(before);
  });

  it('of an unchanged folder, and the first one, are no acts', async () => {
    const [last] = (await call('bulkActs', {})).items;
    await runImport();
    expect((await call('bulkActs', {})).items[0]).toEqual(last);
    expect((await call('openEntry', { id: await findId('APP', 'Tool') })).lastAct).toBe(null);
  });

  it('knows in a database of an earlier version what the Studio has changed, though imports kept no record', async () => {
    const id = await findId('APP', 'Tool');
    await renameEntry(editor.client, id, 'instrument');
    await publish(id, { keywords: ['studio'], body: '## Use\n\nRun it with care.\n' });
    await withdrawEntry(editor.client, await findId('TRIVIA', 'Which'));
    const migration = new URL('../../db/migrations/0046_imported_entries.sql', import.meta.url);
    await api.database.pool.query('drop table imported_entries');
    await api.database.pool.query(await readFile(migration, 'utf8'));
    await change('apps/tool.md', ['title: Tool', 'title: The tool']);
    await runImport();
    expect((await getItem('APP', 'instrument')).body).toMatchObject({
      title: 'The tool',
      keywords: ['studio'],
      html: expect.stringContaining('Run it with care.'),
    });
    expect((await getItem('TRIVIA', 'which')).status).toBe(410);
    expect((await call('listContent', { type: 'APP' })).items).toHaveLength(1);
    await change('apps/tool.md', ['Run it.', 'Run it in the file.']);
    expect(await findProblems()).toEqual(['apps/tool.md:19 body']);
  });
});
