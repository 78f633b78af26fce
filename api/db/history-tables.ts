import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { reference, time, tsvector } from './columns.ts';
import { entryTypeEnum } from './tables.ts';

// What the site was at earlier moments, see migration 0037; `tables.test.ts` compares these tables with the database.

/** Every state of an entry that visitors could see, from `since` until before `until`. */
export const entryStates = pgTable(
  'entry_states',
  {
    entryId: reference('entry_id').notNull(),
    since: time('since').notNull(),
    until: time('until').notNull(),
    type: entryTypeEnum().notNull(),
    slug: text().notNull(),
    categoryId: reference('category_id'),
    position: integer().notNull(),
    publishedAt: time('published_at'),
    withdrawnAt: time('withdrawn_at'),
    liveRevisionId: reference('live_revision_id'),
    nextRevisionId: reference('next_revision_id'),
    nextAt: time('next_at'),
  },
  (table) => [primaryKey({ columns: [table.entryId, table.since] })],
);

/** The search vectors of revisions that have left the search index. */
export const supersededVectors = pgTable('superseded_vectors', {
  revisionId: reference('revision_id').primaryKey(),
  head: tsvector().notNull(),
  search: tsvector().notNull(),
});
