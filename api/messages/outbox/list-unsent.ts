import { and, asc, gt, isNull } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox } from '../../db/index.ts';

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
