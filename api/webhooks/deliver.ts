import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { webhookAttempts, webhookDeliveries, webhookEvents, webhooks } from '../db/index.ts';
import { recordToLog } from '../log/index.ts';
import { OutsideRequestError, type RequestOutside } from '../outside-requests.ts';
import { signWebhook } from './signature.ts';

const [minute, hour] = [60, 3_600];

/** Seconds from a failed attempt to the next one (Standard Webhooks, "Retry schedule"): ten attempts in three days. */
const retryDelays = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

/** A receiver has this many milliseconds to answer. */
const timeout = 20_000;

/** Milliseconds between two looks for due events while a receiver is waited for. */
const interval = 1_000;

/** Bytes of an answer that are kept, to tell people what went wrong. */
const keptBytes = 1_000;

/** A delivery belongs to one worker for longer than an attempt takes; after a crash another one takes it. */
const lease = sql`now() + interval '1 minute'`;

/** Days for which every attempt fails before a webhook is disabled. */
const failingDays = 3;

export interface WebhookSender {
  requestOutside: RequestOutside;
  /** Aborts when the server stops. */
  signal?: AbortSignal;
}

/** Returns the header `webhook-id` of an event, by which a receiver knows it in every attempt. */
export const getMessageId = (eventId: string): string => `msg_${eventId.replaceAll('-', '')}`;

async function claimDelivery({ db }: Context, busy: readonly number[]) {
  const { rows } = await db.execute<{ id: string }>(sql`
    update ${webhookDeliveries} set due_at = ${lease} where id = (
      select due.id from ${webhookDeliveries} as due join ${webhooks} as hook on hook.id = due.webhook_id
      where due.delivered_at is null and due.given_up_at is null and due.due_at <= now() and hook.disabled_at is null
        and not (due.webhook_id = any(${sql.param(busy)}::bigint[]))
      order by due.due_at, due.id limit 1 for update of due skip locked
    ) returning id`);
  if (!rows[0]) return null;
  const [claimed] = await db
    .select({ delivery: webhookDeliveries, event: webhookEvents, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, Number(rows[0].id)));
  return claimed ?? null;
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>;
type Attempt = Omit<typeof webhookAttempts.$inferInsert, 'id' | 'deliveryId'>;

function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `It answered ${status} and named another address, which is not requested.`
    : `It answered ${status}.`;
}

/** Sends an event to its webhook, once. Never rejects. */
async function send({ event, webhook }: Claimed, { requestOutside, signal }: WebhookSender): Promise<Attempt> {
  const body = JSON.stringify({ type: event.kind, timestamp: event.happenedAt.toISOString(), data: event.data });
  const time = new Date();
  const isFormerValid = webhook.formerSecretEndsAt !== null && webhook.formerSecretEndsAt > time;
  const secrets = [webhook.secret, ...(isFormerValid && webhook.formerSecret ? [webhook.formerSecret] : [])];
  const started = performance.now();
  const measure = () => Math.round(performance.now() - started);
  try {
    const answer = await requestOutside({
      url: webhook.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Site-Webhooks/1',
        ...signWebhook({ id: getMessageId(event.id), time, body }, secrets),
      },
      body,
      timeout,
      maxBytes: keptBytes,
      ...(signal ? { signal } : {}),
    });
    return {
      status: answer.status,
      failure: describeStatus(answer.status),
      durationMs: measure(),
      // PostgreSQL stores no NUL, and other control characters would only confuse.
      answer: answer.body.toString().replace(/[^\P{Cc}\n\t]/gu, ''),
    };
  } catch (error) {
    if (!(error instanceof OutsideRequestError)) throw error;
    return { status: null, failure: error.message, durationMs: measure(), answer: '' };
  }
}

/** Disables a webhook, records it in the log, and gives up its waiting deliveries. `by` is null for the server. */
export async function disableWebhook(
  { db }: Context,
  id: number,
  reason: NonNullable<(typeof webhooks.$inferSelect)['disabledFor']>,
  by: number | null = null,
): Promise<void> {
  const [disabled] = await db
    .update(webhooks)
    .set({ disabledAt: sql`now()`, disabledFor: reason })
    .where(and(eq(webhooks.id, id), isNull(webhooks.disabledAt)))
    .returning({ url: webhooks.url });
  if (disabled) await recordToLog({ db }, { kind: 'webhook.DISABLE', by, id, facts: { ...disabled, reason } });
  await db
    .update(webhookDeliveries)
    .set({ givenUpAt: sql`now()` })
    .where(
      and(
        eq(webhookDeliveries.webhookId, id),
        isNull(webhookDeliveries.deliveredAt),
        isNull(webhookDeliveries.givenUpAt),
      ),
    );
}

/** Lets another server make an attempt at once. */
async function releaseDelivery({ db }: Context, { delivery }: Claimed): Promise<void> {
  await db.update(webhookDeliveries).set({ dueAt: sql`now()` }).where(eq(webhookDeliveries.id, delivery.id));
}

/** Stores what came of an attempt: delivered, tried again later, or given up. */
async function storeAttempt({ db }: Context, { delivery, webhook }: Claimed, attempt: Attempt): Promise<void> {
  await db.transaction(async (tx) => {
    const attempts = delivery.attempts + 1;
    const isDelivered = attempt.failure === null;
    const delay = retryDelays[delivery.attempts];
    const isOver = !isDelivered && delay === undefined;
    const [stored] = await tx
      .update(webhookDeliveries)
      .set({
        attempts,
        deliveredAt: isDelivered ? sql`now()` : null,
        givenUpAt: isOver ? sql`now()` : null,
        // Up to a tenth later, so that the events of an outage do not come back at the same moment.
        dueAt: sql`now() + make_interval(secs => ${(delay ?? 0) * (1 + Math.random() / 10)})`,
      })
      .where(eq(webhookDeliveries.id, delivery.id))
      .returning({ id: webhookDeliveries.id });
    // The webhook was removed meanwhile.
    if (!stored) return;
    await tx.insert(webhookAttempts).values({ ...attempt, deliveryId: stored.id });
    const [changed] = await tx
      .update(webhooks)
      .set({ failingSince: isDelivered ? null : sql`coalesce(${webhooks.failingSince}, now())` })
      .where(eq(webhooks.id, webhook.id))
      .returning({
        isFailing: sql<boolean>`coalesce(${webhooks.failingSince} < now() - make_interval(days => ${failingDays}), false)`,
      });
    // The receiver says that it wants nothing more (Standard Webhooks, "Status codes").
    if (attempt.status === 410) await disableWebhook({ db: tx }, webhook.id, 'GONE');
    else if (isOver && changed?.isFailing) await disableWebhook({ db: tx }, webhook.id, 'FAILING');
  });
}

/**
 * Sends all events that are due, to each webhook one after the other and to different webhooks at the same time, so
 * that a slow receiver holds up no other. No transaction is open while a receiver answers. An attempt that the end of
 * this server cuts off is made again by another one, with the same `webhook-id`. Returns the number of attempts.
 */
export async function deliverDueEvents(ctx: Context, sender: WebhookSender): Promise<number> {
  const working = new Map<number, Promise<void>>();
  const failures: unknown[] = [];
  let attempts = 0;
  async function work(claimed: Claimed): Promise<void> {
    const attempt = await send(claimed, sender);
    // The attempt that is broken off here is left to another server.
    if (sender.signal?.aborted && attempt.failure !== null) await releaseDelivery(ctx, claimed);
    else await storeAttempt(ctx, claimed, attempt);
    attempts += 1;
  }
  while (!sender.signal?.aborted && failures.length === 0) {
    const busy = [...working.keys()];
    const claimed = await claimDelivery(ctx, busy);
    if (claimed) {
      const { id } = claimed.webhook;
      const done = work(claimed)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => working.delete(id));
      working.set(id, done);
    } else if (busy.length === 0) break;
    // Something may become due for another webhook while this one is slow.
    else if (working.size > 0) await Promise.race([...working.values(), sleep(interval)]);
  }
  await Promise.all(working.values());
  if (failures.length > 0) throw failures[0];
  return attempts;
}

/** Days for which events and their deliveries are kept. */
const keptDays = 30;

/** Removes events that are older than a month and wait for nobody; returns how many. */
export async function removeOldWebhookEvents({ db }: Context): Promise<number> {
  const waiting = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.eventId, webhookEvents.id),
        isNull(webhookDeliveries.deliveredAt),
        isNull(webhookDeliveries.givenUpAt),
      ),
    );
  const { rowCount } = await db
    .delete(webhookEvents)
    .where(
      and(lt(webhookEvents.happenedAt, sql`now() - make_interval(days => ${keptDays})`), sql`not exists (${waiting})`),
    );
  return rowCount ?? 0;
}
