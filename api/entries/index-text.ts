import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { searchWords } from '../db/tables.ts';

/** What search reads of a revision. */
export interface SearchedText {
  title: string;
  summary: string;
  keywords: string[];
  fields: Record<string, unknown>;
}

/** The sentences of own fields, so that search finds what only a field says; slugs, ids and short labels are no text. */
function sentencesOf(value: unknown): string {
  if (typeof value === 'string') return value.split(/\s+/).length > 3 ? value : '';
  if (value && typeof value === 'object') return Object.values(value).map(sentencesOf).filter(Boolean).join(' ');
  return '';
}

/** The text without markup from which excerpts are cut, and the weighted vector that is searched. */
export function indexText(text: SearchedText, body: string): { plain: string; search: SQL<string> } {
  const plain = [body, sentencesOf(text.fields)].filter(Boolean).join(' ');
  const search = sql<string>`
    setweight(to_tsvector('english', unaccent(${text.title})), 'A') ||
    setweight(to_tsvector('english', unaccent(${[text.summary, ...text.keywords].join(' ')})), 'B') ||
    setweight(to_tsvector('english', unaccent(${plain})), 'D')`;
  return { plain, search };
}

/** Adds a text's words to those that a mistyped one is led back to. */
export async function rememberWords({ db }: Context, text: string): Promise<void> {
  await db.execute(sql`
    insert into ${searchWords} (word)
    select word from unnest(tsvector_to_array(to_tsvector('simple', unaccent(${text})))) as word
    where length(word) between 3 and 30 and word ~ '^[a-z]+$'
    on conflict do nothing`);
}
