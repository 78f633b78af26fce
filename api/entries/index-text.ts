import { type SQL, sql } from 'drizzle-orm';
import type { EntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { entries, revisions, searchWords } from '../db/tables.ts';
import type { Rendered } from '../markdown/render.ts';

/** What search reads of a revision. */
export interface SearchedText {
  type: EntryType;
  title: string;
  summary: string;
  keywords: string[];
  fields: Record<string, unknown>;
}

/** The sentences of own fields, so that search finds what only a field says; slugs, ids and short labels are no text. */
function sentencesOf(value: unknown): string {
  if (typeof value === 'string') return value.split(/\s+/).length > 3 ? value : '';
  if (value && typeof value === 'object') return Object.values(value).map(sentencesOf).filter(Boolean).join('\n');
  return '';
}

const symbolNames: [RegExp, string][] = [
  [/(?<![\p{L}\p{N}])([cg])\+\+/giu, '$1plusplus '],
  [/(?<![\p{L}\p{N}])([cfj])#/giu, '$1sharp '],
  [/(?<![\p{L}\p{N}])\.net(?![\p{L}\p{N}])/giu, 'dotnet'],
];

/** Spells names that consist of a letter and signs as words: PostgreSQL's parser would read `C++` as `C`. */
export function spellSymbols(text: string): string {
  return symbolNames.reduce((spelt, [symbol, name]) => spelt.replace(symbol, name), text);
}

/** What stands in the vectors for the type of an entry, so that one index finds the words of one type; no word is spelt so. */
export function typeLexeme(type: EntryType): string {
  return `=${type}`;
}

/** What is stored of a text for search. */
export interface IndexedText {
  /** The text that excerpts are cut from. */
  plain: string;
  /** Title, summary and keywords, for ranking; the title also unstemmed, so that each beginning of its words is found. */
  head: SQL<string>;
  /** Everything, for matching. */
  search: SQL<string>;
}

/** The vectors and the excerpt text of a text whose body was rendered. */
export function indexText(text: SearchedText, body: Pick<Rendered, 'plain' | 'prose'>): IndexedText {
  const fields = sentencesOf(text.fields);
  const title = sql`unaccent(${spellSymbols(text.title)})`;
  const summary = spellSymbols([text.summary, ...text.keywords].join(' '));
  const head = sql<string>`(
    setweight(to_tsvector('english', ${title}) || to_tsvector('simple', ${title}), 'A') ||
    setweight(to_tsvector('english', unaccent(${summary})), 'B') || array_to_tsvector(array[${typeLexeme(text.type)}]))`;
  const search = sql<string>`(${head} ||
    setweight(to_tsvector('english', unaccent(${spellSymbols(`${body.plain} ${fields}`)})), 'D'))`;
  return { plain: [body.prose, fields].filter(Boolean).join('\n'), head, search };
}

/** Takes revisions that will never be shown again out of the search indexes; of one entry, or of all. */
export async function unindexSuperseded({ db }: Context, entryId?: number): Promise<void> {
  await db.execute(sql`
    update ${revisions} set search = '', head = '' from ${entries}
    where ${revisions.entryId} = ${entries.id} and head <> '' and ${revisions.id} <> ${entries.liveRevisionId}
      and ${revisions.id} is distinct from ${entries.nextRevisionId}
      ${entryId === undefined ? sql`` : sql`and ${entries.id} = ${entryId}`}`);
}

/** Adds a text's words to those that a mistyped one is led back to. */
export async function rememberWords({ db }: Context, text: string): Promise<void> {
  await db.execute(sql`
    insert into ${searchWords} (word)
    select word from unnest(tsvector_to_array(to_tsvector('simple', unaccent(${text})))) as word
    where length(word) between 3 and 30 and word ~ '^[a-z]+$'
    on conflict do nothing`);
}
