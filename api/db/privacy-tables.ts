import { date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { privacyActKinds } from '../../contract/studio/privacy-kinds.ts';
import { id, reference, time } from './columns.ts';

// The tables of migration 0069; `tables.test.ts` compares them with the database.

/** Who did what with personal data. */
export const privacyActs = pgTable('privacy_acts', {
  id: id(),
  kind: text({ enum: privacyActKinds }).notNull(),
  doneBy: reference('done_by'),
  doneAt: time('done_at').notNull().defaultNow(),
  counts: jsonb().$type<Record<string, number>>().notNull(),
});

/** What visitors searched for without a result. */
export const missedSearches = pgTable(
  'missed_searches',
  { searchedDay: date('searched_day').notNull(), query: text().notNull(), times: integer().notNull().default(1) },
  (table) => [primaryKey({ columns: [table.searchedDay, table.query] })],
);
