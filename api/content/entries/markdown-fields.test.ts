import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { contentSchemaVersion } from '../../../contract/studio/content-versions.ts';
import { getEntryUrl } from '../../../testing/api.ts';
import { makeCategory, makeEntry, sampleFields } from '../../../testing/makers.ts';
import { createPng } from '../../../testing/sample-files.ts';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { renameEntry } from '../../../testing/studio.ts';
import { drafts } from '../../db/studio-tables.ts';
import { revisions } from '../../db/tables.ts';

const { api, editor, call } = await setUpEditorApi();

type Fields = Record<string, unknown>;

const text = (id: string, markdown: string, more: Fields = {}) => ({ kind: 'text', id, text: markdown, ...more });

/** Stores a draft of a page, and returns what saving answered. */
async function saveFields(id: number, fields: Fields) {
  const opened = await editor.client.call('openEntry', { id });
  const content = { ...opened.content, summary: 'A summary.', fields };
  return editor.client.call('saveDraft', { id, version: opened.version, content });
}

async function createPage(title: string, fields: Fields): Promise<{ id: number; version: string }> {
  const { id } = await editor.client.call('createEntry', { type: 'PAGE', title });
  const { version } = await saveFields(id, fields);
  return { id, version };
}

async function publishPage(title: string, fields: Fields): Promise<number> {
  const page = await createPage(title, fields);
  await editor.client.call('publishEntry', page);
  return page.id;
}

async function upload(name: string, alt: string): Promise<string> {
  const file = await createPng(name, 40 + name.length);
  const [picture] = await editor.client.uploadPictures([new File([new Uint8Array(file.bytes)], file.name)]);
  const stored = picture?.name ?? '';
  const { version, focusX, focusY } = await open(stored);
  await editor.client.call('describePicture', { name: stored, version, alt, focusX, focusY });
  return stored;
}

const open = (name: string) => editor.client.call('picture', { name });
const get = async (slug: string) => (await api.get(getEntryUrl('PAGE', 'item', { slug }))).body;

async function findProblems(fields: Fields): Promise<string[]> {
  const { id } = await createPage('A page to check', fields);
  const { problems } = await editor.client.call('checkEntry', { id });
  return problems.map(({ path, line, message }) => `${path}:${line} ${message}`);
}

it('texts and pictures of own fields are answered as HTML, and hidden parts not at all', async () => {
  const name = await upload('mill.png', 'A mill');
  await publishPage('Sections', {
    sections: [
      { kind: 'picture', id: 'p1', picture: { name } },
      text('a1', '## Part\n\nFirst.[^1]\n\n[^1]: A note.'),
      text('hidden', '## Secret\n\nHidden words.', { shown: false }),
      text('a2', '## Part\n\nSecond.[^1]\n\n[^1]: Another note.'),
      { kind: 'features', id: 'f1', features: [{ title: 'One', text: 'A text of one feature.', picture: name }] },
    ],
  });
  const page = await get('sections');
  expect(page.fields.sections.map((section: Fields) => [section.id, section.text])).toEqual(
    ['p1', 'a1', 'a2', 'f1'].map((id) => [id, undefined]),
  );
  expect(Object.keys(page.rendered).sort()).toEqual(['a1', 'a2', 'f1.features.0.picture', 'p1.picture.name']);
  expect(page.rendered['p1.picture.name'].html).toMatch(
    /^<picture><source .*<img src="\/media\/mill.png" alt="A mill"/,
  );
  expect(page.rendered.a1.toc).toEqual([{ id: 's-part', text: 'Part', depth: 2 }]);
  expect(page.rendered.a2.toc).toEqual([{ id: 's-part-1', text: 'Part', depth: 2 }]);
  const html = Object.values<{ html: string }>(page.rendered)
    .map((each) => each.html)
    .join('');
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of html.matchAll(/(?:href="#|aria-describedby=")([^"]+)"/g)) expect(ids).toContain(target);
  const search = async (q: string) => (await api.get(`/api/search/list?q=${q}`)).body.items.length;
  expect([await search('second'), await search('feature'), await search('secret')]).toEqual([1, 1, 0]);
});

it('what is wrong with a text of own fields is said with its path and line', async () => {
  expect(
    await findProblems({
      sections: [
        text('a1', 'First\n\n#### Deep'),
        text('a2', 'See [this](/nothing), [that](#there)\nand [a section](#team).', { anchor: 'team' }),
        text('a3', '![](media/none.jpg)\n\n[Own](/a-page-to-check#team) [other](/a-page-to-check#none)'),
        text('a4', 'Hidden [link](/nothing)', { shown: false }),
        { kind: 'logos', id: 'l1', logos: [{ name: 'A', picture: 'lost.png', target: '/lost' }] },
      ],
    }),
  ).toEqual([
    'fields.sections.0.text:3 has a heading of level 4 after one of level 1',
    expect.stringMatching(/^fields\.sections\.2\.text:1 shows media\/none\.jpg without alternative text/),
    expect.stringMatching(
      /^fields\.sections\.4\.logos\.0\.picture:null shows media\/lost\.png without alternative text; describe/,
    ),
    'fields.sections.1.text:1 links to #there, which is not a heading here',
    'fields.sections.1.text:1 links to /nothing, which is not a page of this site',
    'fields.sections.4.logos.0.target:null links to /lost, which is not a page of this site',
    'fields.sections.2.text:1 shows media/none.jpg, which does not exist',
    'fields.sections.4.logos.0.picture:null shows media/lost.png, which does not exist',
    'fields.sections.2.text:3 links to /a-page-to-check#none, but that page has no such section',
  ]);
});

it('a text that cannot be rendered is named by its path', async () => {
  const nested = `${'*a _b '.repeat(60)}c${'_*'.repeat(60)}`;
  expect(await findProblems({ sections: [text('a1', 'Fine.'), text('a2', nested)] })).toEqual([
    expect.stringMatching(/^fields\.sections\.1\.text:1 /),
  ]);
});

it('links in texts of own fields are found, checked and renamed', async () => {
  const target = await publishPage('Target', { sections: [text('t', '## Here\n\nText.', { anchor: 'top' })] });
  await publishPage('Linking', {
    sections: [text('a', '[one](/target#s-here) [two](/target#top)'), text('b', '[c](/target)', { shown: false })],
  });
  const { linkedFrom } = await editor.client.call('checkEntry', { id: target });
  expect(linkedFrom.map(({ path }) => path)).toEqual(['/linking']);
  const { entry } = await editor.client.call('openEntry', { id: target });
  const { rewritten } = await editor.client.call('renameEntry', { id: target, version: entry.version, slug: 'moved' });
  expect(rewritten).toBe(1);
  const page = await get('linking');
  expect(page.rendered.a.html).toBe('<p><a href="/moved#s-here">one</a> <a href="/moved#top">two</a></p>');
  expect(await findProblems({ sections: [text('a', '[x](/moved#s-gone) [y](/moved#gone)')] })).toEqual([
    'fields.sections.0.text:1 links to /moved#s-gone, but that page has no such heading',
    'fields.sections.0.text:1 links to /moved#gone, but that page has no such section',
  ]);
});

it('a picture that only own fields show is used, and follows its file and its description', async () => {
  const [own, inText, drafted] = [
    await upload('own.png', 'Own'),
    await upload('text.png', 'Text'),
    await upload('d.png', 'D'),
  ];
  await publishPage('Pictures', {
    sections: [
      { kind: 'gallery', id: 'g', pictures: [{ name: own }] },
      text('t', `![Words](media/${inText})`, { shown: false }),
    ],
  });
  await createPage('Draft', { sections: [{ kind: 'picture', id: 'p', picture: { name: drafted } }] });
  for (const name of [own, inText, drafted]) {
    const { usedIn, version } = await open(name);
    expect(new Set(usedIn.map(({ id }) => id)).size).toBe(1);
    await expect(editor.client.call('removePicture', { name, version })).rejects.toMatchObject({ status: 409 });
  }
  const { version, focusX, focusY } = await open(own);
  await editor.client.call('describePicture', { name: own, version, alt: 'A better text', focusX, focusY });
  expect((await get('pictures')).rendered['g.pictures.0.name'].html).toContain('alt="A better text"');
});

it('the sections that name a withdrawn entry are listed, and a publication must not name it', async () => {
  const target = await publishPage('Going', { sections: [text('t', 'Text.', { anchor: 't' })] });
  const action = { kind: 'action', id: 'c', title: 'Call', actions: [{ label: 'Go', target: '/going#t' }] };
  const naming = { sections: [action, text('a', 'Words and [a link](/going).'), { ...action, id: 'd', shown: false }] };
  await publishPage('Naming', naming);
  await publishPage('Only a link', { sections: [text('a', '[Link](/going)')] });
  const list = async () => {
    const { items } = await editor.client.call('brokenLinks', {});
    return items.map(
      ({ title, path, target: to, reason }) => `${title} ${path}: ${to} ${reason.replace(/since .*/, '')}`,
    );
  };
  expect(await list()).toEqual([]);
  const { entry } = await editor.client.call('openEntry', { id: target });
  await editor.client.call('withdrawEntry', { id: target, version: entry.version, isWithdrawn: true });
  expect(await list()).toEqual([
    'Naming fields.sections.1.text: /going has been withdrawn ',
    'Naming fields.sections.0.actions.0.target: /going#t has been withdrawn ',
    'Only a link fields.sections.0.text: /going has been withdrawn ',
  ]);
  expect((await get('naming')).fields.sections).toHaveLength(2);
  expect((await findProblems(naming)).map((problem) => problem.replace(/since .*/, ''))).toEqual([
    'fields.sections.1.text:1 links to /going, which has been withdrawn ',
    'fields.sections.0.actions.0.target:null links to /going#t, which has been withdrawn ',
  ]);
});

it('a section names a category of the type beside it, which visitors see', async () => {
  await makeCategory(api.ctx, 'BLOG', { slug: 'news' });
  await makeCategory(api.ctx, 'TRIVIA', { slug: 'odd', enabled: false });
  const list = (type: string, category: string) => ({ type, category, count: 3, as: 'cards' });
  const lists = [list('BLOG', 'news'), list('TRIVIA', 'news'), list('TRIVIA', 'odd')];
  expect(await findProblems({ sections: [{ kind: 'entries', id: 'e', lists }] })).toEqual([
    'fields.sections.0.lists.1.category:null news is not a category of TRIVIA',
    'fields.sections.0.lists.2.category:null odd is a hidden category',
  ]);
});

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
