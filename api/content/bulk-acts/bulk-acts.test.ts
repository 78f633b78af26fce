import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { bulkLimit } from '../../../contract/studio/bulk-kinds.ts';
import type { BulkSelection } from '../../../contract/studio/bulk-shapes.ts';
import { getEntryUrl } from '../../../testing/api.ts';
import { getTimeFromNow, makeCategory, makeEntry, sampleFields } from '../../../testing/makers.ts';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { getFailure, makeUser, renameEntry, withdrawEntry } from '../../../testing/studio.ts';
import { bulkActs } from '../../db/studio-tables.ts';
import { categories } from '../../db/tables.ts';

const { api, editor, call } = await setUpEditorApi();

/** Returns entries as the list shows them now. */
async function select(ids: number[]): Promise<BulkSelection['entries']> {
  const { items } = await call('listContent', { size: 100 });
  return ids.map((id) => ({ id, version: items.find((item) => item.id === id)?.version ?? '0.r0' }));
}

const getStatus = async (slug: string) => (await api.get(getEntryUrl('PAGE', 'item', { slug }))).status;

async function writeDraft(id: number, title: string, change: object = {}): Promise<void> {
  const { version, content } = await call('openEntry', { id });
  await call('saveDraft', { id, version, content: { ...content, title, ...change } });
}

const getTitle = async (slug: string) => (await api.get(getEntryUrl('PAGE', 'item', { slug }))).body.title;

describe('the plan', () => {
  it('says of each entry what would happen, or why nothing would', async () => {
    const same = await makeEntry(api.ctx, 'PAGE');
    const changed = await makeEntry(api.ctx, 'PAGE');
    await writeDraft(changed.id, 'A new title');
    const broken = await makeEntry(api.ctx, 'PAGE');
    await writeDraft(broken.id, 'Broken', { body: '![](media/none.svg)\n' });
    const entries = await select([same.id, changed.id, broken.id]);
    const plan = await call('planBulkAct', {
      kind: 'PUBLISH',
      entries: [...entries, { id: 999_999, version: '1.d1' }],
    });
    expect(plan.items).toMatchObject([
      { id: same.id, willChange: false, reason: 'Visitors already see this text.' },
      { id: changed.id, willChange: true, reason: null, title: 'A new title' },
      {
        id: broken.id,
        willChange: false,
        problems: [
          { path: 'body', line: 1 },
          { path: 'body', line: 1 },
        ],
      },
      { id: 999_999, willChange: false, type: null },
    ]);
    expect(plan).toMatchObject({ count: 1, pages: [getEntryPath('PAGE', changed.slug)] });
    expect(await getTitle(changed.slug)).not.toBe('A new title');
  });

  it('leaves out an entry whose publication is scheduled from a withdrawal', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE', { publishedAt: getTimeFromNow(600) });
    const plan = await call('planBulkAct', { kind: 'WITHDRAW', entries: await select([id]) });
    const reason = 'Visitors do not see it yet. Cancel its publication instead.';
    expect(plan).toMatchObject({ count: 0, items: [{ willChange: false, reason }] });
  });

  it('lists who links to what would be withdrawn, except entries that are withdrawn too', async () => {
    const target = await makeEntry(api.ctx, 'PAGE', { slug: 'target' });
    const body = '[To it](/target#s-part) and [to more](/target-two)\n';
    const linking = await makeEntry(api.ctx, 'PAGE', { text: { title: 'Linking', body } });
    const source = { title: 'Source', url: '/target' };
    const citing = await makeEntry(api.ctx, 'TRIVIA', {
      text: { title: 'Citing', fields: { ...sampleFields.TRIVIA, source } },
    });
    const withdrawn = await makeEntry(api.ctx, 'PAGE', { text: { body } });
    const entries = await select([target.id, withdrawn.id]);
    const { items } = await call('planBulkAct', { kind: 'WITHDRAW', entries });
    expect(items.map(({ linkedFrom }) => linkedFrom)).toEqual([
      [
        { id: linking.id, title: 'Linking', path: `/${linking.slug}` },
        { id: citing.id, title: 'Citing', path: getEntryPath('TRIVIA', citing.slug) },
      ],
      [],
    ]);
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['a save', (id) => writeDraft(id, 'Changed since')],
    ['a withdrawal', (id) => withdrawEntry(editor.client, id)],
    ['a rename', (id) => renameEntry(editor.client, id, 'renamed-since')],
  ])('leaves out an entry after %s', async (_what, change) => {
    const { id } = await makeEntry(api.ctx, 'PAGE');
    const entries = await select([id]);
    await change(id);
    const plan = await call('planBulkAct', { kind: 'WITHDRAW', entries });
    expect(plan).toMatchObject({ count: 0, items: [{ reason: 'Somebody has changed it since you selected it.' }] });
  });

  it('refuses an unknown category, an entry twice, and more entries than one act may have', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE');
    const [entry] = await select([id]);
    if (!entry) throw new Error('The entry is not in the list');
    const category = { type: 'BLOG', slug: 'nothing' } as const;
    const many = Array.from({ length: bulkLimit + 1 }, (_, index) => ({ id: index + 1, version: '1.r1' }));
    const refused = [
      { kind: 'CATEGORISE', entries: [entry] },
      { kind: 'CATEGORISE', category, entries: [entry] },
      { kind: 'WITHDRAW', entries: [entry, entry] },
      { kind: 'WITHDRAW', entries: many },
    ] as const;
    for (const selection of refused)
      expect((await getFailure(call('planBulkAct', { ...selection, entries: [...selection.entries] }))).status).toBe(
        400,
      );
  });
});

describe('an act on several entries', () => {
  it('withdraws them, reports each, and is undone as one', async () => {
    const made = [await makeEntry(api.ctx, 'PAGE'), await makeEntry(api.ctx, 'PAGE')];
    const entries = await select(made.map(({ id }) => id));
    const { id } = await call('runBulkAct', { kind: 'WITHDRAW', entries, count: 2 });
    for (const { slug } of made) expect(await getStatus(slug)).toBe(410);
    expect(await call('bulkAct', { id })).toMatchObject({
      kind: 'WITHDRAW',
      count: 2,
      doneBy: editor.name,
      canUndo: true,
      items: [{ state: 'DONE' }, { state: 'DONE' }],
    });
    const undone = await call('undoBulkAct', { id });
    expect(undone).toMatchObject({ canUndo: false, items: [{ state: 'UNDONE' }, { state: 'UNDONE' }] });
    for (const { slug } of made) expect(await getStatus(slug)).toBe(200);
    expect((await call('bulkActs', {})).items[0]).toMatchObject({ id, undoneAt: undone.undoneAt });
    expect((await getFailure(call('undoBulkAct', { id }))).code).toBe('conflict');
  });

  it('with another count than its own changes nothing', async () => {
    const { id, slug } = await makeEntry(api.ctx, 'PAGE');
    const entries = await select([id]);
    const before = await api.ctx.db.$count(bulkActs);
    const failure = await getFailure(call('runBulkAct', { kind: 'WITHDRAW', entries, count: 2 }));
    expect(failure).toMatchObject({ code: 'conflict', fields: [{ path: 'count' }] });
    expect([await getStatus(slug), await api.ctx.db.$count(bulkActs)]).toEqual([200, before]);
  });

  it('publishes drafts by the gate of single publications, and undoing brings texts and drafts back', async () => {
    const made = [await makeEntry(api.ctx, 'PAGE', { text: { title: 'Before' } }), await makeEntry(api.ctx, 'PAGE')];
    const [first, broken] = made;
    if (!first || !broken) throw new Error('Nothing was made');
    await writeDraft(first.id, 'After');
    await writeDraft(broken.id, 'Broken', { body: '# One\n' });
    const entries = await select(made.map(({ id }) => id));
    const { id } = await call('runBulkAct', { kind: 'PUBLISH', entries, count: 1 });
    expect([await getTitle(first.slug), await getTitle(broken.slug)]).not.toContain('Broken');
    expect(await getTitle(first.slug)).toBe('After');
    const { items } = await call('undoBulkAct', { id });
    expect(items.map(({ state }) => state).sort()).toEqual(['REFUSED', 'UNDONE']);
    expect(await getTitle(first.slug)).toBe('Before');
    expect((await call('openEntry', { id: first.id })).content.title).toBe('After');
  });

  it('publishes drafts that link to each other, or to one that comes later; none if one of the circle is refused', async () => {
    const make = async (slug: string, link: string) => {
      const { id } = await call('createEntry', { type: 'PAGE', title: slug, slug });
      await writeDraft(id, slug, { summary: 'Summary', body: `[It](/${link})\n` });
      return id;
    };
    const circle = [await make('one', 'two'), await make('two', 'one')];
    const chain = [await make('four', 'three'), await make('three', 'two')];
    const broken = [await make('five', 'six'), await make('six', 'nowhere')];
    const entries = await select([...chain, ...circle, ...broken]);
    const plan = await call('planBulkAct', { kind: 'PUBLISH', entries });
    expect(plan.items.map(({ willChange }) => willChange)).toEqual([true, true, true, true, false, false]);
    expect(plan.items.slice(4).map(({ problems }) => problems)).toMatchObject([
      [{ message: 'links to /six, which is a draft' }],
      [{ message: 'links to /nowhere, which is not a page of this site' }],
    ]);
    const { id } = await call('runBulkAct', { kind: 'PUBLISH', entries, count: 4 });
    expect((await call('bulkAct', { id })).count).toBe(4);
    for (const slug of ['one', 'two', 'three', 'four']) expect(await getStatus(slug)).toBe(200);
    for (const slug of ['five', 'six']) expect(await getStatus(slug)).toBe(404);
  });

  it('undone later keeps what somebody changed since, and says so', async () => {
    const made = [await makeEntry(api.ctx, 'PAGE'), await makeEntry(api.ctx, 'PAGE')];
    const [first, second] = made;
    if (!first || !second) throw new Error('Nothing was made');
    const entries = await select(made.map(({ id }) => id));
    const { id } = await call('runBulkAct', { kind: 'WITHDRAW', entries, count: 2 });
    await renameEntry(editor.client, first.id, 'changed-since');
    const { items } = await call('undoBulkAct', { id });
    expect(items.map((item) => [item.id, item.state])).toEqual(
      expect.arrayContaining([
        [first.id, 'KEPT'],
        [second.id, 'UNDONE'],
      ]),
    );
    expect([await getStatus('changed-since'), await getStatus(second.slug)]).toEqual([410, 200]);
  });

  it('categorises entries of one type at once, and undoing gives each its own category back', async () => {
    const [old, other] = [await makeCategory(api.ctx, 'BLOG'), await makeCategory(api.ctx, 'BLOG')];
    const shown = await makeEntry(api.ctx, 'BLOG', { categoryId: old.id });
    const page = await makeEntry(api.ctx, 'PAGE');
    const { id: draft } = await call('createEntry', { type: 'BLOG', title: 'Only a draft' });
    const category = { type: 'BLOG', slug: other.slug } as const;
    const entries = await select([shown.id, page.id, draft]);
    const plan = await call('planBulkAct', { kind: 'CATEGORISE', category, entries });
    expect(plan.items.map(({ willChange }) => willChange)).toEqual([true, false, true]);
    expect(plan.pages).toEqual(
      expect.arrayContaining([`/blog/${shown.slug}`, `/blog-category/${old.slug}`, `/blog-category/${other.slug}`]),
    );
    const readCategory = async () =>
      (await api.get(getEntryUrl('BLOG', 'item', { slug: shown.slug }))).body.category.slug;
    const { id } = await call('runBulkAct', { kind: 'CATEGORISE', category, entries, count: 2 });
    expect(await readCategory()).toBe(other.slug);
    expect((await call('openEntry', { id: draft })).content.category).toBe(other.slug);
    await call('undoBulkAct', { id });
    expect(await readCategory()).toBe(old.slug);
    expect((await call('openEntry', { id: draft })).content.category).toBeNull();
  });

  it('goes on after an entry that was changed between the plan and its turn', async () => {
    const made = [await makeEntry(api.ctx, 'PAGE'), await makeEntry(api.ctx, 'PAGE')];
    const entries = await select(made.map(({ id }) => id));
    const runs = await Promise.allSettled(
      [1, 2].map(() => call('runBulkAct', { kind: 'WITHDRAW', entries, count: 2 })),
    );
    const done = runs.flatMap((run) => (run.status === 'fulfilled' ? [run.value.id] : []));
    const counts = await Promise.all(done.map(async (id) => (await call('bulkAct', { id })).count));
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(2);
    for (const { slug } of made) expect(await getStatus(slug)).toBe(410);
  });

  it('categorises an entry whose draft alone has the category', async () => {
    const [old, other] = [await makeCategory(api.ctx, 'BLOG'), await makeCategory(api.ctx, 'BLOG')];
    const { id } = await makeEntry(api.ctx, 'BLOG', { categoryId: old.id });
    await writeDraft(id, 'In another category', { category: other.slug });
    const category = { type: 'BLOG', slug: other.slug } as const;
    const entries = await select([id]);
    await call('runBulkAct', { kind: 'CATEGORISE', category, entries, count: 1 });
    const again = await call('planBulkAct', { kind: 'CATEGORISE', category, entries: await select([id]) });
    expect(again).toMatchObject({ count: 0, items: [{ reason: 'It already has this category.' }] });
  });

  it('that ends in the middle has a report of what it reached, and that is undone', async () => {
    const made = [await makeEntry(api.ctx, 'PAGE'), await makeEntry(api.ctx, 'PAGE')];
    const [reached, other] = made;
    if (!reached || !other) throw new Error('Nothing was made');
    const entries = await select(made.map(({ id }) => id));
    const { db } = api.ctx;
    await db.execute(
      sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''fails''; end'`,
    );
    await db.execute(
      sql.raw(
        `create trigger fail before update on entries for each row when (old.id = ${other.id}) execute function fail()`,
      ),
    );
    const run = call('runBulkAct', { kind: 'WITHDRAW', entries, count: 2 });
    expect((await getFailure(run)).status).toBe(500);
    await db.execute(sql`drop function fail cascade`);
    const [act] = (await call('bulkActs', {})).items;
    if (!act) throw new Error('There is no report');
    const mapStates = (items: { id: number; state: string }[]) => new Map(items.map(({ id, state }) => [id, state]));
    const { items } = await call('bulkAct', { id: act.id });
    expect(mapStates(items)).toEqual(
      new Map([
        [reached.id, 'DONE'],
        [other.id, 'WAITING'],
      ]),
    );
    expect([await getStatus(reached.slug), await getStatus(other.slug)]).toEqual([410, 200]);
    const undone = await call('undoBulkAct', { id: act.id });
    expect(mapStates(undone.items)).toEqual(
      new Map([
        [reached.id, 'UNDONE'],
        [other.id, 'WAITING'],
      ]),
    );
    expect(await getStatus(reached.slug)).toBe(200);
  });

  it('is refused to roles that may not publish', async () => {
    const { id } = await makeEntry(api.ctx, 'PAGE');
    const entries = await select([id]);
    const author = await makeUser(api.ctx, 'AUTHOR');
    const before = await api.ctx.db.$count(bulkActs);
    const plan = author.client.call('planBulkAct', { kind: 'WITHDRAW', entries });
    expect((await getFailure(plan)).code).toBe('forbidden');
    const run = author.client.call('runBulkAct', { kind: 'WITHDRAW', entries, count: 1 });
    expect((await getFailure(run)).code).toBe('forbidden');
    expect(await api.ctx.db.$count(bulkActs)).toBe(before);
  });
});

it('a removed category is no longer named in the report', async () => {
  const category = await makeCategory(api.ctx, 'BLOG');
  const { id } = await makeEntry(api.ctx, 'BLOG');
  const entries = await select([id]);
  const given = { type: 'BLOG', slug: category.slug } as const;
  const act = await call('runBulkAct', { kind: 'CATEGORISE', category: given, entries, count: 1 });
  expect(await call('bulkAct', { id: act.id })).toMatchObject({ category: category.name });
  await call('undoBulkAct', { id: act.id });
  await api.ctx.db.delete(categories).where(eq(categories.id, category.id));
  expect(await call('bulkAct', { id: act.id })).toMatchObject({ category: null });
});
