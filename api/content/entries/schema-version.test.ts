import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { contentSchemaVersion } from '../../../contract/studio/content-versions.ts';
import { getEntryUrl } from '../../../testing/api.ts';
import { makeEntry, sampleFields } from '../../../testing/makers.ts';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { renameEntry } from '../../../testing/studio.ts';
import { drafts } from '../../db/studio-tables.ts';
import { revisions } from '../../db/tables.ts';

const { api, editor, call } = await setUpEditorApi();

/** Fields of the schema of version 0: a chart that the present schema refuses. */
const [sheet] = sampleFields.INFOGRAPHIC.sheets;
const makeOldFields = (title: string) => ({ sheets: [{ ...sheet, title, kind: 'bar', scale: 'log' }] });
const presentFields = (title: string) => ({ sheets: [{ ...sheet, title, kind: 'dot', scale: 'log' }] });

/** Stores an infographic whose first revision was written with the first schema. */
async function makeOldEntry() {
  const made = await makeEntry(api.ctx, 'INFOGRAPHIC', { text: { body: 'To [it](/target).\n' } });
  await api.ctx.db
    .update(revisions)
    .set({ fields: makeOldFields('First'), schemaVersion: 0 })
    .where(eq(revisions.id, made.revisionId));
  return made;
}

const loadFields = async (slug: string) => (await api.get(getEntryUrl('INFOGRAPHIC', 'item', { slug }))).body.fields;

it('a revision that was written with an older schema is shown to visitors and editors as the present schema has it', async () => {
  const { id, slug } = await makeOldEntry();
  expect(await loadFields(slug)).toEqual(presentFields('First'));
  expect((await call('openEntry', { id })).content.fields).toEqual(presentFields('First'));
  expect((await call('checkEntry', { id })).problems.map(({ path }) => path)).not.toContain('fields.sheets.0');
});

it('an old revision is shown in the history, restored and published after a newer one', async () => {
  await makeEntry(api.ctx, 'PAGE', { slug: 'target' });
  const { id, slug } = await makeOldEntry();
  const { version, content } = await call('openEntry', { id });
  const saved = await call('saveDraft', { id, version, content: { ...content, fields: presentFields('Second') } });
  const published = await call('publishEntry', { id, version: saved.version });
  const { items } = await call('entryHistory', { id, kind: 'REVISION' });
  const [second = '', first = ''] = items.map((item) => item.version);
  const readFields = async (shown: string) => (await call('entryVersion', { id, version: shown })).content.fields;
  expect(await readFields(second)).toEqual(presentFields('Second'));
  expect(await readFields(first)).toEqual(presentFields('First'));
  const restored = await call('restoreVersion', { id, version: published.version, restored: first });
  await call('publishEntry', { id, version: restored.version });
  expect(await loadFields(slug)).toEqual(presentFields('First'));
  const rows = await api.ctx.db.select().from(revisions).where(eq(revisions.entryId, id)).orderBy(revisions.number);
  expect(rows.map(({ schemaVersion }) => schemaVersion)).toEqual([0, contentSchemaVersion, contentSchemaVersion]);
  expect(rows[0]?.fields).toEqual(makeOldFields('First'));
});

it('a draft of an older schema is edited, merged and published', async () => {
  await makeEntry(api.ctx, 'PAGE', { slug: 'target' });
  const { id, slug } = await makeOldEntry();
  const { version, content } = await call('openEntry', { id });
  const saved = await call('saveDraft', { id, version, content: { ...content, title: 'A draft' } });
  await api.ctx.db
    .update(drafts)
    .set({ content: { ...content, title: 'A draft', fields: makeOldFields('Draft') }, schemaVersion: 0 })
    .where(eq(drafts.entryId, id));
  const opened = await call('openEntry', { id });
  expect(opened.content.fields).toEqual(presentFields('Draft'));
  const edited = { ...opened.content, summary: 'Edited' };
  const { version: last } = await call('saveDraft', { id, version: saved.version, content: edited });
  await call('publishEntry', { id, version: last });
  expect(await loadFields(slug)).toEqual(presentFields('Draft'));
});

it('a rename rewrites the links of an old text as the present schema has it', async () => {
  const { id: target } = await makeEntry(api.ctx, 'PAGE', { slug: 'target' });
  const { slug } = await makeOldEntry();
  await renameEntry(editor.client, target, 'renamed');
  const { body } = await api.get(getEntryUrl('INFOGRAPHIC', 'item', { slug }));
  expect(body).toMatchObject({ fields: presentFields('First'), html: expect.stringContaining('/renamed') });
});
