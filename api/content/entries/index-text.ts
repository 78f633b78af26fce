import { eq, type SQL, sql } from 'drizzle-orm';
import { entryFields } from '../../../contract/content/entry-fields.ts';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { toPublicFields } from '../../../contract/content/field-texts.ts';
import { upgradeText } from '../../../contract/studio/content-versions.ts';
import type { Context } from '../../context.ts';
import { entries, revisions, searchWords, supersededVectors } from '../../db/index.ts';
import { type RenderedContent, renderContent } from './render-content.ts';

/** The parts of a revision that the search index reads. */
export interface TextToIndex {
  type: EntryType;
  title: string;
  summary: string;
  keywords: string[];
  fields: Record<string, unknown>;
}

/** Returns the sentences in the fields of an entry's type. Slugs, ids and labels up to three words are left out. */
function extractSentences(value: unknown): string {
  if (typeof value === 'string') return value.split(/\s+/).length > 3 ? value : '';
  if (value && typeof value === 'object') return Object.values(value).map(extractSentences).filter(Boolean).join('\n');
  return '';
}

const symbolNames: [RegExp, string][] = [
  [/(?<![\p{L}\p{N}])([cg])\+\+/giu, '$1plusplus '],
  [/(?<![\p{L}\p{N}])([cfj])#/giu, '$1sharp '],
  [/(?<![\p{L}\p{N}])\.net(?![\p{L}\p{N}])/giu, 'dotnet'],
];

/** Spells names such as `C++` as words, because PostgreSQL's parser would read `C`. */
export function spellSymbols(text: string): string {
  return symbolNames.reduce((spelt, [symbol, name]) => spelt.replace(symbol, name), text);
}

/**
 * Returns the lexeme that stands for an entry type in the search vectors, so that their index also finds by type.
 * Words of texts have no `=`, so they never equal this lexeme.
 */
export function toTypeLexeme(type: EntryType): string {
  return `=${type}`;
}

/** The columns that store a text for search. */
export interface IndexedText {
  /** The text that excerpts are cut from. */
  plain: string;
  /** Title, summary and keywords, for ranking. The title is also stored unstemmed, for prefix search. */
  head: SQL<string>;
  /** All texts, for matching. */
  search: SQL<string>;
}

/**
 * Returns the fields of the entry's type in the order of their schema. jsonb does not keep the order of keys, and the
 * order decides excerpts, ranks and the lines of exported files.
 */
export function orderFields({ type, fields }: Pick<TextToIndex, 'type' | 'fields'>): Record<string, unknown> {
  const parsed = entryFields[type].safeParse(fields);
  return parsed.success ? parsed.data : fields;
}

/** Returns whether a text is ASCII only. `segment_words` and `unaccent` leave such a text unchanged. */
export const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

/**
 * Returns SQL for the text whose words PostgreSQL stores or looks for: without accents and differences of width, and
 * with n-grams in place of scripts without spaces (migration 0059).
 */
export function segmentWords(text: string, use: 'index' | 'query'): SQL<string> {
  if (isAscii(text)) return sql`${text}::text`;
  return sql`unaccent(segment_words(${text}, ${sql.raw(String(use === 'index'))}))`;
}

/**
 * Returns the search vectors and the excerpt text of a revision. `rendered` has the words of its Markdown. Parts that
 * visitors do not see are left out.
 */
export function createIndexedText(text: TextToIndex, rendered: Pick<RenderedContent, 'plain' | 'prose'>): IndexedText {
  // Settings have no page that a search could find.
  if (text.type === 'SETTING') return { plain: '', head: sql`''::tsvector`, search: sql`''::tsvector` };
  const fields = extractSentences(toPublicFields(text.type, orderFields(text)));
  const title = segmentWords(spellSymbols(text.title), 'index');
  const summary = spellSymbols([text.summary, ...text.keywords].join(' '));
  const head = sql<string>`(
    setweight(to_tsvector('english', ${title}) || to_tsvector('simple', ${title}), 'A') ||
    setweight(to_tsvector('english', ${segmentWords(summary, 'index')}), 'B') || array_to_tsvector(array[${toTypeLexeme(text.type)}]))`;
  const search = sql<string>`(${head} ||
    setweight(to_tsvector('english', ${segmentWords(spellSymbols(`${rendered.plain} ${fields}`), 'index')}), 'D'))`;
  return { plain: [rendered.prose, fields].filter(Boolean).join('\n'), head, search };
}

/**
 * Removes revisions that will never be shown again from the search indexes; of one entry, or of all entries. Their
 * vectors are kept for searches as of an earlier moment.
 */
export async function unindexSupersededRevisions({ db }: Context, entryId?: number): Promise<void> {
  await db.execute(sql`
    with superseded as (
      select ${revisions.id} as id, head, search from ${revisions} join ${entries} on ${revisions.entryId} = ${entries.id}
      where head <> '' and ${revisions.id} is distinct from ${entries.liveRevisionId}
        and ${revisions.id} is distinct from ${entries.nextRevisionId}
        ${entryId === undefined ? sql`` : sql`and ${entries.id} = ${entryId}`}),
    kept as (
      insert into ${supersededVectors} (revision_id, head, search) select id, head, search from superseded
      on conflict (revision_id) do update set head = excluded.head, search = excluded.search)
    update ${revisions} set search = '', head = '' from superseded where ${revisions.id} = superseded.id`);
}

/** Adds the words of a text to the spelling dictionary. */
export async function addToSpellingDictionary({ db }: Context, text: string): Promise<void> {
  await db.execute(sql`
    insert into ${searchWords} (word)
    select word from unnest(tsvector_to_array(to_tsvector('simple', unaccent(${text})))) as word
    where length(word) between 3 and 30 and word ~ '^[a-z]+$'
    on conflict do nothing`);
}

/** Adds a revision to the search index again, because revisions that visitors do not see are removed from it. */
export async function indexRevision(ctx: Context, revisionId: number): Promise<void> {
  const [row] = await ctx.db
    .select({ revision: revisions, entry: entries })
    .from(revisions)
    .innerJoin(entries, eq(entries.id, revisions.entryId))
    .where(eq(revisions.id, revisionId));
  if (!row) return;
  const { revision, entry } = row;
  const text = upgradeText(entry, revision.schemaVersion, revision);
  const indexed = createIndexedText({ ...text, type: entry.type }, await renderContent(ctx, entry, entry.type, text));
  await ctx.db.update(revisions).set(indexed).where(eq(revisions.id, revisionId));
}
