import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';

/**
 * Gives back the time of a submission that is put into quarantine. The row stays, to be confirmed after a release; mails
 * that would tell the visitor of a booked time, and are not sent yet, are removed. Call it inside a transaction.
 */
export async function giveBackTime({ db }: Context, submissionId: number): Promise<void> {
  const { rowCount } = await db.execute(sql`
    update consultations set status = 'LAPSED', held_until = null
    where submission_id = ${submissionId} and status in ('BOOKED', 'UNCONFIRMED')`);
  if (!rowCount) return;
  await db.execute(sql`
    delete from outbox using submissions sent
    where submission_id = sent.id and sent.id = ${submissionId} and recipient = sent.email and sent_at is null
      and (is_reminder or calendar is not null)`);
}
