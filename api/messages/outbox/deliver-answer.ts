import { eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox } from '../../db/index.ts';
import {
  type DeliveryOutcome,
  getRetryDelay,
  isPermanent,
  MailServerUnreachableError,
  maxAttempts,
  mergeMails,
  type QueuedMail,
  type SendMail,
} from './delivery.ts';
import { isAnswerSql, isMailWaitingSql } from './mail-state.ts';

/** The reason that is shown for an answer that the mail server may or may not have accepted. */
const uncertain = 'The mail server had the whole e-mail, but did not say that it takes it.';

/** How long an answer belongs to one worker. Longer than an attempt takes; after a crash it is free again. */
const lease = sql`date_trunc('milliseconds', clock_timestamp()) + interval '1 minute'`;

/**
 * Claims the answer that has been due longest. `dueAt` of the result is when the claim ends, and identifies the claim.
 */
async function claimAnswer({ db }: Context): Promise<QueuedMail | null> {
  // The server that sent these has crashed before the acknowledgement.
  await db
    .update(outbox)
    .set({ deadAt: sql`now()`, lastError: uncertain })
    .where(
      sql`${isAnswerSql} and ${isMailWaitingSql} and ${outbox.handedOverAt} is not null and ${outbox.dueAt} <= now()`,
    );
  const due = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(sql`${isAnswerSql} and ${isMailWaitingSql} and ${outbox.dueAt} <= now() and ${outbox.handedOverAt} is null`)
    .orderBy(outbox.dueAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db.update(outbox).set({ dueAt: lease }).where(sql`${outbox.id} = (${due})`).returning();
  return claimed ?? null;
}

/** Returns whether the mail server refused a mail after it had received the whole text. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === 'EMESSAGE' && responseCode >= 400;
}

/**
 * Sends the answer that has been due longest, at most once: before the mail server gets the end of the text, the answer
 * is marked as handed over. If the acknowledgement does not arrive, the answer is given up as uncertain, and a person
 * decides whether it is sent again. Until the mark, and after a refusal, it is tried again like any mail. The limit of
 * its recipient does not hold it up, but it counts. No transaction is open while the mail server works.
 */
export async function deliverAnswer(ctx: Context, send: SendMail): Promise<DeliveryOutcome> {
  const { db } = ctx;
  const claimed = await claimAnswer(ctx);
  if (!claimed) return 'nothing due';
  const { id, attempts } = claimed;
  let { dueAt } = claimed;
  let isHandedOver = false;
  /** Condition: nobody else has claimed the answer since. */
  const isOwn = () => sql`${outbox.id} = ${id} and ${outbox.dueAt} = ${dueAt.toISOString()}`;

  async function handOver(): Promise<void> {
    const [marked] = await db
      .update(outbox)
      .set({ handedOverAt: sql`clock_timestamp()`, dueAt: lease })
      .where(sql`${isOwn()} and ${isMailWaitingSql} and ${outbox.handedOverAt} is null`)
      .returning({ dueAt: outbox.dueAt });
    if (!marked) throw new Error('The answer was handed over before');
    dueAt = marked.dueAt;
    isHandedOver = true;
  }

  try {
    await send({ ...mergeMails([claimed]), handOver });
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    if (isHandedOver && !isRefusal(error)) {
      await db.update(outbox).set({ deadAt: sql`now()`, lastError: uncertain }).where(isOwn());
      return error instanceof MailServerUnreachableError ? error : 'tried';
    }
    if (error instanceof MailServerUnreachableError) {
      await db.update(outbox).set({ dueAt: sql`now()`, lastError }).where(isOwn());
      return error;
    }
    const isDead = isPermanent(error) || attempts + 1 >= maxAttempts;
    await db
      .update(outbox)
      .set({
        attempts: attempts + 1,
        lastError,
        handedOverAt: null,
        dueAt: sql`now() + make_interval(secs => ${getRetryDelay(attempts + 1)})`,
        deadAt: isDead ? sql`now()` : null,
      })
      .where(isOwn());
    return 'tried';
  }
  // Also if somebody has given it up meanwhile: the mail server has taken it.
  await db
    .update(outbox)
    .set({ attempts: attempts + 1, sentAt: sql`clock_timestamp()`, deadAt: null, lastError: null })
    .where(eq(outbox.id, id));
  return 'tried';
}
