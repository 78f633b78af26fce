import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { reference, time } from './columns.ts';

// What imports brought, see migrations 0046 and 0047; `tables.test.ts` compares it with the database.

/** What visitors see and will see of an entry: its texts, and its times as ISO texts. */
export interface PublicEntryState {
  content: DraftContent;
  /** The text that replaces it at a time. */
  next: { at: string; content: DraftContent } | null;
  /** null: a draft that visitors never see. */
  publishedAt: string | null;
  withdrawnAt: string | null;
  formerSlugs: string[];
}

export const importedEntries = pgTable('imported_entries', {
  entryId: reference('entry_id').primaryKey(),
  slug: text().notNull(),
  source: jsonb().$type<PublicEntryState>(),
  draft: jsonb().$type<DraftContent>(),
  schemaVersion: integer('schema_version').notNull(),
  version: integer().notNull(),
  isWhole: boolean('is_whole').notNull(),
  importedAt: time('imported_at').notNull().defaultNow(),
});

/** One row: the id by which exports know their database. */
export const databaseIds = pgTable('database_ids', { id: uuid().primaryKey() });
