import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { messageActKinds } from '../../contract/studio/message-kinds.ts';
import { id, reference, time } from './columns.ts';

// What people do with messages, see migration 0066; `tables.test.ts` compares the tables with the database.

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
