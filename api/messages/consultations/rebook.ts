import { sql } from 'drizzle-orm';
import type { CompanyContext } from '../../context.ts';
import { type Booking, insertBooking } from './calendar-slots.ts';
import type { LinkedAppointment } from './find.ts';

/**
 * Replaces the time of an appointment with another; `conflict` on `slot` where that time is taken. A link from our mail
 * proves that the sender reads the mailbox, so it also confirms the sender. Call `lockCalendar` first.
 */
export async function rebookAppointment(
  txCtx: CompanyContext,
  found: LinkedAppointment,
  at: { slot: string; timeZone: string; status?: 'BOOKED' | 'UNCONFIRMED' },
): Promise<Booking> {
  await txCtx.db.execute(sql`delete from consultations where id = ${found.id}::uuid`);
  const { id, submissionId, sequence, network, emailKey, confirmedAt } = found;
  const booking = await insertBooking(txCtx, {
    ...{ id, submissionId, sequence, network, emailKey, confirmedAt },
    status: 'BOOKED',
    ...at,
  });
  if (found.isFromMail)
    await txCtx.db.execute(
      sql`update consultations set confirmed_at = coalesce(confirmed_at, now()) where id = ${id}::uuid`,
    );
  return booking;
}
