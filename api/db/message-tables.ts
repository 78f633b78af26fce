import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { messageActKinds } from '../../contract/studio/message-kinds.ts';
import { privacyActKinds } from '../../contract/studio/privacy-kinds.ts';
import { id, reference, time } from './columns.ts';

// What people do with messages, and what visitors answer, see migrations 0066 and 0068; `tables.test.ts` compares the
// tables with the database.

export const submissionReads = pgTable(
  'submission_reads',
  {
    userId: reference('user_id').notNull(),
    submissionId: reference('submission_id').notNull(),
    readAt: time('read_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.submissionId] })],
);

/** Columns of a message that acts change; times as ISO texts. An act names those that it changed. */
export interface MessageFields {
  assignedTo?: number | null;
  closedAt?: string | null;
  waitingSince?: string | null;
  quarantinedFor?: string | null;
  provable?: boolean;
  tags?: string[];
}

export const messageActs = pgTable('message_acts', {
  id: id(),
  submissionId: reference('submission_id').notNull(),
  kind: text({ enum: messageActKinds }).notNull(),
  groupId: uuid('group_id').notNull().defaultRandom(),
  doneBy: reference('done_by'),
  doneAt: time('done_at').notNull().defaultNow(),
  undoneAt: time('undone_at'),
  undoneBy: reference('undone_by'),
  before: jsonb().$type<MessageFields>().notNull().default({}),
  after: jsonb().$type<MessageFields>().notNull().default({}),
  text: text().notNull().default(''),
});

export const replies = pgTable('replies', {
  id: id(),
  submissionId: reference('submission_id'),
  fromName: text('from_name').notNull().default(''),
  fromAddress: text('from_address').notNull().default(''),
  subject: text().notNull().default(''),
  text: text().notNull().default(''),
  messageId: text('message_id').notNull(),
  contentSha256: text('content_sha256').notNull(),
  inReplyTo: text('in_reply_to'),
  referenceIds: text('reference_ids').array().notNull().default([]),
  receivedAt: time('received_at').notNull().defaultNow(),
  isAutomatic: boolean('is_automatic').notNull().default(false),
  reason: text().notNull().default(''),
  leftOut: text('left_out').array().notNull().default([]),
  size: bigint({ mode: 'number' }).notNull(),
  handledBy: reference('handled_by'),
  dismissedAt: time('dismissed_at'),
});

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
