import { sql } from 'drizzle-orm';
import type { ChosenWebhookEvent } from '../../contract/studio/webhook-events.ts';
import type { Context } from '../context.ts';
import { webhookDeliveries, webhookEvents, webhooks } from '../db/index.ts';

/** What an event says: ids, references and addresses. A receiver asks for the rest by the API. */
export type WebhookData = Readonly<Record<string, string | number>>;

/**
 * Records an event for all webhooks that ask for it; nothing if none does. Call in the transaction in which it happens,
 * so that it is delivered if and only if it happened. The data never holds what a visitor typed.
 */
export async function recordWebhookEvent({ db }: Context, kind: ChosenWebhookEvent, data: WebhookData): Promise<void> {
  await db.execute(sql`
    with receivers as (
      select id from ${webhooks} where disabled_at is null and ${kind} = any(events)
    ), event as (
      insert into ${webhookEvents} (kind, data)
      select ${kind}, ${JSON.stringify(data)}::jsonb where exists (select from receivers) returning id
    )
    insert into ${webhookDeliveries} (webhook_id, event_id) select receivers.id, event.id from receivers, event`);
}
