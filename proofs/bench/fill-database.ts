import { sql } from 'drizzle-orm';
import { createIndexedText } from '../../api/content/entries/index-text.ts';
import { renderContentDirectly } from '../../api/content/entries/render-content.ts';
import { rendererVersion } from '../../api/content/markdown/renderer-version.ts';
import type { Database } from '../../api/db/connect.ts';
import { selectableTypes, type TypeWithPages } from '../../contract/content/entry-types.ts';
import { contentSchemaVersion } from '../../contract/studio/content-versions.ts';
import { sampleFields } from '../../testing/makers.ts';
import { createSampleText, sampleWords } from './sample-text.ts';

/** The types of each hundred entries. Most are articles, as on a site with years of content. */
const typesOfHundred: TypeWithPages[] = Array.from({ length: 100 }, (_, index) => {
  if (index % 10 === 3) return 'TRIVIA';
  if (index % 20 === 7) return 'INFOGRAPHIC';
  const few: Record<number, TypeWithPages> = { 11: 'SERVICE', 31: 'PLAN', 51: 'MICROSERVICE', 71: 'APP', 91: 'PAGE' };
  return few[index] ?? 'BLOG';
});

const bodies = 20;
const categoriesOfType = 8;

/** A word in the titles of a fixed number of entries, at every size. */
export const rareWord = { word: 'zugzwang', hits: 5 };
/** A word in the summary of one entry in twenty. */
export const commonWord = 'quokka';

/** Inserts the categories and the texts of entries, once before the first `fillDatabase`. */
export async function prepareFill(db: Database): Promise<void> {
  await db.execute(sql`
    insert into categories (type, slug, name, description)
    select type::entry_type, lower(type) || '-' || number, 'Category ' || number, 'About it'
    from unnest(${sql.param(selectableTypes)}::text[]) as type, generate_series(0, ${categoriesOfType - 1}::int) as number`);
  await db.execute(sql`create table bench_texts
    (number int, summary text, html text, toc jsonb, plain text, words int, head tsvector, search tsvector)`);
  for (let number = 0; number < bodies; number++) {
    const body = createSampleText(number);
    const rendered = await renderContentDirectly('BLOG', { body, fields: {} });
    const summary = body.slice(body.indexOf('\n\n') + 2, 200).replace(/\s+\S*$/, '');
    const { plain, head, search } = createIndexedText(
      { type: 'BLOG', title: '', summary, keywords: [], fields: {} },
      rendered,
    );
    await db.execute(sql`insert into bench_texts values (${number}, ${summary}, ${rendered.html},
      ${JSON.stringify(rendered.toc)}, ${plain}, ${rendered.words}, ${head}, ${search})`);
  }
  await db.execute(sql`insert into search_words (word)
    select word from unnest(${sql.param([...sampleWords, rareWord.word, commonWord])}::text[]) as word on conflict do nothing`);
}

/** Drops indexes while a callback fills tables, because building an index at once is faster than updating it. */
async function fillWithoutIndexes(db: Database, names: string[], fill: () => Promise<void>): Promise<void> {
  const { rows } = await db.execute<{ name: string; made: string }>(
    sql`select indexname as name, indexdef as made from pg_indexes where indexname = any(${sql.param(names)})`,
  );
  for (const { name } of rows) await db.execute(sql`drop index ${sql.identifier(name)}`);
  await fill();
  for (const { made } of rows) await db.execute(sql.raw(made));
}

/**
 * Adds entries until there are `count`. Later entries are newer, 50 minutes apart, so 100,000 entries cover nearly ten
 * years. One of a hundred is withdrawn and one is scheduled.
 */
export async function fillDatabase(db: Database, count: number): Promise<void> {
  await db.execute(sql`set maintenance_work_mem = '512MB'`);
  // A crash may lose these rows, because the benchmark can create them again.
  await db.execute(sql`set synchronous_commit = off`);
  await fillWithoutIndexes(db, ['revisions_search', 'revisions_head'], () =>
    db.transaction(async (transaction) => {
      const { rows } = await transaction.execute<{ count: number }>(sql`select count(*) from entries`);
      const first = rows[0]?.count ?? 0;
      await transaction.execute(sql`
        insert into entries (id, type, slug, category_id, position, live_revision_id, published_at, withdrawn_at)
        overriding system value
        select i + 1, kind.type, 'entry-' || i, categories.id, i, i + 1,
          case when i % 100 = 45 then '2999-01-01' else timestamptz '2017-01-01' + make_interval(mins => 50 * i) end,
          case when i % 100 = 65 then timestamptz '2026-01-01' end
        from generate_series(${first}::int, ${count - 1}::int) as i
        cross join lateral (select (${sql.param(typesOfHundred)}::entry_type[])[i % 100 + 1] as type) as kind
        left join categories on categories.type = kind.type
          and categories.slug = lower(kind.type::text) || '-' || (i / 10 % ${categoriesOfType}::int)
        order by i`);
      // No read of a visitor uses the source of a text, and a short one saves a quarter of the disk.
      await transaction.execute(sql`
        insert into revisions (id, entry_id, number, title, summary, body, fields, interests, html, toc, plain, words,
          renderer, head, search, schema_version)
        overriding system value
        select id, id, 1, name.title, name.summary, 'Source', ${JSON.stringify(sampleFields)}::jsonb -> type::text,
          array(select distinct 'interest-' || get_byte(decode(md5(i::text), 'hex'), place) % 10 from generate_series(0, 2) as place),
          texts.html, texts.toc, texts.plain, texts.words, ${rendererVersion},
          texts.head || name.vector, texts.search || name.vector, ${contentSchemaVersion}
        from (select id, type, position as i from entries where position >= ${first}::int) as made
        join bench_texts texts on texts.number = i % ${bodies}::int
        cross join lateral (select *, setweight(to_tsvector('english', title) || to_tsvector('simple', title), 'A')
            || case when i % 20 = 2 then setweight(to_tsvector('english', ${commonWord}), 'B') else '' end as vector
          from (select
          format('%s and %s %s', word[i % cardinality(word) + 1], word[i * 7 % cardinality(word) + 1], i)
            || case when i % 20 = 4 and i < ${20 * rareWord.hits}::int then ${` ${rareWord.word}`} else '' end as title,
          texts.summary || case when i % 20 = 2 then ${` ${commonWord}`} else '' end as summary
          from (select ${sql.param(sampleWords)}::text[] as word) as chosen) as texts_of_entry) as name
        order by i`);
    }),
  );
  // Autovacuum would do this within minutes. Without it, index-only scans read the tables.
  await db.execute(sql`vacuum (analyze)`);
}
