import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { toLocalTime } from '../../contract/content/local-time.ts';
import type { ChosenWebhookEvent } from '../../contract/studio/webhook-events.ts';
import type { DeliveryState, Webhook, WebhookDelivery } from '../../contract/studio/webhook-operations.ts';
import type { ApiContext, Caller, Context } from '../context.ts';
import { users, webhookAttempts, webhookDeliveries, webhookEvents, webhooks } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { recordToLog } from '../log/index.ts';
import { runAsActor } from '../people/index.ts';
import { disableWebhook, getMessageId } from './deliver.ts';
import { createWebhookSecret, formatWebhookSecret } from './signature.ts';

/** The most webhooks. Each event is written once for each of them. */
const mostWebhooks = 20;

const isWaiting = sql`${webhookDeliveries.deliveredAt} is null and ${webhookDeliveries.givenUpAt} is null`;
const stateConditions: Record<DeliveryState, SQL> = {
  WAITING: isWaiting,
  DELIVERED: sql`${webhookDeliveries.deliveredAt} is not null`,
  GIVEN_UP: sql`${webhookDeliveries.givenUpAt} is not null`,
};

const toIso = (time: Date | null): string | null => time?.toISOString() ?? null;

async function selectWebhooks({ db }: Context, where: SQL | undefined, limit: number, offset: number) {
  const ofHook = sql`from ${webhookDeliveries} where ${webhookDeliveries.webhookId} = ${webhooks.id}`;
  const rows = await db
    .select({
      webhook: webhooks,
      createdBy: users.name,
      waiting: sql<number>`(select count(*)::int ${ofHook} and ${isWaiting})`,
      givenUp: sql<number>`(select count(*)::int ${ofHook} and ${stateConditions.GIVEN_UP})`,
      lastDeliveredAt: sql<Date | null>`(select max(${webhookDeliveries.deliveredAt}) ${ofHook})`.mapWith(
        webhookDeliveries.deliveredAt,
      ),
    })
    .from(webhooks)
    .leftJoin(users, eq(users.id, webhooks.createdBy))
    .where(where)
    .orderBy(desc(webhooks.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ webhook, ...row }): Webhook => {
    const endsAt = webhook.formerSecretEndsAt;
    return {
      ...row,
      id: webhook.id,
      url: webhook.url,
      events: webhook.events as ChosenWebhookEvent[],
      createdAt: webhook.createdAt.toISOString(),
      disabledAt: toIso(webhook.disabledAt),
      disabledFor: webhook.disabledFor,
      failingSince: toIso(webhook.failingSince),
      formerSecretEndsAt: endsAt && endsAt > new Date() ? endsAt.toISOString() : null,
      lastDeliveredAt: toIso(row.lastDeliveredAt),
    };
  });
}

/** Returns one page of the webhooks, the newest first. */
export async function listWebhooks(ctx: Context, { page, size }: { page: number; size: number }) {
  return {
    items: await selectWebhooks(ctx, undefined, size, page * size),
    page,
    size,
    total: await ctx.db.$count(webhooks),
  };
}

/** Returns the webhooks that the server has disabled, because their receivers failed. */
export async function listFailedWebhooks({ db }: Context): Promise<{ id: number; url: string }[]> {
  return db
    .select({ id: webhooks.id, url: webhooks.url })
    .from(webhooks)
    .where(inArray(webhooks.disabledFor, ['FAILING', 'GONE']));
}

async function selectDeliveries({ db }: Context, where: SQL | undefined, limit: number, offset: number) {
  const rows = await db
    .select({ delivery: webhookDeliveries, event: webhookEvents })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(where)
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit)
    .offset(offset);
  const ids = rows.map(({ delivery }) => delivery.id);
  const attempts = await db
    .select()
    .from(webhookAttempts)
    .where(inArray(webhookAttempts.deliveryId, ids))
    .orderBy(desc(webhookAttempts.id));
  return rows.map(
    ({ delivery, event }): WebhookDelivery => ({
      id: delivery.id,
      messageId: getMessageId(event.id),
      type: event.kind,
      happenedAt: event.happenedAt.toISOString(),
      data: event.data,
      state: delivery.deliveredAt ? 'DELIVERED' : delivery.givenUpAt ? 'GIVEN_UP' : 'WAITING',
      dueAt: delivery.dueAt.toISOString(),
      attempts: attempts
        .filter(({ deliveryId }) => deliveryId === delivery.id)
        .slice(0, 10)
        .map(({ triedAt, status, failure, durationMs, answer }) => ({
          ...{ triedAt: triedAt.toISOString(), status, failure, durationMs, answer },
        })),
    }),
  );
}

/** Returns a webhook with one page of its deliveries, the newest first. `not_found` for an unknown one. */
export async function getWebhook(
  ctx: Context,
  { id, state, page, size }: { id: number; state?: DeliveryState | undefined; page: number; size: number },
) {
  const [webhook] = await selectWebhooks(ctx, eq(webhooks.id, id), 1, 0);
  if (!webhook) throw createUnknownError();
  const where = and(eq(webhookDeliveries.webhookId, id), state && stateConditions[state]);
  const items = await selectDeliveries(ctx, where, size, page * size);
  return { webhook, deliveries: { items, page, size, total: await ctx.db.$count(webhookDeliveries, where) } };
}

const createUnknownError = () => new ApiError('not_found', 'There is no such webhook. Somebody may have removed it.');

/** Throws `unprocessable` for an address that no request is sent to. Names are resolved only when they are asked. */
function checkUrl({ requestOutside }: ApiContext, url: string): void {
  if (requestOutside.accepts(url)) return;
  const message = 'must be an https address outside of private networks';
  throw new ApiError('unprocessable', 'No events can be sent to this address.', [{ path: 'url', message }]);
}

/** Changes a webhook in a transaction, in which it is locked. `not_found` for an unknown one. */
function changeLocked<T>(
  ctx: Context,
  id: number,
  caller: Caller,
  change: (tx: Context, hook: typeof webhooks.$inferSelect, userId: number) => Promise<T>,
): Promise<T> {
  return runAsActor(ctx, caller, 'manage-access', async (tx, { userId }) => {
    const [hook] = await tx.db.select().from(webhooks).where(eq(webhooks.id, id)).for('update');
    if (!hook) throw createUnknownError();
    return change(tx, hook, userId);
  });
}

/** Adds a webhook and returns its secret. `conflict` above the number of webhooks. */
export async function createWebhook(
  ctx: ApiContext,
  { url, events }: { url: string; events: ChosenWebhookEvent[] },
  caller: Caller,
): Promise<{ id: number; secret: string }> {
  checkUrl(ctx, url);
  return runAsActor(ctx, caller, 'manage-access', async (tx, { userId }) => {
    if ((await tx.db.$count(webhooks)) >= mostWebhooks)
      throw new ApiError('conflict', `There are ${mostWebhooks} webhooks already. Remove one that nobody needs.`);
    const secret = createWebhookSecret();
    const [stored] = await tx.db
      .insert(webhooks)
      .values({ url, events: [...new Set(events)], secret, createdBy: userId })
      .returning({ id: webhooks.id });
    if (!stored) throw new Error('The webhook was not stored');
    await recordToLog(tx, { kind: 'webhook.CREATE', by: userId, id: stored.id, facts: { url } });
    return { id: stored.id, secret: formatWebhookSecret(secret) };
  });
}

/** Changes a webhook; what waits for a webhook that is disabled is given up. */
export function changeWebhook(
  ctx: ApiContext,
  { id, url, events, isDisabled }: { id: number; url: string; events: ChosenWebhookEvent[]; isDisabled: boolean },
  caller: Caller,
): Promise<{ error: null }> {
  checkUrl(ctx, url);
  return changeLocked(ctx, id, caller, async (tx, hook, userId) => {
    const enabled = { disabledAt: null, disabledFor: null, failingSince: null };
    const isEnabledAgain = hook.disabledAt !== null && !isDisabled;
    await tx.db
      .update(webhooks)
      .set({ url, events: [...new Set(events)], ...(isEnabledAgain ? enabled : {}) })
      .where(eq(webhooks.id, id));
    if (isDisabled && hook.disabledAt === null) await disableWebhook(tx, id, 'USER', userId);
    else
      await recordToLog(tx, {
        ...{ kind: isEnabledAgain ? 'webhook.ENABLE' : 'webhook.CHANGE', by: userId, id },
        facts: { url },
      });
    return { error: null };
  });
}

/** Removes a webhook with everything that was or would be sent to it. */
export function removeWebhook(ctx: Context, { id }: { id: number }, caller: Caller): Promise<{ error: null }> {
  return changeLocked(ctx, id, caller, async (tx, { url }, userId) => {
    await tx.db.delete(webhooks).where(eq(webhooks.id, id));
    await recordToLog(tx, { kind: 'webhook.REMOVE', by: userId, id, facts: { url } });
    return { error: null };
  });
}

/**
 * Gives a webhook a new secret. The former one signs too for a day, so that the receiver can change it meanwhile;
 * `conflict` until then, because the receiver may still have the former one.
 */
export function rotateWebhookSecret(
  ctx: ApiContext,
  { id }: { id: number },
  caller: Caller,
): Promise<{ secret: string; formerSecretEndsAt: string }> {
  return changeLocked(ctx, id, caller, async (tx, hook, userId) => {
    if (hook.formerSecretEndsAt && hook.formerSecretEndsAt > new Date()) {
      const { day, time, offset } = toLocalTime(hook.formerSecretEndsAt.toISOString(), ctx.company.timeZone);
      throw new ApiError(
        'conflict',
        `The former secret counts until ${day}, ${time} (${offset}). A new one can be made after that. If the present one is in wrong hands, remove the webhook and add it again.`,
      );
    }
    const secret = createWebhookSecret();
    const formerSecretEndsAt = new Date(Date.now() + 24 * 60 * 60 * 1000);
    await tx.db
      .update(webhooks)
      .set({ secret, formerSecret: hook.secret, formerSecretEndsAt })
      .where(eq(webhooks.id, id));
    await recordToLog(tx, { kind: 'webhook.ROTATE', by: userId, id, facts: { url: hook.url } });
    return { secret: formatWebhookSecret(secret), formerSecretEndsAt: formerSecretEndsAt.toISOString() };
  });
}

function refuseDisabled({ disabledAt }: typeof webhooks.$inferSelect): void {
  if (disabledAt) throw new ApiError('conflict', 'This webhook is disabled. Enable it first.');
}

/** Queues the event `webhook.test` for one webhook. */
export function sendWebhookTest(ctx: Context, { id }: { id: number }, caller: Caller): Promise<{ error: null }> {
  return changeLocked(ctx, id, caller, async ({ db }, hook) => {
    refuseDisabled(hook);
    const [event] = await db
      .insert(webhookEvents)
      .values({ kind: 'webhook.test', data: { webhook: id } })
      .returning({ id: webhookEvents.id });
    if (!event) throw new Error('The event was not stored');
    await db.insert(webhookDeliveries).values({ webhookId: id, eventId: event.id });
    return { error: null };
  });
}

/** Queues an event again for its webhook, with all attempts. `not_found` for one that is not kept any more. */
export async function sendWebhookAgain(ctx: Context, { id }: { id: number }, caller: Caller): Promise<{ error: null }> {
  const [found] = await ctx.db
    .select({ webhookId: webhookDeliveries.webhookId })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, id));
  if (!found) throw new ApiError('not_found', 'This event is not kept any more.');
  return changeLocked(ctx, found.webhookId, caller, async ({ db }, hook) => {
    refuseDisabled(hook);
    await db
      .update(webhookDeliveries)
      .set({ attempts: 0, dueAt: sql`now()`, deliveredAt: null, givenUpAt: null })
      .where(eq(webhookDeliveries.id, id));
    return { error: null };
  });
}
