import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Client, isApiFailure } from '../../contract/http/client.ts';
import { type EntryOverrides, getTimeFromNow, makeEntry } from '../../testing/makers.ts';
import { putEntry } from '../../testing/put-entry.ts';
import { setUpEditorApi } from '../../testing/set-up.ts';
import { renameEntry, withdrawEntry } from '../../testing/studio.ts';
import { entries, formerSlugs } from '../db/tables.ts';
import { createCallEndpoint } from '../http/call-endpoint.ts';
import { createInProcessClient } from '../http/in-process-client.ts';
import { renderContentDirectly } from './entries/render-content.ts';
import { viewAsOf } from './view-as-of.ts';

const { api, editor } = await setUpEditorApi();

/** Returns the next whole millisecond of the database's clock, after every change so far. */
async function readClock(): Promise<Date> {
  const { rows } = await api.ctx.db.execute<{ now: number }>(
    sql`select ceil(extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
  return new Date(rows[0]?.now ?? 0);
}

/** Returns what work reads as of a moment, as a visitor. */
function readAsOf<T>(moment: Date, read: (client: Client) => Promise<T>): Promise<T> {
  return api.ctx.db.transaction(async (db) => {
    await viewAsOf({ db }, moment);
    const client = createInProcessClient({
      callEndpoint: createCallEndpoint({ ...api.ctx, db, searchDb: db }, async () => undefined),
      caller: { address: '127.0.0.1', userAgent: '', refusesTracking: true, actor: null },
      requestId: 'as-of',
      log: api.app.log,
      openApi: () => {
        throw new Error('not read here');
      },
    });
    return read(client);
  });
}

/** Returns the title that an address answers with as of a moment, with its slug if that is another, or its status. */
function readTitle(moment: Date, slug: string): Promise<string | number | null> {
  return readAsOf(moment, async (client) => {
    try {
      const found = await client.entries('APP', 'item', { slug });
      return found.slug === slug ? found.title : `${found.title} at ${found.slug}`;
    } catch (error) {
      if (!isApiFailure(error)) throw error;
      return error.status;
    }
  });
}

async function publish(id: number, title: string): Promise<void> {
  const { version, content } = await editor.client.call('openEntry', { id });
  const saved = await editor.client.call('saveDraft', { id, version, content: { ...content, title } });
  await editor.client.call('publishEntry', { id, version: saved.version });
}

async function schedule(id: number, title: string, at: Date): Promise<void> {
  const { version, content } = await editor.client.call('openEntry', { id });
  const saved = await editor.client.call('saveDraft', { id, version, content: { ...content, title } });
  await editor.client.call('scheduleEntry', { id, version: saved.version, at: at.toISOString() });
}

/** Stores an app in one transaction, as an import does. */
const makeApp = (overrides: EntryOverrides = {}) => api.ctx.db.transaction((db) => makeEntry({ db }, 'APP', overrides));

describe('as of an earlier moment', () => {
  it('an entry has the text that was live then', async () => {
    const { id, slug } = await makeApp({ text: { title: 'First' } });
    const first = await readClock();
    await publish(id, 'Second');
    const second = await readClock();
    await publish(id, 'Third');
    expect([
      await readTitle(first, slug),
      await readTitle(second, slug),
      await readTitle(await readClock(), slug),
    ]).toEqual(['First', 'Second', 'Third']);
  });

  it('an entry that was withdrawn meanwhile is shown, and one that was published since is not', async () => {
    const { id, slug } = await makeApp({ text: { title: 'Shown' } });
    const before = await readClock();
    await withdrawEntry(editor.client, id, true);
    const during = await readClock();
    await withdrawEntry(editor.client, id, false);
    const { slug: later } = await makeApp({ publishedAt: new Date(), text: { title: 'Later' } });
    expect([await readTitle(before, slug), await readTitle(during, slug)]).toEqual(['Shown', 410]);
    expect([await readTitle(during, later), await readTitle(await readClock(), later)]).toEqual([404, 'Later']);
  });

  it('an entry that came with an earlier date is shown from that date on', async () => {
    const { slug } = await makeApp({ publishedAt: getTimeFromNow(-1_000), text: { title: 'Old' } });
    expect([await readTitle(getTimeFromNow(-1_100), slug), await readTitle(getTimeFromNow(-900), slug)]).toEqual([
      404,
      'Old',
    ]);
  });

  it('an undone act shows in between only', async () => {
    const { id, slug } = await makeApp({ text: { title: 'First' } });
    await publish(id, 'Second');
    const between = await readClock();
    const { lastAct } = await editor.client.call('openEntry', { id });
    await editor.client.call('undoAct', { id: lastAct?.id ?? 0 });
    expect([await readTitle(between, slug), await readTitle(await readClock(), slug)]).toEqual(['Second', 'First']);
  });

  it('a renamed entry has its address of then, and redirects from the addresses it had before', async () => {
    const { id, slug } = await makeApp({ text: { title: 'App' } });
    const first = await readClock();
    await renameEntry(editor.client, id, 'renamed');
    const second = await readClock();
    await renameEntry(editor.client, id, slug);
    const third = await readClock();
    for (const [moment, old, renamed] of [
      [first, 'App', 404],
      [second, 'App at renamed', 'App'],
      [third, 'App', `App at ${slug}`],
    ] as const)
      expect([await readTitle(moment, slug), await readTitle(moment, 'renamed')]).toEqual([old, renamed]);
  });

  it('search finds the texts of then', async () => {
    const { id } = await makeApp({ text: { title: 'Wallaby', body: 'About kookaburras\n' } });
    const first = await readClock();
    await publish(id, 'Wombat');
    const search = (moment: Date, q: string) =>
      readAsOf(moment, (client) => client.call('search', { q, page: 0, size: 10 }));
    expect((await search(first, 'wallaby')).items).toMatchObject([{ title: 'Wallaby' }]);
    expect((await search(first, 'kookaburras')).items).toMatchObject([{ title: 'Wallaby' }]);
    expect((await search(first, 'wombat')).total).toBe(0);
    expect((await search(await readClock(), 'wallaby')).total).toBe(0);
  });

  it('lists and their totals are those of then', async () => {
    const { id } = await makeApp();
    const first = await readClock();
    await withdrawEntry(editor.client, id, true);
    await makeApp({ publishedAt: new Date(), text: { title: 'Second' } });
    await makeApp({ publishedAt: new Date(), text: { title: 'Third' } });
    const list = (moment: Date) => readAsOf(moment, (client) => client.entries('APP', 'list', { page: 0, size: 10 }));
    expect(await list(first)).toMatchObject({ total: 1, items: [{ title: expect.stringContaining('Title') }] });
    expect(await list(await readClock())).toMatchObject({ total: 2, items: [{ title: 'Second' }, { title: 'Third' }] });
  });
});

it('as of a later moment the site has what is scheduled until then', async () => {
  const { id, slug } = await makeApp({ text: { title: 'Now' } });
  await schedule(id, 'Tomorrow', getTimeFromNow(86_400));
  const { slug: hidden } = await makeApp({ publishedAt: getTimeFromNow(7_200), text: { title: 'Soon' } });
  const { slug: leaving } = await makeApp({ withdrawnAt: getTimeFromNow(7_200), text: { title: 'Leaving' } });
  expect([await readTitle(getTimeFromNow(3_600), slug), await readTitle(getTimeFromNow(86_401), slug)]).toEqual([
    'Now',
    'Tomorrow',
  ]);
  expect([await readTitle(getTimeFromNow(3_600), hidden), await readTitle(getTimeFromNow(7_201), hidden)]).toEqual([
    404,
    'Soon',
  ]);
  expect([await readTitle(getTimeFromNow(3_600), leaving), await readTitle(getTimeFromNow(7_201), leaving)]).toEqual([
    'Leaving',
    410,
  ]);
  const list = await readAsOf(getTimeFromNow(7_201), (client) => client.entries('APP', 'list', { page: 0, size: 10 }));
  expect(list.total).toBe(2);
});

it('a transaction that changes an entry several times records its last state only', async () => {
  const { id } = await makeApp();
  await api.ctx.db.transaction(async (db) => {
    for (const position of [1, 2, 3]) await db.update(entries).set({ position }).where(eq(entries.id, id));
  });
  const { rows } = await api.ctx.db.execute(
    sql`select position from entry_states where entry_id = ${id} order by since`,
  );
  expect(rows).toEqual([{ position: 0 }, { position: 3 }]);
});

it('an import that changes nothing keeps since when an entry has its former addresses', async () => {
  const rendered = await renderContentDirectly('APP', { body: 'Text\n', fields: {} });
  const text = {
    title: 'App',
    summary: '',
    body: 'Text\n',
    fields: {},
    keywords: [],
    interests: [],
    authorId: null,
    revisedAt: null,
  };
  const input = { type: 'APP', slug: 'app', categoryId: null, position: 0, publishedAt: new Date(0) } as const;
  const put = (former: string[]) =>
    api.ctx.db.transaction((db) =>
      putEntry({ db }, { ...input, withdrawnAt: null, formerSlugs: former, text, rendered, next: null }),
    );
  const readSince = () => api.ctx.db.select().from(formerSlugs).orderBy(formerSlugs.slug);
  await put(['old']);
  const [old] = await readSince();
  await put(['old', 'older']);
  expect(await readSince()).toMatchObject([old, { slug: 'older' }]);
  await put(['older']);
  expect(await readSince()).toMatchObject([{ slug: 'older' }]);
});

it('the views of earlier moments have the columns of their tables, with the same types', async () => {
  const { rows } = await api.ctx.db.execute<{ name: string; now: string; then: string }>(sql`
    select table_name as name,
      string_agg(column_name || ' ' || udt_name, ', ' order by column_name) filter (where table_schema = 'public') as now,
      string_agg(column_name || ' ' || udt_name, ', ' order by column_name) filter (where table_schema = 'as_of') as then
    from information_schema.columns where table_schema in ('public', 'as_of') group by 1
    having bool_or(table_schema = 'as_of') order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(['entries', 'former_slugs', 'revisions', 'shown_months']);
  for (const { now, then } of rows) expect(then).toBe(now);
});
