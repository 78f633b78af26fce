import { sql } from 'drizzle-orm';
import type { CompanyContext } from '../context.ts';
import { type Booking, enter } from './diary.ts';
import type { FoundByLink } from './find.ts';

/**
 * Enters an appointment at a time in place of the one it has; `conflict` on `slot` where that is taken. A link of a mail
 * shows that its sender reads the mailbox. The diary must be open.
 */
export async function enterAnew(
  inside: CompanyContext,
  found: FoundByLink,
  at: { slot: string; timeZone: string; status?: 'BOOKED' | 'UNCONFIRMED' },
): Promise<Booking> {
  await inside.db.execute(sql`delete from consultations where id = ${found.id}::uuid`);
  const { id, submissionId, sequence, network, emailKey, confirmedAt } = found;
  const booking = await enter(inside, {
    ...{ id, submissionId, sequence, network, emailKey, confirmedAt },
    status: 'BOOKED',
    ...at,
  });
  if (found.isFromMail)
    await inside.db.execute(
      sql`update consultations set confirmed_at = coalesce(confirmed_at, now()) where id = ${id}::uuid`,
    );
  return booking;
}
