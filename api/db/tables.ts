import { sql } from 'drizzle-orm';
import { boolean, date, integer, jsonb, pgEnum, pgTable, pgView, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { TocItem } from '../../contract/content/entry-shapes.ts';
import { entryTypeNames } from '../../contract/content/entry-types.ts';
import { id, reference, time, tsvector } from './columns.ts';

// The SQL in migrations/ creates the tables; `tables.test.ts` compares both.

export const entryTypeEnum = pgEnum('entry_type', entryTypeNames);

/** The columns of every list. */
const ordered = {
  position: integer().notNull().default(0),
  enabled: boolean().notNull().default(true),
  /** The item into which this one was merged. */
  mergedIntoId: reference('merged_into_id'),
  /** What the last import brought, see `import-export/import-lists.ts`. */
  imported: jsonb().$type<Record<string, unknown>>(),
};

export const categories = pgTable('categories', {
  id: id(),
  type: entryTypeEnum().notNull(),
  slug: text().notNull(),
  name: text().notNull(),
  description: text().notNull(),
  ...ordered,
});

export const positions = pgTable('positions', {
  id: id(),
  slug: text().notNull(),
  label: text().notNull(),
  ...ordered,
});

export const teamMembers = pgTable('team_members', {
  id: id(),
  slug: text().notNull(),
  name: text().notNull(),
  role: text().notNull(),
  focus: text().notNull(),
  joined: integer().notNull(),
  positionId: reference('position_id').notNull(),
  body: text().notNull(),
  html: text().notNull(),
  ...ordered,
  leftOn: date('left_on'),
  portrait: text(),
});

export const interests = pgTable('interests', {
  id: id(),
  slug: text().notNull(),
  label: text().notNull(),
  description: text().notNull(),
  ...ordered,
});

export const personas = pgTable('personas', {
  id: id(),
  slug: text().notNull(),
  label: text().notNull(),
  description: text().notNull(),
  interests: text().array().notNull().default([]),
  ...ordered,
});

export const entries = pgTable('entries', {
  id: id(),
  type: entryTypeEnum().notNull(),
  slug: text().notNull(),
  categoryId: reference('category_id'),
  position: integer().notNull().default(0),
  publishedAt: time('published_at'),
  withdrawnAt: time('withdrawn_at'),
  liveRevisionId: reference('live_revision_id'),
  nextRevisionId: reference('next_revision_id'),
  nextAt: time('next_at'),
  version: integer().notNull().default(1),
  createdBy: reference('created_by'),
});

export const revisions = pgTable('revisions', {
  id: id(),
  entryId: reference('entry_id').notNull(),
  number: integer().notNull(),
  title: text().notNull(),
  summary: text().notNull(),
  body: text().notNull(),
  fields: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  keywords: text().array().notNull().default([]),
  interests: text().array().notNull().default([]),
  authorId: reference('author_id'),
  revisedAt: time('revised_at'),
  html: text().notNull(),
  toc: jsonb().$type<TocItem[]>().notNull().default([]),
  plain: text().notNull(),
  words: integer().notNull().default(0),
  cover: text(),
  pictures: text().array().notNull().default([]),
  renderer: integer().notNull(),
  search: tsvector().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  head: tsvector().notNull().default(''),
  publishedBy: reference('published_by'),
  schemaVersion: integer('schema_version').notNull(),
  rendered: jsonb().$type<Record<string, { html: string; toc: TocItem[] }>>().notNull().default({}),
});

export const entryCounts = pgTable('entry_counts', {
  type: entryTypeEnum().notNull(),
  categoryId: reference('category_id'),
  publishedMonth: time('published_month').notNull(),
  lasting: integer().notNull(),
});

/** The number of shown entries of a month, as a sum over its rows. */
export const shownMonths = pgView('shown_months', {
  type: entryTypeEnum(),
  categoryId: reference('category_id'),
  publishedMonth: time('published_month'),
  shown: integer(),
}).existing();

export const formerSlugs = pgTable(
  'former_slugs',
  {
    type: entryTypeEnum().notNull(),
    slug: text().notNull(),
    entryId: reference('entry_id').notNull(),
    since: time('since').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.type, table.slug] })],
);

/** The ids of entries in feeds, see migration 0063. */
export const feedIds = pgTable('feed_ids', { entryId: reference('entry_id').primaryKey(), id: text().notNull() });

export const searchWords = pgTable('search_words', { word: text().primaryKey() });

export const states = pgTable(
  'states',
  { countryCode: text('country_code').notNull(), code: text().notNull(), name: text().notNull() },
  (table) => [primaryKey({ columns: [table.countryCode, table.code] })],
);

export const cities = pgTable('cities', {
  countryCode: text('country_code').notNull(),
  stateCode: text('state_code').notNull(),
  name: text().notNull(),
  folded: text().notNull(),
});

export const sharedValues = pgTable('shared_values', { name: text().primaryKey(), value: text().notNull() });

export const submissionKindEnum = pgEnum('submission_kind', ['CONTACT', 'ENQUIRY', 'CONSULTATION']);

export const submissions = pgTable('submissions', {
  id: id(),
  reference: text().notNull(),
  kind: submissionKindEnum().notNull(),
  idempotencyKey: uuid('idempotency_key').notNull(),
  bodySha256: text('body_sha256').notNull(),
  name: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  company: text(),
  contactNumber: text('contact_number'),
  phone: text(),
  sourcePath: text('source_path'),
  subject: text(),
  persona: text(),
  interests: text().array().notNull().default([]),
  country: text(),
  region: text(),
  city: text(),
  mergedInto: reference('merged_into'),
  quarantinedFor: text('quarantined_for'),
  closedAt: time('closed_at'),
  provable: boolean().notNull().default(false),
  textSha256: text('text_sha256'),
  createdAt: time('created_at').notNull().defaultNow(),
  assignedTo: reference('assigned_to'),
  waitingSince: time('waiting_since'),
  tags: text().array().notNull().default([]),
  heardAt: time('heard_at').notNull().defaultNow(),
  searchText: text('search_text').notNull().generatedAlwaysAs(sql`fold_message_text('')`),
});

export const outbox = pgTable('outbox', {
  id: id(),
  submissionId: reference('submission_id'),
  recipient: text().notNull(),
  replyTo: text('reply_to'),
  subject: text().notNull(),
  body: text().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  dueAt: time('due_at').notNull().defaultNow(),
  attempts: integer().notNull().default(0),
  lastError: text('last_error'),
  sentAt: time('sent_at'),
  deadAt: time('dead_at'),
  held: boolean().notNull().default(false),
  calendar: text(),
  calendarMethod: text('calendar_method'),
  isReminder: boolean('is_reminder').notNull().default(false),
  postponed: boolean().notNull().default(false),
  writtenBy: reference('written_by'),
  fromName: text('from_name'),
  messageId: text('message_id'),
  inReplyTo: text('in_reply_to'),
  referenceIds: text('reference_ids').array().notNull().default([]),
  handedOverAt: time('handed_over_at'),
  undeliveredAt: time('undelivered_at'),
  undeliveredReason: text('undelivered_reason'),
});

export const rateLimitCounts = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: time('expire'),
});

export const files = pgTable('files', {
  token: uuid().primaryKey(),
  name: text().notNull(),
  contentType: text('content_type').notNull(),
  bytes: integer().notNull(),
  sha256: text().notNull(),
  storageKey: uuid('storage_key').notNull(),
  submissionId: reference('submission_id'),
  createdAt: time('created_at').notNull().defaultNow(),
  network: text(),
  replyId: reference('reply_id'),
});

export const views = pgTable('views', {
  entryId: reference('entry_id').notNull(),
  viewedHour: time('viewed_hour').notNull(),
  device: text(),
  times: integer().notNull().default(1),
});

export const viewQueries = pgTable('view_queries', {
  entryId: reference('entry_id').notNull(),
  viewedDay: date('viewed_day').notNull(),
  query: text().notNull(),
  times: integer().notNull().default(1),
});
