import { sql } from 'drizzle-orm';
import type { Database } from '../../../api/db/connect.ts';
import type { StudioInput } from '../../../contract/studio/client.ts';
import type { TestUser } from '../../../testing/studio.ts';
import { commonWord, rareWord } from '../fill-database.ts';

const rounds = 15;

/** Gives the filled entries the sources of their texts, which the list searches, and some of them drafts. */
export async function fillSources(db: Database): Promise<void> {
  await db.execute(sql`
    update revisions set body = texts.plain from bench_texts texts where texts.number = (revisions.id - 1) % 20`);
  await db.execute(sql`
    insert into drafts (entry_id, version, content, saved_at, schema_version)
    select id, 1, jsonb_build_object('title', title, 'summary', summary, 'body', body, 'author', null, 'category', null,
      'keywords', '[]'::jsonb, 'interests', '[]'::jsonb, 'position', 0, 'revisedAt', null, 'fields', fields), now(), schema_version
    from revisions where id % 20 = 0`);
  await db.execute(sql`vacuum (analyze)`);
}

/** The pages of the list that are measured: the first, a late one, each order, each filter, and searches. */
const pages = {
  'first page': {},
  'page 150': { page: 150 },
  'sorted by title': { sort: 'title' },
  'sorted by publication': { sort: 'published' },
  articles: { type: 'BLOG' },
  'new drafts': { state: 'DRAFT' },
  'changed articles': { type: 'BLOG', state: 'CHANGED' },
  scheduled: { state: 'SCHEDULED' },
  published: { state: 'PUBLISHED' },
  withdrawn: { state: 'WITHDRAWN' },
  'of an author': { author: 'bench-author' },
  'of a category': { category: 'blog-3' },
  'q with 5 results': { q: rareWord.word },
  'q with 500 results': { q: commonWord },
  'q in most bodies': { q: 'network' },
  'q in most bodies, published, by title': { q: 'network', state: 'PUBLISHED', sort: 'title' },
  'q with no result': { q: 'nothing has these words' },
  'q of two letters': { q: 'zu' },
} satisfies Record<string, StudioInput<'listContent'>>;

/** Returns the milliseconds in which the API answers with each page of the list. */
export async function measureList({ client }: TestUser): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (const [name, input] of Object.entries(pages)) {
    const measured: number[] = [];
    for (let round = -2; round < rounds; round++) {
      const started = performance.now();
      await client.call('listContent', input);
      if (round >= 0) measured.push(performance.now() - started);
    }
    times.set(name, measured);
  }
  return times;
}
