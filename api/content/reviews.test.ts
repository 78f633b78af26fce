import { expect, it } from 'vitest';
import { setUpEditorApi } from '../../testing/set-up.ts';
import { getFailure, makeUser } from '../../testing/studio.ts';

const { api, editor } = await setUpEditorApi('Ada');
const author = await makeUser(api.ctx, 'AUTHOR', 'Grace');

async function makeDraft({ client } = author, title = 'A draft'): Promise<number> {
  return (await client.call('createEntry', { type: 'PAGE', title })).id;
}

async function save(id: number, summary: string): Promise<string> {
  const { version, content } = await author.client.call('openEntry', { id });
  return (await author.client.call('saveDraft', { id, version, content: { ...content, summary } })).version;
}

const listWaiting = async () => (await editor.client.call('reviews', { state: 'SUBMITTED' })).items;

it('an author submits a draft, an editor sends it back with a reason, and publishes it when it comes again', async () => {
  const id = await makeDraft();
  await author.client.call('submitDraft', { id, message: 'Please look at the numbers.' });
  expect(await listWaiting()).toMatchObject([
    { id, title: 'A draft', message: 'Please look at the numbers.', submittedBy: 'Grace', isChanged: false },
  ]);
  await save(id, 'Changed since');
  expect(await listWaiting()).toMatchObject([{ isChanged: true }]);
  await editor.client.call('returnDraft', { id, note: 'The second number is old.' });
  expect(await listWaiting()).toEqual([]);
  expect((await author.client.call('openEntry', { id })).review).toMatchObject({
    state: 'RETURNED',
    note: 'The second number is old.',
    returnedBy: 'Ada',
  });
  const version = await save(id, 'The right number');
  await author.client.call('submitDraft', { id, message: '' });
  expect(await listWaiting()).toMatchObject([{ id, isChanged: false, note: 'The second number is old.' }]);
  const published = await editor.client.call('publishEntry', { id, version });
  expect(published.review).toBeNull();
  expect(await listWaiting()).toEqual([]);
});

it('a draft is sent back once, and only while it waits', async () => {
  const id = await makeDraft();
  const early = editor.client.call('returnDraft', { id, note: 'No' });
  expect((await getFailure(early)).code).toBe('conflict');
  await author.client.call('submitDraft', { id, message: '' });
  await editor.client.call('returnDraft', { id, note: 'No' });
  const twice = editor.client.call('returnDraft', { id, note: 'Again' });
  expect((await getFailure(twice)).code).toBe('conflict');
});

it('nobody submits somebody else’s draft, and an author sends nothing back', async () => {
  const id = await makeDraft(editor, 'A draft of an editor');
  expect((await getFailure(author.client.call('submitDraft', { id, message: '' }))).code).toBe('forbidden');
  const own = await makeDraft();
  await author.client.call('submitDraft', { id: own, message: '' });
  expect((await getFailure(author.client.call('returnDraft', { id: own, note: 'x' }))).code).toBe('forbidden');
});

it('a discarded draft waits no longer', async () => {
  const id = await makeDraft();
  await editor.client.call('publishEntry', { id, version: await save(id, 'Complete') });
  const version = await save(id, 'Another');
  await author.client.call('submitDraft', { id, message: '' });
  await author.client.call('discardDraft', { id, version });
  expect(await listWaiting()).toEqual([]);
  await save(id, 'A new beginning');
  expect((await author.client.call('openEntry', { id })).review).toBeNull();
  expect(await listWaiting()).toEqual([]);
});
