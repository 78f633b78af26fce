import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { makeEntry } from '../../../testing/makers.ts';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { getFailure, makeUser, type TestUser } from '../../../testing/studio.ts';
import { compactDraftSaves } from './store.ts';

const { api, editor } = await setUpEditorApi();
const author = await makeUser(api.ctx, 'AUTHOR');

async function openNew({ client }: TestUser = editor) {
  const { id } = await makeEntry(api.ctx, 'APP');
  return { id, opened: await client.call('openEntry', { id }) };
}

describe('a draft', () => {
  it('begins with what is published, and changes nothing that visitors see', async () => {
    const { id, opened } = await openNew();
    const before = await api.get(`/api/app/getData?slug=${opened.entry.slug}`);
    expect(opened).toMatchObject({ entry: { isChanged: false, state: 'PUBLISHED' }, canWrite: true, canPublish: true });
    const content = { ...opened.content, title: 'Another title', body: 'Another body\n' };
    const saved = await editor.client.call('saveDraft', { id, version: opened.version, content });
    expect(saved).toMatchObject({ result: 'SAVED', version: 'draft-1', savedBy: editor.name });
    expect(await api.get(`/api/app/getData?slug=${opened.entry.slug}`)).toMatchObject({ body: before.body });
    const again = await editor.client.call('openEntry', { id });
    expect(again).toMatchObject({ entry: { isChanged: true, title: 'Another title' }, content, version: 'draft-1' });
  });

  it('announces nothing to the caches of public pages', async () => {
    const { id, opened } = await openNew();
    const client = new pg.Client(api.database.config);
    await client.connect();
    const heard: string[] = [];
    client.on('notification', ({ payload = '' }) => heard.push(payload));
    await client.query('listen content_changed');
    await editor.client.call('saveDraft', {
      id,
      version: opened.version,
      content: { ...opened.content, title: 'New' },
    });
    await editor.client.call('createEntry', { type: 'BLOG', title: 'Nobody sees this' });
    await client.query('select pg_notify($1, $2)', ['content_changed', 'end']);
    await expect.poll(() => heard.at(-1)).toBe('end');
    await client.end();
    expect(heard).toEqual(['end']);
  });

  it('may be incomplete: every text is accepted as it was typed', async () => {
    const { id, opened } = await openNew();
    const content = { ...opened.content, title: '', summary: '', fields: { platforms: 'not a list' } };
    expect(await editor.client.call('saveDraft', { id, version: opened.version, content })).toMatchObject({
      result: 'SAVED',
    });
  });

  it('keeps every save', async () => {
    const { id, opened } = await openNew();
    let { version } = opened;
    for (const title of ['One', 'Two', 'Three'])
      version = (await editor.client.call('saveDraft', { id, version, content: { ...opened.content, title } })).version;
    const { rows } = await api.ctx.db.execute(
      sql`select version, content ->> 'title' as title from draft_saves where entry_id = ${id} order by version`,
    );
    expect(rows).toEqual([
      { version: 1, title: 'One' },
      { version: 2, title: 'Two' },
      { version: 3, title: 'Three' },
    ]);
  });

  it('has its saves of yesterday thinned to the last of each minute', async () => {
    const { id, opened } = await openNew();
    let { version } = opened;
    for (const title of ['One', 'Two', 'Three', 'Four'])
      version = (await editor.client.call('saveDraft', { id, version, content: { ...opened.content, title } })).version;
    const setTime = (at: string, versions: string) =>
      api.database.pool.query(`update draft_saves set saved_at = $1 where entry_id = $2 and version in (${versions})`, [
        at,
        id,
      ]);
    await setTime('2020-01-01T10:00:10Z', '1, 2');
    await setTime('2020-01-01T10:01:00Z', '3');
    await compactDraftSaves(api.ctx);
    const { rows } = await api.ctx.db.execute(
      sql`select version from draft_saves where entry_id = ${id} order by version`,
    );
    expect(rows).toEqual([{ version: 2 }, { version: 3 }, { version: 4 }]);
  });

  it('that is discarded is back at what is published, and the next draft has a new version', async () => {
    const { id, opened } = await openNew();
    const content = { ...opened.content, title: 'Discarded' };
    const { version } = await editor.client.call('saveDraft', { id, version: opened.version, content });
    const back = await editor.client.call('discardDraft', { id, version });
    expect(back).toMatchObject({ content: opened.content, version: opened.version, entry: { isChanged: false } });
    expect((await editor.client.call('saveDraft', { id, version: back.version, content })).version).toBe('draft-2');
  });
});

describe('two people who edit the same entry', () => {
  it('keep both changes where they changed different words', async () => {
    const { id, opened } = await openNew();
    const other = await makeUser(api.ctx, 'EDITOR', 'The other');
    await other.client.call('saveDraft', {
      id,
      version: opened.version,
      content: { ...opened.content, title: 'Theirs' },
    });
    const ours = { ...opened.content, summary: 'Ours' };
    const saved = await editor.client.call('saveDraft', { id, version: opened.version, content: ours });
    expect(saved).toMatchObject({ result: 'MERGED', content: { title: 'Theirs', summary: 'Ours' } });
  });

  it('see both texts where they changed the same words, and nothing is replaced', async () => {
    const { id, opened } = await openNew();
    const other = await makeUser(api.ctx, 'EDITOR');
    const write = (user: TestUser, title: string) =>
      user.client.call('saveDraft', { id, version: opened.version, content: { ...opened.content, title } });
    await write(other, 'Their title');
    const answer = await write(editor, 'Our title');
    expect(answer).toMatchObject({
      result: 'CONFLICT',
      base: { title: opened.content.title },
      current: { title: 'Their title' },
      conflicts: [{ path: 'title', theirs: 'Their title', ours: 'Our title' }],
    });
    expect((await editor.client.call('openEntry', { id })).content.title).toBe('Their title');
    // The answer names the version from which the chosen text can be saved.
    const chosen = { ...opened.content, title: 'Both titles' };
    const resolved = await editor.client.call('saveDraft', { id, version: answer.version, content: chosen });
    expect(resolved.result).toBe('SAVED');
  });

  it('are told when both texts together are longer than an entry may be, and what is stored stays', async () => {
    const { id, opened } = await openNew();
    const base = { ...opened.content, body: 'The middle.\n' };
    const { version } = await editor.client.call('saveDraft', { id, version: opened.version, content: base });
    const long = 'word '.repeat(60_000);
    const theirs = { ...base, body: `${long}\n${base.body}` };
    await editor.client.call('saveDraft', { id, version, content: theirs });
    const ours = { ...base, body: `${base.body}${long}\n` };
    const failure = await getFailure(editor.client.call('saveDraft', { id, version, content: ours }));
    expect(failure).toMatchObject({ code: 'unprocessable', message: expect.stringContaining('would be too long') });
    expect((await editor.client.call('openEntry', { id })).content.body).toBe(theirs.body);
  });

  it('at the same moment lose nothing', async () => {
    const { id, opened } = await openNew();
    const words = Array.from({ length: 20 }, (_, index) => `word${index}`);
    const body = words.map((word) => `Line of ${word}.`).join('\n\n');
    const first = await editor.client.call('saveDraft', {
      id,
      version: opened.version,
      content: { ...opened.content, body },
    });
    await Promise.all(
      words.map(async (word) => {
        const content = { ...opened.content, body: body.replace(`of ${word}.`, `of ${word} marked-${word}.`) };
        const answer = await editor.client.call('saveDraft', { id, version: first.version, content });
        expect(answer.result).not.toBe('CONFLICT');
      }),
    );
    const { content } = await editor.client.call('openEntry', { id });
    for (const word of words) expect(content.body).toContain(`marked-${word}.`);
  });
});

describe('an author', () => {
  it('writes drafts of their own and cannot publish them', async () => {
    const { id } = await author.client.call('createEntry', { type: 'BLOG', title: 'My first article' });
    const opened = await author.client.call('openEntry', { id });
    expect(opened).toMatchObject({
      entry: { slug: 'my-first-article', state: 'DRAFT' },
      canWrite: true,
      canPublish: false,
    });
    const failure = await getFailure(author.client.call('publishEntry', { id, version: opened.version }));
    expect(failure.code).toBe('forbidden');
  });

  it('does not write drafts of others', async () => {
    const { id, opened } = await openNew(author);
    expect(opened.canWrite).toBe(false);
    const save = author.client.call('saveDraft', { id, version: opened.version, content: opened.content });
    expect((await getFailure(save)).code).toBe('forbidden');
  });
});

describe('the list', () => {
  it('finds entries by title, text and state, with drafts first', async () => {
    const { id, opened } = await openNew();
    await makeEntry(api.ctx, 'BLOG', { text: { title: 'About cables', body: 'Fibre under the sea\n' } });
    await editor.client.call('saveDraft', {
      id,
      version: opened.version,
      content: { ...opened.content, title: 'Changed' },
    });
    const listTitles = async (input: Parameters<typeof editor.client.call<'listContent'>>[1]) =>
      (await editor.client.call('listContent', input)).items.map(({ title }) => title);
    expect(await listTitles({})).toEqual(['Changed', 'About cables']);
    expect(await listTitles({ q: 'under the SEA' })).toEqual(['About cables']);
    expect(await listTitles({ q: '100%' })).toEqual([]);
    expect(await listTitles({ state: 'CHANGED' })).toEqual(['Changed']);
    expect(await listTitles({ type: 'BLOG' })).toEqual(['About cables']);
    expect(await listTitles({ sort: 'title' })).toEqual(['About cables', 'Changed']);
  });

  it('has pages', async () => {
    for (let each = 0; each < 5; each++) await makeEntry(api.ctx, 'PAGE');
    const list = await editor.client.call('listContent', { page: 1, size: 2 });
    expect(list).toMatchObject({ page: 1, size: 2, total: 5 });
    expect(list.items).toHaveLength(2);
  });
});

describe('a new entry', () => {
  it('has the content that it is created with, such as the text of an entry that was removed', async () => {
    const { opened } = await openNew();
    const content = { ...opened.content, title: 'Kept', body: 'The text\n' };
    const { id } = await editor.client.call('createEntry', { type: 'APP', title: 'Kept', content });
    expect(await editor.client.call('openEntry', { id })).toMatchObject({ content, entry: { state: 'DRAFT' } });
  });

  const createSlug = async (title: string, type: EntryType = 'BLOG') => {
    const { id } = await editor.client.call('createEntry', { type, title });
    return (await editor.client.call('openEntry', { id })).entry.slug;
  };

  it('gets its address from its title, whatever its alphabet, and the next free number if it is taken', async () => {
    expect(await createSlug('Ärger & Freude: 7.9 ms')).toBe('arger-freude-7-9-ms');
    for (const slug of ['privet-mir', 'privet-mir-2', 'privet-mir-3'])
      expect(await createSlug('Привет мир')).toBe(slug);
    for (const slug of ['blog', 'blog-2']) expect(await createSlug('🎉')).toBe(slug);
    expect(await createSlug('!?', 'MICROSERVICE')).toBe('microservice');
    // An address of the site itself is taken too.
    expect(await createSlug('Blogs', 'PAGE')).toBe('blogs-2');
  });

  it('gets an address of its own when several people choose the same title at the same time', async () => {
    const slugs = await Promise.all(Array.from({ length: 6 }, () => createSlug('同じ')));
    expect(slugs.sort()).toEqual(['tong-ji', ...[2, 3, 4, 5, 6].map((number) => `tong-ji-${number}`)]);
  });

  it('gets an address at which no renamed or deleted entry was, and from which no redirect leads', async () => {
    const { slug } = await makeEntry(api.ctx, 'PAGE', { slug: 'now', formerSlugs: ['plan'] });
    await editor.client.call('addRedirect', { path: '/plan-2', target: `/${slug}` });
    const { id } = await editor.client.call('createEntry', { type: 'PAGE', title: 'Plan', slug: 'plan-3' });
    const { version } = await editor.client.call('openEntry', { id });
    await editor.client.call('deleteEntry', { id, version });
    expect(await createSlug('Plan', 'PAGE')).toBe('plan-4');
    expect(await createSlug('Plan')).toBe('plan');
  });

  it('cannot take an address that exists, once led elsewhere, or belongs to the site', async () => {
    await makeEntry(api.ctx, 'PAGE', { slug: 'taken', formerSlugs: ['former'] });
    for (const slug of ['taken', 'former', 'blogs', 'studio', 'api']) {
      const failure = await getFailure(editor.client.call('createEntry', { type: 'PAGE', title: 'Page', slug }));
      expect(failure).toMatchObject({ code: 'conflict', fields: [{ path: 'slug' }] });
    }
  });
});
