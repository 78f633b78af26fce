import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';

/**
 * Frees the time of a submission that is put into quarantine. The row stays, so that a release can book it again.
 * Unsent mails that tell the visitor of a booked time are deleted. Call inside a transaction.
 */
export async function freeBookedTime({ db }: Context, submissionId: number): Promise<void> {
  const { rowCount } = await db.execute(sql`
    update consultations set status = 'LAPSED', held_until = null
    where submission_id = ${submissionId} and status in ('BOOKED', 'UNCONFIRMED')`);
  if (!rowCount) return;
  await db.execute(sql`
    delete from outbox using submissions sent
    where submission_id = sent.id and sent.id = ${submissionId} and recipient = sent.email and sent_at is null
      and (is_reminder or calendar is not null)`);
}
