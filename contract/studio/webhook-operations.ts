import { z } from 'zod';
import { createPageSchema, createPaging, dateTime, id } from '../forms/text-input.ts';
import { done } from './account-operations.ts';
import type { StudioOperation } from './operation.ts';
import { chosenWebhookEvents, deliveryStates } from './webhook-events.ts';

const idInput = z.coerce.number().int().min(1);

const rule = 'must begin with https://, without a user and a password';

/** Where events are sent. The server requests no private address, whatever its name resolves to. */
const url = z
  .string()
  .trim()
  .max(500)
  .refine((text) => {
    const { protocol = '', username, password } = URL.parse(text) ?? {};
    return /^https?:$/.test(protocol) && !username && !password;
  }, rule);

const events = z.array(z.enum(chosenWebhookEvents)).min(1, 'must have at least one').max(chosenWebhookEvents.length);

/** USER: somebody disabled it; FAILING: no attempt succeeded for days; GONE: the receiver answered 410. */
const disabledReasons = ['USER', 'FAILING', 'GONE'] as const;

const webhook = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.enum(chosenWebhookEvents)),
  createdAt: dateTime,
  createdBy: z.string().nullable(),
  disabledAt: dateTime.nullable(),
  disabledFor: z.enum(disabledReasons).nullable(),
  /** Since when every attempt has failed; null after a success. */
  failingSince: dateTime.nullable(),
  /** Until when the former secret signs too; null if there is none. */
  formerSecretEndsAt: dateTime.nullable(),
  waiting: z.int(),
  givenUp: z.int(),
  lastDeliveredAt: dateTime.nullable(),
});

const delivery = z.object({
  id: z.int(),
  /** The header `webhook-id`, the same in all attempts. */
  messageId: z.string(),
  type: z.string(),
  happenedAt: dateTime,
  data: z.record(z.string(), z.union([z.string(), z.number()])),
  state: z.enum(deliveryStates),
  /** When it is tried next, if it waits. */
  dueAt: dateTime,
  /** The last attempts, the latest first. */
  attempts: z.array(
    z.object({
      triedAt: dateTime,
      /** The status of the answer; null without one. */
      status: z.int().nullable(),
      /** Why it was no success; null for a success. */
      failure: z.string().nullable(),
      durationMs: z.int(),
      /** The beginning of the answer. */
      answer: z.string(),
    }),
  ),
});

/** The secret with which events are signed, as Standard Webhooks writes it. */
const secret = z.string();

/** Operations on webhooks: addresses of other systems that are told what happens here. */
export const webhookOperations = {
  webhooks: {
    method: 'GET',
    summary: 'Webhooks, the newest first',
    permission: 'manage-access',
    input: z.object({ ...createPaging(25) }),
    output: createPageSchema(webhook),
  },
  webhook: {
    method: 'GET',
    summary: 'A webhook, and its deliveries of the last 30 days, the newest first',
    permission: 'manage-access',
    input: z.object({
      id: idInput,
      state: z.enum(deliveryStates).optional(),
      ...createPaging(25),
    }),
    output: z.object({ webhook, deliveries: createPageSchema(delivery) }),
  },
  createWebhook: {
    method: 'POST',
    summary: 'Adds a webhook; its secret is answered once',
    permission: 'manage-access',
    needsConfirmation: true,
    body: z.object({ url, events }),
    output: z.object({ id: z.int(), secret }),
  },
  changeWebhook: {
    method: 'POST',
    summary: 'Changes the address and the events of a webhook, disables it, or enables it again',
    permission: 'manage-access',
    needsConfirmation: true,
    body: z.object({ id, url, events, isDisabled: z.boolean() }),
    output: done,
  },
  removeWebhook: {
    method: 'POST',
    summary: 'Removes a webhook with its deliveries',
    permission: 'manage-access',
    needsConfirmation: true,
    body: z.object({ id }),
    output: done,
  },
  rotateWebhookSecret: {
    method: 'POST',
    summary:
      'Gives a webhook a new secret, at most once in 24 hours. The former one signs too meanwhile. Only this response holds the new secret',
    permission: 'manage-access',
    needsConfirmation: true,
    body: z.object({ id }),
    output: z.object({ secret, formerSecretEndsAt: dateTime }),
  },
  sendWebhookTest: {
    method: 'POST',
    summary: 'Sends the event `webhook.test` to a webhook',
    permission: 'manage-access',
    body: z.object({ id }),
    output: done,
    limit: 'webhook',
  },
  sendWebhookAgain: {
    method: 'POST',
    summary: 'Sends an event again to its webhook, with the same `webhook-id`',
    permission: 'manage-access',
    body: z.object({ id }),
    output: done,
    limit: 'webhook',
  },
} as const satisfies Record<string, StudioOperation>;

export type Webhook = z.output<typeof webhook>;
export type WebhookDelivery = z.output<typeof delivery>;
export type DeliveryState = WebhookDelivery['state'];
