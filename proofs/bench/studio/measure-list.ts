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

/** The pages of the content list that are measured: the first, a late one, each order, each filter, and searches. */
export const contentPages: Record<string, StudioInput<'listContent'>> = {
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
};

/** The pages of the inbox that are measured: each view, each filter, and searches. */
export const inboxPages: Record<string, StudioInput<'listMessages'>> = {
  open: { state: 'OPEN' },
  mine: { state: 'OPEN', assignee: 'me' },
  'nobody’s': { state: 'OPEN', assignee: 'nobody' },
  waiting: { state: 'WAITING' },
  done: { state: 'DONE' },
  quarantine: { state: 'QUARANTINE' },
  all: {},
  'all, half way': { after: `${(Date.now() - 50_000 * 60_000) * 1_000}-1` },
  consultations: { kind: 'CONSULTATION' },
  unread: { unread: 'yes' },
  'of a tag': { tag: 'tag 7' },
  'of an unused tag': { tag: 'unused' },
  'with given-up mails': { mail: 'given-up' },
  'q with 5 results': { q: rareWord.word },
  'q with 500 results': { q: commonWord },
  'q in all messages': { q: 'racks' },
  'q in all messages, waiting': { q: 'racks', state: 'WAITING' },
  'q of two words': { q: `another ${rareWord.word}` },
  'q with no result': { q: 'nothing has these words' },
  'q of two letters': { q: 'zu' },
};

/** What is typed in the command palette: no text, a word key by key, and words with few and no results. */
export const paletteTexts: Record<string, StudioInput<'find'>> = Object.fromEntries(
  ['', 'n', 'ne', 'net', 'netw', 'network', commonWord, rareWord.word, 'nothing has these words'].map((q) => [
    q || 'no text',
    { q },
  ]),
);

/** Returns the milliseconds in which the API answers an operation with each input, by the names of the inputs. */
export async function measureAnswers<N extends 'find' | 'listContent' | 'listMessages' | 'messageCounts' | 'today'>(
  { client }: TestUser,
  operation: N,
  inputs: Record<string, StudioInput<N>>,
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (const [name, input] of Object.entries(inputs)) {
    const measured: number[] = [];
    for (let round = -2; round < rounds; round++) {
      const started = performance.now();
      await client.call(operation, input);
      if (round >= 0) measured.push(performance.now() - started);
    }
    times.set(name, measured);
  }
  return times;
}
