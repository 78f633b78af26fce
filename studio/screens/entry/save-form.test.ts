import { expect, it } from 'vitest';
import { makeEntry } from '../../../testing/makers.ts';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { getFailure } from '../../../testing/studio.ts';
import { listHiddenFields } from '../../saving/conflict-form.ts';
import { readUnsavedForm, saveForm } from './save-form.ts';

const { api, editor, call } = await setUpEditorApi();

const texts = { title: 'Mine', summary: 'A summary', body: 'One two three\n', fields: {} };

/** Returns the form of a conflict about the second word of the text, as a browser sends it. */
function createForm(version: string, change: Record<string, string> = {}): Record<string, string> {
  const conflict = { path: 'body', offset: 4, base: '2', theirs: 'two', ours: 'zwei' };
  const fields = listHiddenFields(version, texts, [conflict]).map(({ name, value }) => [name, value]);
  return { ...Object.fromEntries(fields), 'chosen.0': 'deux', ...change };
}

it('saves what was chosen in a conflict', async () => {
  const { id } = await makeEntry(api.ctx, 'PAGE');
  const { version } = await call('openEntry', { id });
  expect(await saveForm(editor.client, id, createForm(version))).toEqual({ done: 'Saved.' });
  expect((await call('openEntry', { id })).content).toMatchObject({ ...texts, body: 'One deux three\n' });
});

it('saves title and summary of an imported page of sections, whose form has no text', async () => {
  const sections = [{ id: 'a1', kind: 'people' }];
  const { id } = await makeEntry(api.ctx, 'PAGE', { text: { body: '\n', fields: { sections } } });
  const { version, content } = await call('openEntry', { id });
  const form = { version, title: 'Mine', summary: 'A summary' };
  expect(await saveForm(editor.client, id, form)).toEqual({ done: 'Saved.' });
  expect((await call('openEntry', { id })).content).toEqual({ ...content, title: 'Mine', summary: 'A summary' });
});

it('saves the fields of a setting and moves an item, and asks where somebody else changed the same words', async () => {
  const { id } = await call('createEntry', { type: 'SETTING', title: 'Menus', slug: 'menus' });
  const { version, content } = await call('openEntry', { id });
  const shown = {
    header: [
      { kind: 'group', label: 'Read', items: [{ to: '/blogs' }] },
      { kind: 'link', to: '/trivia', label: 'Quiz' },
    ],
    footer: [],
    legal: [],
  };
  const first = await call('saveDraft', {
    id,
    version,
    content: { ...content, fields: { setting: 'menus', ...shown } },
  });
  const form = { version: first.version, fields: JSON.stringify({ setting: 'menus', ...shown }) };
  const send = (change: Record<string, string>) => saveForm(editor.client, id, { ...form, ...change });
  // Fields that the page showed change nothing; a button moves the link into the group above it.
  const typed = { 'fields.header.0.label': 'Read', 'fields.header.1.label': 'Questions' };
  expect(await send({ ...typed, arrange: 'in fields.header.1' })).toEqual({ done: 'Saved.' });
  const { fields } = (await call('openEntry', { id })).content;
  const items = [{ to: '/blogs' }, { to: '/trivia', label: 'Questions' }];
  expect(fields.header).toEqual([{ kind: 'group', label: 'Read', items }]);

  await send({ 'fields.header.0.label': 'Articles' });
  const answer = await send({ 'fields.header.0.label': 'Texts' });
  expect(answer).toMatchObject({ conflict: { conflicts: [{ path: 'fields.header.0.label' }] } });
  expect(readUnsavedForm(await call('openEntry', { id }), answer as never)?.content.fields.header).toMatchObject([
    { label: 'Texts' },
    { label: 'Quiz' },
  ]);
  expect(await getFailure(send({ fields: '[]' }))).toMatchObject({ status: 422 });
});

it.each<Record<string, string>>([
  { merged: 'null', places: '[]' },
  { merged: '[]' },
  { merged: '{"title":"Mine","summary":null,"body":""}' },
  { merged: '{"title":"Mine","summary":"","body":"","fields":[]}' },
  { merged: 'no JSON' },
  { places: 'null' },
  { places: '{"path":"body"}' },
  { places: '[null]' },
  { places: '[{"path":"body","offset":"4"}]' },
])('saves nothing of a conflict whose form is not whole: %j', async (change) => {
  const { id } = await makeEntry(api.ctx, 'PAGE');
  const opened = await call('openEntry', { id });
  const form = createForm(opened.version, change);
  const { status, code, message } = await getFailure(saveForm(editor.client, id, form));
  expect([status, code]).toEqual([422, 'unprocessable']);
  expect((await call('openEntry', { id })).version).toBe(opened.version);
  const refusal = { message, fields: [], requestId: null, values: form };
  expect(readUnsavedForm(opened, { refusal })).toBeNull();
});

it('saves nothing of a conflict without what was chosen', async () => {
  const { id } = await makeEntry(api.ctx, 'PAGE');
  const { version } = await call('openEntry', { id });
  const { 'chosen.0': _, ...form } = createForm(version);
  expect((await getFailure(saveForm(editor.client, id, form))).status).toBe(422);
  expect((await call('openEntry', { id })).version).toBe(version);
});
