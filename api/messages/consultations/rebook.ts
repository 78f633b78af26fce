import { sql } from 'drizzle-orm';
import type { CompanyContext } from '../../context.ts';
import { type Booking, type CalendarSlot, insertBooking } from './calendar-slots.ts';
import type { FoundAppointment } from './find.ts';

/** The time that an appointment gets in place of its own. */
type OtherTime = Pick<CalendarSlot, 'slot' | 'timeZone' | 'byStaff' | 'lengthMinutes'> & {
  status?: 'BOOKED' | 'UNCONFIRMED';
};

/**
 * Replaces the time of an appointment with another; `conflict` on `slot` where that time is taken. The adviser stays if
 * they are free then. An appointment that a person of the company booked keeps its length. A link from our mail proves
 * that the sender reads the mailbox, so it also confirms the sender. Call `lockCalendar` first.
 */
export async function rebookAppointment(
  txCtx: CompanyContext,
  found: FoundAppointment & { isFromMail: boolean },
  at: OtherTime,
): Promise<Booking> {
  const { rows } = await txCtx.db.execute<{ channel: CalendarSlot['channel']; place: string | null }>(
    sql`delete from consultations where id = ${found.id}::uuid returning channel, place`,
  );
  const { id, submissionId, sequence, network, emailKey, confirmedAt, bookedBy, adviser } = found;
  const ownMinutes = (Date.parse(found.end) - Date.parse(found.start)) / 60_000;
  const booking = await insertBooking(txCtx, {
    ...{ id, submissionId, sequence, network, emailKey, confirmedAt, bookedBy },
    ...rows[0],
    preferredAdviser: adviser,
    lengthMinutes: bookedBy === null ? undefined : ownMinutes,
    status: 'BOOKED',
    ...at,
  });
  if (found.isFromMail)
    await txCtx.db.execute(
      sql`update consultations set confirmed_at = coalesce(confirmed_at, now()) where id = ${id}::uuid`,
    );
  return booking;
}
