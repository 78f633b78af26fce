import { bigint, boolean, integer, jsonb, pgEnum, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bulkActKinds } from '../../contract/studio/bulk-kinds.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import type { LogFacts } from '../../contract/studio/log-kinds.ts';
import { roles } from '../../contract/studio/permissions.ts';
import { actKinds, draftOutcomes } from '../../contract/studio/shapes.ts';
import { bytea, id, reference, time, tsvector } from './columns.ts';

// The tables of the Studio, see migration 0023; `tables.test.ts` compares them with the database.

export const studioRoleEnum = pgEnum('studio_role', roles);

export const users = pgTable('users', {
  id: id(),
  email: text().notNull(),
  name: text().notNull(),
  role: studioRoleEnum().notNull(),
  passwordHash: text('password_hash'),
  totpSecret: text('totp_secret'),
  totpCounter: bigint('totp_counter', { mode: 'number' }).notNull().default(0),
  createdAt: time('created_at').notNull().defaultNow(),
  disabledAt: time('disabled_at'),
  signedInAt: time('signed_in_at'),
});

export const passkeys = pgTable('passkeys', {
  id: text().primaryKey(),
  userId: reference('user_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  counter: bigint({ mode: 'number' }).notNull(),
  transports: text().array().notNull().default([]),
  name: text().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  usedAt: time('used_at'),
});

export const recoveryCodes = pgTable('recovery_codes', {
  codeSha256: text('code_sha256').primaryKey(),
  userId: reference('user_id').notNull(),
  usedAt: time('used_at'),
});

export const joinLinks = pgTable('join_links', {
  tokenSha256: text('token_sha256').primaryKey(),
  purpose: text({ enum: ['SET_UP', 'INVITATION', 'RESET'] }).notNull(),
  email: text(),
  name: text(),
  role: studioRoleEnum().notNull(),
  userId: reference('user_id'),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
  createdBy: reference('created_by'),
});

export const passkeyChallenges = pgTable('passkey_challenges', {
  challenge: text().primaryKey(),
  purpose: text({ enum: ['JOIN', 'ADD', 'SIGN_IN', 'CONFIRM'] }).notNull(),
  subject: text(),
  expiresAt: time('expires_at').notNull(),
});

export const userIdentities = pgTable('user_identities', {
  id: id(),
  userId: reference('user_id').notNull(),
  issuer: text().notNull(),
  subject: text().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  usedAt: time('used_at'),
});

export const openIdRequests = pgTable('openid_requests', {
  stateSha256: text('state_sha256').primaryKey(),
  purpose: text({ enum: ['SIGN_IN', 'JOIN', 'ADD', 'CONFIRM'] }).notNull(),
  userId: reference('user_id'),
  linkSha256: text('link_sha256'),
  name: text(),
  email: text(),
  nonce: text().notNull(),
  codeVerifier: text('code_verifier').notNull(),
  target: text().notNull(),
  expiresAt: time('expires_at').notNull(),
});

export const sessions = pgTable('sessions', {
  tokenSha256: text('token_sha256').primaryKey(),
  id: uuid().notNull().defaultRandom(),
  userId: reference('user_id').notNull(),
  userAgent: text('user_agent').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  seenAt: time('seen_at').notNull().defaultNow(),
  confirmedAt: time('confirmed_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
});

export const drafts = pgTable('drafts', {
  entryId: reference('entry_id').primaryKey(),
  version: integer().notNull(),
  content: jsonb().$type<DraftContent>().notNull(),
  baseRevisionId: reference('base_revision_id'),
  savedBy: reference('saved_by'),
  savedAt: time('saved_at').notNull().defaultNow(),
  schemaVersion: integer('schema_version').notNull(),
});

/** What the content list reads of drafts; written by a trigger, see migration 0052. */
export const draftTexts = pgTable('draft_texts', {
  entryId: reference('entry_id').primaryKey(),
  title: text().notNull(),
  author: text(),
  search: tsvector().notNull(),
});

export const draftSaves = pgTable(
  'draft_saves',
  {
    entryId: reference('entry_id').notNull(),
    version: integer().notNull(),
    content: jsonb().$type<DraftContent>().notNull(),
    savedBy: reference('saved_by'),
    savedAt: time('saved_at').notNull().defaultNow(),
    schemaVersion: integer('schema_version').notNull(),
    /** What became of the draft after its last save. */
    outcome: text({ enum: draftOutcomes }),
    endedAt: time('ended_at'),
    endedBy: reference('ended_by'),
  },
  (table) => [primaryKey({ columns: [table.entryId, table.version] })],
);

/** The state of an entry before an act: what visitors saw, and the draft that was published; times as ISO texts. */
export interface StateBefore {
  /** Absent in acts that were recorded before renames were. */
  slug?: string;
  categoryId: number | null;
  position: number;
  publishedAt: string | null;
  withdrawnAt: string | null;
  liveRevisionId: number | null;
  nextRevisionId: number | null;
  nextAt: string | null;
  /** Without `schemaVersion` in acts that were recorded before versions were. */
  draft: { content: DraftContent; baseRevisionId: number | null; schemaVersion?: number } | null;
}

export const acts = pgTable('acts', {
  id: id(),
  entryId: reference('entry_id').notNull(),
  kind: text({ enum: actKinds }).notNull(),
  doneBy: reference('done_by'),
  doneAt: time('done_at').notNull().defaultNow(),
  undoneAt: time('undone_at'),
  before: jsonb().$type<StateBefore>().notNull(),
  version: integer().notNull(),
});

export const shareLinks = pgTable('share_links', {
  id: id(),
  keySha256: text('key_sha256').notNull(),
  entryId: reference('entry_id').notNull(),
  pinnedVersion: text('pinned_version'),
  pinnedContent: jsonb('pinned_content').$type<DraftContent>(),
  schemaVersion: integer('schema_version').notNull(),
  createdBy: reference('created_by'),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
  revokedAt: time('revoked_at'),
});

export const presences = pgTable('presences', {
  id: uuid().primaryKey().defaultRandom(),
  entryId: reference('entry_id'),
  sessionId: uuid('session_id').notNull(),
  seenAt: time('seen_at').notNull().defaultNow(),
  submissionId: reference('submission_id'),
  isWriting: boolean('is_writing').notNull().default(false),
});

export const bulkActs = pgTable('bulk_acts', {
  id: id(),
  kind: text({ enum: bulkActKinds }).notNull(),
  categoryId: reference('category_id'),
  doneBy: reference('done_by'),
  doneAt: time('done_at').notNull().defaultNow(),
  undoneAt: time('undone_at'),
});

export const bulkActEntries = pgTable(
  'bulk_act_entries',
  {
    bulkActId: reference('bulk_act_id').notNull(),
    entryId: reference('entry_id').notNull(),
    state: text({ enum: ['WAITING', 'DONE', 'REFUSED', 'KEPT'] }).notNull(),
    reason: text(),
    actId: reference('act_id'),
  },
  (table) => [primaryKey({ columns: [table.bulkActId, table.entryId] })],
);

/** The log, see migration 0075. */
export const logRecords = pgTable('log_records', {
  id: id(),
  kind: text().notNull(),
  doneAt: time('done_at').notNull().defaultNow(),
  doneBy: reference('done_by'),
  subjectType: text('subject_type'),
  subjectId: text('subject_id'),
  facts: jsonb().$type<LogFacts>().notNull().default({}),
  number: bigint({ mode: 'number' }),
  hash: bytea(),
});
