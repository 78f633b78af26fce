import { describe, expect, it } from 'vitest';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { getEntryUrl } from '../../testing/api.ts';
import { makeCategory, makeEntry } from '../../testing/makers.ts';
import { setUpEditorApi } from '../../testing/set-up.ts';
import { getFailure, makeUser } from '../../testing/studio.ts';
import { compactDraftSaves } from './drafts/store.ts';

const { api, editor, call } = await setUpEditorApi('Ada');

/** Saves a change of the draft; returns its version. */
async function save(id: number, change: Partial<DraftContent>, { client } = editor): Promise<string> {
  const { version, content } = await client.call('openEntry', { id });
  return (await client.call('saveDraft', { id, version, content: { ...content, ...change } })).version;
}

async function publish(id: number, change: Partial<DraftContent>) {
  return call('publishEntry', { id, version: await save(id, change) });
}

/** Puts the saves of an entry into the past, each a minute after the one before. */
async function spreadSaves(id: number) {
  await api.database.pool.query(
    "update draft_saves set saved_at = now() - interval '3 days' + version * interval '1 minute' where entry_id = $1",
    [id],
  );
}

const listSaves = async (id: number) => (await call('entryHistory', { id, kind: 'SAVE' })).items;
const getTitle = async (id: number, version: string) => (await call('entryVersion', { id, version })).content.title;

describe('the history of an entry', () => {
  it('lists revisions without their contents, a page at a time, the newest first', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE', { text: { title: 'First' } });
    await publish(id, { title: 'Second' });
    const { items, total } = await call('entryHistory', { id, kind: 'REVISION', size: 1 });
    expect(total).toBe(2);
    expect(items).toMatchObject([{ number: 2, title: 'Second', storedBy: 'Ada', isLive: true }]);
    expect(items[0]).not.toHaveProperty('content');
    const { items: older } = await call('entryHistory', { id, kind: 'REVISION', page: 1, size: 1 });
    expect(older).toMatchObject([{ number: 1, title: 'First', storedBy: null, isLive: false }]);
    expect(await getTitle(id, older[0]?.version ?? '')).toBe('First');
  });

  it('keeps the category and the place that an entry had with each text', async () => {
    const [before, after] = [await makeCategory(api.ctx, 'TRIVIA'), await makeCategory(api.ctx, 'TRIVIA')];
    const { id } = await makeEntry(api.ctx, 'TRIVIA', { categoryId: before.id });
    const first = (await call('entryHistory', { id, kind: 'REVISION' })).items[0]?.version ?? '';
    await publish(id, { title: 'Second', category: after.slug, position: 7 });
    const readContent = async (version: string) => (await call('entryVersion', { id, version })).content;
    expect(await readContent(first)).toMatchObject({ category: before.slug, position: 0 });
    const second = (await call('entryHistory', { id, kind: 'REVISION' })).items[0]?.version ?? '';
    expect(await readContent(second)).toMatchObject({ category: after.slug, position: 7 });
  });

  it('gives no version of another entry', async () => {
    const [{ id }, other] = [await makeEntry(api.ctx, 'PAGE'), await makeEntry(api.ctx, 'PAGE')];
    await save(other.id, { title: 'Theirs' });
    for (const version of [`revision-${other.revisionId}`, 'draft-1'])
      expect((await getFailure(call('entryVersion', { id, version }))).code).toBe('not_found');
  });

  it('refuses the number of a draft that the database cannot have', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE');
    expect((await getFailure(call('entryVersion', { id, version: 'draft-2147483648' }))).code).toBe('bad_request');
  });
});

describe('the saves of an entry', () => {
  it('are listed with who and when, the last of each minute of each person', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE');
    const other = await makeUser(api.ctx, 'EDITOR', 'Grace');
    await save(id, { title: 'One' });
    await save(id, { title: 'Two' });
    await save(id, { title: 'Three' }, other);
    // A minute of the clock may end between two saves, so all of them are put into one.
    await api.database.pool.query(
      "update draft_saves set saved_at = date_trunc('minute', now()) + version * interval '1 second' where entry_id = $1",
      [id],
    );
    expect(await listSaves(id)).toMatchObject([
      { version: 'draft-3', title: 'Three', storedBy: 'Grace', isDraft: true },
      { version: 'draft-2', title: 'Two', storedBy: 'Ada', isDraft: false },
    ]);
    await spreadSaves(id);
    const { items, total } = await call('entryHistory', { id, kind: 'SAVE', page: 1, size: 2 });
    expect(total).toBe(3);
    expect(items).toMatchObject([{ version: 'draft-1', title: 'One' }]);
    expect(await getTitle(id, 'draft-1')).toBe('One');
  });

  it('say what became of each draft, and the last one of a draft is never thinned away', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE');
    await publish(id, { title: 'Published' });
    await call('discardDraft', { id, version: await save(id, { title: 'Discarded' }) });
    const version = await save(id, { title: 'Replaced' });
    await call('restoreVersion', { id, version, restored: 'draft-1' });
    const expected = [
      { title: 'Published', outcome: null, isDraft: true },
      { title: 'Replaced', outcome: 'REPLACED', endedBy: 'Ada' },
      { title: 'Discarded', outcome: 'DISCARDED' },
      { title: 'Published', outcome: 'PUBLISHED' },
    ];
    expect(await listSaves(id)).toMatchObject(expected);
    await api.database.pool.query("update draft_saves set saved_at = now() - interval '2 days' where entry_id = $1", [
      id,
    ]);
    await compactDraftSaves(api.ctx);
    expect(await listSaves(id)).toMatchObject(expected);
  });
});

describe('an earlier version', () => {
  it('becomes the draft, and nothing is published', async () => {
    const { id, slug, revisionId } = await makeEntry(api.ctx, 'PAGE', { text: { title: 'First' } });
    const { version } = await publish(id, { title: 'Second' });
    const restored = await call('restoreVersion', { id, version, restored: `revision-${revisionId}` });
    expect(restored).toMatchObject({ content: { title: 'First' }, entry: { isChanged: true } });
    expect((await api.get(getEntryUrl('PAGE', 'item', { slug }))).body.title).toBe('Second');
  });

  it('does not replace a draft that its restorer has not seen', async () => {
    const { id, revisionId } = await makeEntry(api.ctx, 'PAGE');
    const version = await save(id, { title: 'Seen' });
    await save(id, { title: 'Not seen' });
    const late = call('restoreVersion', { id, version, restored: `revision-${revisionId}` });
    expect((await getFailure(late)).code).toBe('conflict');
    expect((await call('openEntry', { id })).content.title).toBe('Not seen');
  });

  it('is kept under a name, as a revision that visitors do not see', async () => {
    const { id, slug } = await makeEntry(api.ctx, 'APP', { text: { title: 'First' } });
    const { slug: category } = await makeCategory(api.ctx, 'TRIVIA');
    // A draft may be incomplete.
    const version = await save(id, { title: '', body: 'A zeppelin\n', fields: { platforms: 'none' }, category });
    const kept = await call('keepVersion', { id, version, label: 'Before the rewrite' });
    expect(kept).toMatchObject({ number: 2, label: 'Before the rewrite', storedBy: 'Ada', isLive: false });
    const { content } = await call('openEntry', { id });
    const keptContent = (await call('entryVersion', { id, version: kept.version })).content;
    expect(keptContent).toEqual({ ...content, category: null });
    expect((await api.get(getEntryUrl('APP', 'item', { slug }))).body.title).toBe('First');
    expect((await api.get('/api/search/list?q=zeppelin')).body.items).toEqual([]);
    await publish(id, { title: 'Third', category: null, fields: (await openFields(id)).fields });
    expect((await call('entryHistory', { id, kind: 'REVISION' })).items.map((item) => item.label)).toEqual([
      null,
      'Before the rewrite',
      null,
    ]);
    const again = call('keepVersion', { id, version: kept.version, label: 'Twice' });
    expect((await getFailure(again)).code).toBe('conflict');
  });
});

/** Returns the own fields of the published text. */
async function openFields(id: number) {
  const { items } = await call('entryHistory', { id, kind: 'REVISION' });
  const live = items.find(({ isLive }) => isLive)?.version ?? '';
  return (await call('entryVersion', { id, version: live })).content;
}

describe('a discarded draft', () => {
  it('comes back by its last save, and is offered until another draft begins', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE', { text: { title: 'Published' } });
    const version = await save(id, { title: 'Discarded' });
    const discarded = await call('discardDraft', { id, version });
    expect(discarded).toMatchObject({
      content: { title: 'Published' },
      entry: { isChanged: false },
      discarded: { version, by: 'Ada' },
    });
    const restored = await call('restoreVersion', { id, version: discarded.version, restored: version });
    expect(restored).toMatchObject({ content: { title: 'Discarded' }, discarded: null });
  });

  it('is not one where there is no draft, or the entry was never published', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE');
    const { version } = await call('openEntry', { id });
    expect((await getFailure(call('discardDraft', { id, version }))).code).toBe('conflict');
    const { id: only } = await call('createEntry', { type: 'PAGE', title: 'Only a draft' });
    const draft = await call('openEntry', { id: only });
    expect((await getFailure(call('discardDraft', { id: only, version: draft.version }))).code).toBe('conflict');
  });
});
