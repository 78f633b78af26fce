import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox } from '../../db/index.ts';

/**
 * Makes a mail due now with no attempts counted: the mail with this id, or all dead letters. Sent and held mails are
 * left alone. Answers that the mail server may have taken are sent again only by their id, because a person must decide
 * about each. Returns how many mails are due now.
 */
export async function retryMails({ db }: Context, which: number | 'all-dead'): Promise<number> {
  const { rowCount } = await db
    .update(outbox)
    .set({ deadAt: null, attempts: 0, dueAt: sql`now()`, handedOverAt: null })
    .where(
      and(
        isNull(outbox.sentAt),
        eq(outbox.held, false),
        which === 'all-dead'
          ? and(isNotNull(outbox.deadAt), isNull(outbox.handedOverAt))
          : and(eq(outbox.id, which), sql`(${outbox.deadAt} is not null or ${outbox.handedOverAt} is null)`),
      ),
    );
  return rowCount ?? 0;
}

const batch = 500;

/** Lists the unsent mails, oldest first, in batches. */
export async function* listUnsentMails({ db }: Context): AsyncGenerator<typeof outbox.$inferSelect> {
  let after = 0;
  for (;;) {
    const mails = await db
      .select()
      .from(outbox)
      .where(and(isNull(outbox.sentAt), gt(outbox.id, after)))
      .orderBy(asc(outbox.id))
      .limit(batch);
    yield* mails;
    const last = mails.at(-1);
    if (!last || mails.length < batch) return;
    after = last.id;
  }
}

/**
 * Releases the mails that a restore has held. Mails of quarantined submissions stay held. Returns how many mails are
 * released.
 */
export async function releaseRestoredMails({ db }: Context): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update outbox set held = false
    where held and sent_at is null
      and not exists (select from submissions s where s.id = outbox.submission_id and s.quarantined_for is not null)`);
  return rowCount ?? 0;
}
