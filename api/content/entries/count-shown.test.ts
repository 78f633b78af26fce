import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { getEntryUrl, getSlugs } from '../../../testing/api.ts';
import { getTimeFromNow, makeCategory, makeEntry } from '../../../testing/makers.ts';
import { removeContent, setUpApi } from '../../../testing/set-up.ts';
import { entries, shownMonths } from '../../db/tables.ts';

const api = await setUpApi(removeContent);

const day = 86_400;

/** Returns the stored counts of a type by category and month, and the counts of its entries, without zeros. */
async function getCountedAndShown() {
  const { db } = api.ctx;
  const read = async (query: ReturnType<typeof sql>) => (await db.execute(query)).rows;
  return Promise.all([
    read(sql`select type, category_id, published_month, sum(shown) as shown from ${shownMonths}
      group by 1, 2, 3 having sum(shown) <> 0 order by 1, 2, 3`),
    read(sql`select type, category_id, date_trunc('month', published_at, 'UTC') as published_month, count(*) as shown
      from ${entries} where published_at <= now() and coalesce(withdrawn_at > now(), true)
      group by 1, 2, 3 order by 1, 2, 3`),
  ]);
}

async function expectRight() {
  const [counted, shown] = await getCountedAndShown();
  expect(counted).toEqual(shown);
}

/** Creates entries of every state, over some months, in two categories of articles and of another type. */
async function makeMany() {
  const made = [await makeCategory(api.ctx, 'BLOG'), await makeCategory(api.ctx, 'BLOG')];
  for (let index = 0; index < 60; index++) {
    const publishedAt = getTimeFromNow(-index * 3 * day - 60);
    const categoryId = made[Math.floor(index / 8) % 2]?.id ?? null;
    const state = [
      {},
      {},
      { withdrawnAt: getTimeFromNow(-30) },
      { withdrawnAt: getTimeFromNow(day) },
      { publishedAt: null },
      { publishedAt: getTimeFromNow(index * day) },
      { publishedAt: getTimeFromNow(index * day), withdrawnAt: getTimeFromNow(2 * index * day) },
      { publishedAt: getTimeFromNow(day), withdrawnAt: getTimeFromNow(-day) },
    ][index % 8];
    await makeEntry(api.ctx, 'BLOG', { slug: `made-${index}`, categoryId, publishedAt, ...state });
  }
  for (let index = 0; index < 5; index++)
    await makeEntry(api.ctx, 'PAGE', { publishedAt: getTimeFromNow(-index * 40 * day) });
  return made;
}

it('equals the entries after any insert, change, move and deletion', async () => {
  const [, other] = await makeMany();
  const { db } = api.ctx;
  await expectRight();
  const some = sql`${entries.id} % 3 = 0`;
  for (const change of [
    { publishedAt: sql`${entries.publishedAt} - interval '40 days'` },
    { categoryId: other?.id ?? null },
    { withdrawnAt: sql`now() - interval '1 second'` },
    { withdrawnAt: sql`now() + interval '1 hour'` },
    { withdrawnAt: null },
    { publishedAt: null },
    { publishedAt: sql`now() + interval '60 days'` },
    { publishedAt: sql`now() - make_interval(days => ${entries.id}::int)` },
    { position: 7 },
  ]) {
    await db.update(entries).set(change).where(sql`${entries.type} = 'BLOG' and ${some}`);
    await expectRight();
  }
  await db.delete(entries).where(sql`${entries.id} % 4 = 0`);
  await expectRight();
  expect((await getCountedAndShown())[0].length).toBeGreaterThan(8);
  await db.execute(sql`truncate ${entries} cascade`);
  expect((await getCountedAndShown())[0]).toEqual([]);
});

it('is unchanged by a transaction that rolls back', async () => {
  const { slug } = await makeEntry(api.ctx, 'BLOG');
  await expect(
    api.ctx.db.transaction(async (tx) => {
      await tx.delete(entries).where(eq(entries.slug, slug));
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  await expectRight();
  expect((await api.get(getEntryUrl('BLOG', 'list'))).body.total).toBe(1);
});

it('counts two concurrent inserts', async () => {
  await Promise.all(Array.from({ length: 8 }, () => makeEntry(api.ctx, 'PAGE')));
  await expectRight();
  expect((await api.get(getEntryUrl('PAGE', 'list'))).body.total).toBe(8);
});

it('finds the start of every page of a list over many months', async () => {
  const [category] = await makeMany();
  const { rows } = await api.ctx.db.execute<{ slug: string; category_id: number }>(sql`
    select slug, category_id from ${entries} where type = 'BLOG' and published_at <= now()
      and coalesce(withdrawn_at > now(), true) order by published_at desc, id desc`);
  const own = rows.filter((row) => Number(row.category_id) === category?.id);
  expect(own.length).toBeGreaterThan(10);
  for (const [expected, operation, input] of [
    [rows, 'list', {}],
    [own, 'byCategory', { categoryId: category?.id }],
  ] as const) {
    for (const size of [1, 4, 7]) {
      const found: string[] = [];
      for (let page = 0; page * size < expected.length + size; page++) {
        const answer = await api.get(getEntryUrl('BLOG', operation, { ...input, page, size }));
        expect([page, answer.body.total]).toEqual([page, expected.length]);
        found.push(...getSlugs(answer));
      }
      expect(found).toEqual(expected.map(({ slug }) => slug));
    }
  }
});
