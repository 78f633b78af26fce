import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { reviewStates } from '../../contract/studio/review-states.ts';
import { reference, time } from './columns.ts';
import { draftSaves } from './studio-tables.ts';
import { entryTypeEnum } from './tables.ts';

// Kept versions, deleted entries, redirects and reviews, see migrations 0050, 0055 and 0056; `tables.test.ts` compares
// these tables with the database.

/** The names of revisions that were kept without being published. */
export const keptVersions = pgTable('kept_versions', {
  revisionId: reference('revision_id').primaryKey(),
  label: text().notNull(),
  keptBy: reference('kept_by'),
  categoryId: reference('category_id'),
  position: integer().notNull(),
});

/** A revision of a deleted entry; the time as an ISO text. */
export interface DeletedRevision {
  content: DraftContent;
  schemaVersion: number;
  /** The name under which it was kept; null if it was published once. */
  label: string | null;
  createdAt: string;
  storedBy: number | null;
}

export const deletedEntries = pgTable('deleted_entries', {
  id: reference('id').primaryKey(),
  type: entryTypeEnum().notNull(),
  slug: text().notNull(),
  title: text().notNull(),
  createdBy: reference('created_by'),
  revisions: jsonb().$type<DeletedRevision[]>().notNull(),
  deletedBy: reference('deleted_by'),
  deletedAt: time('deleted_at').notNull().defaultNow(),
});

export const deletedSaves = pgTable(
  'deleted_saves',
  {
    entryId: reference('entry_id').notNull(),
    version: integer().notNull(),
    content: jsonb().$type<DraftContent>().notNull(),
    savedBy: reference('saved_by'),
    savedAt: time('saved_at').notNull(),
    schemaVersion: integer('schema_version').notNull(),
    outcome: text({ enum: draftSaves.outcome.enumValues }),
    endedAt: time('ended_at'),
    endedBy: reference('ended_by'),
  },
  (table) => [primaryKey({ columns: [table.entryId, table.version] })],
);

/** Redirects that editors added, see migration 0055: to an entry, or to the path of another page. */
export const redirects = pgTable('redirects', {
  path: text().primaryKey(),
  entryId: reference('entry_id'),
  target: text(),
  createdBy: reference('created_by'),
  createdAt: time('created_at').notNull().defaultNow(),
});

export const reviews = pgTable('reviews', {
  entryId: reference('entry_id').primaryKey(),
  state: text({ enum: reviewStates }).notNull(),
  draftVersion: integer('draft_version').notNull(),
  message: text().notNull().default(''),
  note: text().notNull().default(''),
  submittedBy: reference('submitted_by'),
  submittedAt: time('submitted_at').notNull().defaultNow(),
  returnedBy: reference('returned_by'),
  returnedAt: time('returned_at'),
});
