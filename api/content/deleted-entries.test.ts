import { expect, it } from 'vitest';
import { getTimeFromNow, makeEntry } from '../../testing/makers.ts';
import { setUpEditorApi } from '../../testing/set-up.ts';
import { getFailure, makeUser } from '../../testing/studio.ts';
import { removeOldDeletedEntries } from './deleted-entries.ts';

const { api, editor, call } = await setUpEditorApi('Ada');

/** Creates a draft with two saves and a kept version. */
async function makeDraft(title: string, { client } = editor) {
  const { id } = await client.call('createEntry', { type: 'PAGE', title });
  const { version, content } = await client.call('openEntry', { id });
  const saved = await client.call('saveDraft', { id, version, content: { ...content, summary: 'Written later' } });
  await client.call('keepVersion', { id, version: saved.version, label: 'Kept' });
  return { id, version: saved.version };
}

it('a deleted draft is gone, its address is free, and it comes back whole under its id', async () => {
  const { id, version } = await makeDraft('Deleted');
  const before = await call('openEntry', { id });
  const saves = await call('entryHistory', { id, kind: 'SAVE' });
  const history = await call('entryHistory', { id, kind: 'REVISION' });
  expect(await call('deleteEntry', { id, version })).toEqual({ id });
  expect((await getFailure(call('openEntry', { id }))).code).toBe('not_found');
  expect((await call('listContent', {})).total).toBe(0);
  const { items } = await call('deletedEntries', {});
  expect(items).toMatchObject([{ id, title: 'Deleted', slug: 'deleted', deletedBy: 'Ada', canRestore: true }]);

  expect(await call('restoreEntry', { id })).toEqual({ id });
  expect(await call('openEntry', { id })).toEqual(before);
  expect(await call('entryHistory', { id, kind: 'SAVE' })).toEqual(saves);
  const revisions = (await call('entryHistory', { id, kind: 'REVISION' })).items;
  expect(revisions.map(({ version: _, ...rest }) => rest)).toEqual(
    history.items.map(({ version: _, ...rest }) => rest),
  );
  expect((await call('deletedEntries', {})).total).toBe(0);
  expect((await getFailure(call('restoreEntry', { id }))).code).toBe('not_found');
});

it('a restored draft gets a similar address where another entry has taken its own', async () => {
  const { id, version } = await makeDraft('The same title');
  await call('deleteEntry', { id, version });
  await call('createEntry', { type: 'PAGE', title: 'The same title', slug: 'the-same-title' });
  await call('restoreEntry', { id });
  expect((await call('openEntry', { id })).entry.slug).toBe('the-same-title-2');
});

it('a similar address stays a slug where a long one is shortened at a hyphen', async () => {
  const start = 'a'.repeat(109);
  const create = () => call('createEntry', { type: 'PAGE', title: 'Long', slug: `${start}-and-more` });
  const { id } = await create();
  const { version } = await call('openEntry', { id });
  await call('deleteEntry', { id, version });
  await create();
  await call('restoreEntry', { id });
  expect((await call('openEntry', { id })).entry.slug).toBe(`${start}-2`);
});

it('a deleted draft comes back although it and a kept version cannot be rendered any more, and its check says why', async () => {
  const { id, version } = await makeDraft('Unreadable');
  const body = `${'> '.repeat(101)}too deep\n`;
  const { content } = await call('openEntry', { id });
  const draft = await call('saveDraft', { id, version, content: { ...content, body } });
  await call('deleteEntry', { id, version: draft.version });
  await api.database.pool.query(
    "update deleted_entries set revisions = jsonb_set(revisions, '{0,content,body}', to_jsonb($1::text))",
    [body],
  );

  await call('restoreEntry', { id });
  const message = expect.stringMatching(/^nests quotes, lists or emphasis more than 100 deep\. Remove some/);
  expect((await call('checkEntry', { id })).problems).toEqual([{ path: 'body', line: 1, message }]);
  const { items } = await call('entryHistory', { id, kind: 'REVISION' });
  expect(items).toMatchObject([{ label: 'Kept', storedBy: 'Ada' }]);
  expect((await call('entryVersion', { id, version: items[0]?.version ?? '' })).content.body).toBe(body);
});

it('what was published or scheduled is not deleted, nor a draft that somebody changed meanwhile', async () => {
  for (const publishedAt of [getTimeFromNow(-60), getTimeFromNow(60)]) {
    const { id } = await makeEntry(api.ctx, 'PAGE', { publishedAt });
    const { version } = await call('openEntry', { id });
    expect((await getFailure(call('deleteEntry', { id, version }))).code).toBe('conflict');
  }
  const { id, version } = await makeDraft('Changed');
  const { content } = await call('openEntry', { id });
  await call('saveDraft', { id, version, content: { ...content, title: 'Changed since' } });
  expect((await getFailure(call('deleteEntry', { id, version }))).code).toBe('conflict');
});

it('authors delete and restore entries of their own only', async () => {
  const author = await makeUser(api.ctx, 'AUTHOR');
  const [own, foreign] = [await makeDraft('Mine', author), await makeDraft('Theirs')];
  expect((await getFailure(author.client.call('deleteEntry', foreign))).code).toBe('forbidden');
  await author.client.call('deleteEntry', own);
  await call('deleteEntry', foreign);
  const { items } = await author.client.call('deletedEntries', {});
  expect(items.map(({ title, canRestore }) => [title, canRestore])).toEqual([
    ['Theirs', false],
    ['Mine', true],
  ]);
  expect((await getFailure(author.client.call('restoreEntry', { id: foreign.id }))).code).toBe('forbidden');
  await author.client.call('restoreEntry', { id: own.id });
});

it('deleted entries are removed for good after 30 days', async () => {
  const [old, recent] = [await makeDraft('Old'), await makeDraft('Recent')];
  for (const draft of [old, recent]) await call('deleteEntry', draft);
  await api.database.pool.query("update deleted_entries set deleted_at = now() - interval '31 days' where id = $1", [
    old.id,
  ]);
  // Maintenance may come later.
  expect(await call('deletedEntries', {})).toMatchObject({ total: 1, items: [{ title: 'Recent' }] });
  expect((await getFailure(call('restoreEntry', { id: old.id }))).code).toBe('not_found');
  expect(await removeOldDeletedEntries(api.ctx)).toBe(1);
  await call('restoreEntry', { id: recent.id });
});
