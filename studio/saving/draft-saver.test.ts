import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/api.ts';
import { makeEntry } from '../../testing/makers.ts';
import { makeUser, type TestUser } from '../../testing/studio.ts';
import { createDraftSaver } from './draft-saver.ts';
import type { Journal, JournalEdit } from './journal.ts';

let api: TestApi;
let editor: TestUser;
let other: TestUser;
beforeAll(async () => {
  api = await openTestApi();
  editor = await makeUser(api.ctx, 'EDITOR');
  other = await makeUser(api.ctx, 'EDITOR');
});
afterAll(() => api.close());

/** A journal in memory; `stored` is what a browser would keep. */
function createJournal(stored = new Map<string, JournalEdit>(), page = 'page'): Journal & { stored: typeof stored } {
  return {
    stored,
    write: async (edit) => void stored.set(page, edit),
    clear: async () => void stored.delete(page),
    readAll: async () =>
      [...stored]
        .filter(([key]) => key !== page)
        .map(([key, edit]) => ({ edit, remove: async () => void stored.delete(key) })),
  };
}

/** Opens an entry with the saver of one page. */
async function open(id?: number, journal = createJournal()) {
  const entryId = id ?? (await makeEntry(api.ctx, 'PAGE')).id;
  const { client } = editor;
  const { version, content } = await client.call('openEntry', { id: entryId });
  return { entryId, journal, saver: createDraftSaver({ client, journal, entryId, version, content, savedAt: null }) };
}

const contentOf = async (id: number) => (await other.client.call('openEntry', { id })).content;

async function changeByOther(id: number, change: object): Promise<void> {
  const { version, content } = await other.client.call('openEntry', { id });
  await other.client.call('saveDraft', { id, version, content: { ...content, ...change } });
}

it('an edit is in the journal until the server has confirmed it', async () => {
  const { entryId, journal, saver } = await open();
  saver.edit({ title: 'Typed' });
  expect(journal.stored.get('page')?.content.title).toBe('Typed');
  await saver.flush();
  expect(saver.getSnapshot()).toMatchObject({ state: 'saved', version: 'draft-1' });
  expect(journal.stored.size).toBe(0);
  expect((await contentOf(entryId)).title).toBe('Typed');
});

it('an edit of an earlier page that ended is sent when the entry is opened again', async () => {
  const { entryId, journal, saver } = await open();
  saver.edit({ title: 'Before the crash' });
  saver.stop();
  await changeByOther(entryId, { summary: 'Meanwhile' });
  const again = await open(entryId, createJournal(journal.stored, 'next page'));
  await again.saver.resume();
  expect(again.saver.getSnapshot().content).toMatchObject({ title: 'Before the crash', summary: 'Meanwhile' });
  expect(journal.stored.size).toBe(0);
});

it('what is typed while the server answers with a conflict stays when the conflict is resolved', async () => {
  const { entryId, saver } = await open();
  await changeByOther(entryId, { title: 'Theirs' });
  saver.edit({ title: 'Ours' });
  const sending = saver.flush();
  saver.edit({ summary: 'Typed meanwhile' });
  await sending;
  const { state, merged, conflicts } = saver.getSnapshot();
  expect(state).toBe('conflict');
  expect(conflicts).toMatchObject([{ path: 'title', theirs: 'Theirs', ours: 'Ours' }]);
  if (!merged) throw new Error('A conflict has a merged content');
  saver.resolve({ ...merged, title: 'Both' });
  await saver.flush();
  expect(await contentOf(entryId)).toMatchObject({ title: 'Both', summary: 'Typed meanwhile' });
});

it('what is typed while the server merges is kept together with the merge', async () => {
  const { entryId, saver } = await open();
  await changeByOther(entryId, { title: 'Theirs' });
  saver.edit({ summary: 'Ours' });
  const sending = saver.flush();
  saver.edit({ keywords: ['typed', 'meanwhile'] });
  await sending;
  await saver.flush();
  const expected = { title: 'Theirs', summary: 'Ours', keywords: ['typed', 'meanwhile'] };
  expect(saver.getSnapshot().content).toMatchObject(expected);
  expect(await contentOf(entryId)).toMatchObject(expected);
});

it('a refused save says why, and the edit stays on the device', async () => {
  const { journal, saver } = await open();
  saver.edit({ title: 'x'.repeat(2_000) });
  await saver.flush();
  expect(saver.getSnapshot()).toMatchObject({ state: 'refused', message: expect.stringContaining('not valid') });
  expect(journal.stored.size).toBe(1);
});
