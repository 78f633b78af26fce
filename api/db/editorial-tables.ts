import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { externalLinkStates } from '../../contract/studio/external-link-states.ts';
import { listActKinds, listNames } from '../../contract/studio/list-names.ts';
import { reviewStates } from '../../contract/studio/review-states.ts';
import { bytea, id, reference, time, tsvector } from './columns.ts';
import { draftSaves } from './studio-tables.ts';
import { entryTypeEnum } from './tables.ts';

// Kept versions, deleted entries, redirects and reviews, see migrations 0050, 0055, 0056, 0078 and 0088;
// `tables.test.ts` compares these tables with the database.

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

/** How often visitors were redirected, and what they did not find, see migration 0078. */
export const redirectHits = pgTable('redirect_hits', {
  path: text().primaryKey(),
  times: bigint({ mode: 'number' }).notNull(),
  lastDay: date('last_day').notNull(),
});

export const missingPages = pgTable(
  'missing_pages',
  {
    day: date().notNull(),
    path: text().notNull(),
    referrer: text().notNull().default(''),
    times: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.path, table.referrer] })],
);

/** What the last check of each address of another site found, see migration 0088. */
export const externalLinks = pgTable('external_links', {
  url: text().primaryKey(),
  state: text({ enum: externalLinkStates }).notNull(),
  status: integer(),
  reason: text().notNull().default(''),
  movedTo: text('moved_to'),
  checkedAt: time('checked_at').notNull(),
  failingSince: date('failing_since'),
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

/** What somebody did to a list, see migration 0079. */
export const listActs = pgTable('list_acts', {
  id: id(),
  list: text({ enum: listNames }).notNull(),
  kind: text({ enum: listActKinds }).notNull(),
  itemId: reference('item_id'),
  slug: text(),
  summary: text().notNull(),
  change: jsonb().$type<ListChange>(),
  doneBy: reference('done_by'),
  doneAt: time('done_at').notNull().defaultNow(),
  undoneAt: time('undone_at'),
});

/** What undoing an act on a list needs. */
export interface ListChange {
  /** The fields of the item before and after a change, or those of a removed item. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** The ids of the items in their order before and after. */
  orderBefore?: number[];
  orderAfter?: number[];
  /** What named a merged or removed item: ids by the names of tables. */
  moved?: Record<string, number[]>;
}

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

// The tables of pictures, see migration 0029; `tables.test.ts` compares them with the database.

/** The columns of a file, which a picture has and its former files have. */
const file = {
  contentType: text('content_type').notNull(),
  bytes: bytea().notNull(),
  sha256: text().notNull(),
  width: integer(),
  height: integer(),
  alt: text(),
  isAnimated: boolean('is_animated').notNull().default(false),
};

export const media = pgTable('media', {
  name: text().primaryKey(),
  ...file,
  focusX: doublePrecision('focus_x').notNull().default(0.5),
  focusY: doublePrecision('focus_y').notNull().default(0.5),
  version: integer().notNull().default(1),
  storedAt: time('stored_at').notNull().defaultNow(),
  storedBy: reference('stored_by'),
  imported: jsonb().$type<ImportedPicture>(),
});

/** What an import brought about a picture, to tell later whether the Studio or the next import changed it. */
export interface ImportedPicture {
  sha256: string;
  alt: string | null;
  focusX: number;
  focusY: number;
}

export const formerMedia = pgTable('former_media', {
  id: id(),
  name: text().notNull(),
  ...file,
  replacedAt: time('replaced_at').notNull().defaultNow(),
  replacedBy: reference('replaced_by'),
});

export const pictureUses = pgView('picture_uses', {
  name: text(),
  entryId: reference('entry_id'),
  type: entryTypeEnum(),
  title: text(),
  place: text({ enum: ['PUBLISHED', 'SCHEDULED', 'DRAFT'] }),
}).existing();
