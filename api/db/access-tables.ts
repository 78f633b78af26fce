import { date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Permission } from '../../contract/studio/permissions.ts';
import type { WebhookEventKind } from '../../contract/studio/webhook-events.ts';
import { id, reference, time } from './columns.ts';

// The tables of programs that act in the Studio or are told what happens there, see migration 0076.

export const apiTokens = pgTable('api_tokens', {
  id: id(),
  name: text().notNull(),
  tokenSha256: text('token_sha256').notNull(),
  prefix: text().notNull(),
  scopes: text().array().$type<Permission[]>().notNull(),
  userId: reference('user_id').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
  usedOn: date('used_on'),
  revokedAt: time('revoked_at'),
  revokedBy: reference('revoked_by'),
});

export const webhooks = pgTable('webhooks', {
  id: id(),
  url: text().notNull(),
  events: text().array().$type<WebhookEventKind[]>().notNull(),
  secret: text().notNull(),
  formerSecret: text('former_secret'),
  formerSecretEndsAt: time('former_secret_ends_at'),
  createdBy: reference('created_by'),
  createdAt: time('created_at').notNull().defaultNow(),
  failingSince: time('failing_since'),
  disabledAt: time('disabled_at'),
  disabledFor: text('disabled_for', { enum: ['USER', 'FAILING', 'GONE'] }),
});

export const webhookEvents = pgTable('webhook_events', {
  id: uuid().primaryKey().defaultRandom(),
  kind: text().$type<WebhookEventKind>().notNull(),
  happenedAt: time('happened_at').notNull().defaultNow(),
  data: jsonb().$type<Record<string, string | number>>().notNull(),
});

export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: id(),
  webhookId: reference('webhook_id').notNull(),
  eventId: uuid('event_id').notNull(),
  attempts: integer().notNull().default(0),
  dueAt: time('due_at').notNull().defaultNow(),
  deliveredAt: time('delivered_at'),
  givenUpAt: time('given_up_at'),
});

export const webhookAttempts = pgTable('webhook_attempts', {
  id: id(),
  deliveryId: reference('delivery_id').notNull(),
  triedAt: time('tried_at').notNull().defaultNow(),
  status: integer(),
  failure: text(),
  durationMs: integer('duration_ms').notNull(),
  answer: text().notNull(),
});
