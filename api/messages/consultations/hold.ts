import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { HoldForm } from '../../../contract/forms/consultation-form.ts';
import type { SlotHold } from '../../../contract/forms/consultation-shapes.ts';
import { formatWait } from '../../../contract/http/wait-text.ts';
import type { ApiContext, Caller, Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { getHoldWaitSeconds, hashNetwork } from './booking-limits.ts';
import { getBookingRules } from './booking-rules.ts';
import { insertBooking, lockCalendar, refuseTakenSlot } from './calendar-slots.ts';
import { createConsultationToken, readConsultationToken } from './find.ts';

/**
 * Holds a time for a few minutes, in place of the caller's earlier hold. `conflict` on `slot` where the time is taken,
 * `too_many_requests` where the caller's network holds too many times.
 */
export async function holdSlot(ctx: ApiContext, { slot, timeZone, hold }: HoldForm, caller: Caller): Promise<SlotHold> {
  const before = hold ? await readConsultationToken(ctx, ['hold'], hold) : null;
  await refuseTakenSlot(ctx, slot, { id: before?.id });
  const id = randomUUID();
  const token = await createConsultationToken(ctx, { use: 'hold', id, start: slot });
  const network = await hashNetwork(ctx, caller);
  await ctx.db.transaction(async (tx) => {
    const txCtx = { ...ctx, db: tx };
    await lockCalendar(txCtx);
    const seconds = await getHoldWaitSeconds(txCtx, network, before?.id);
    if (seconds > 0) {
      const message = `Your network already holds several times. Please try again in ${formatWait(seconds)}.`;
      throw new ApiError('too_many_requests', message, [], seconds);
    }
    await insertBooking(txCtx, { id, slot, status: 'HELD', timeZone, network }, before?.id);
  });
  return getHold(ctx, { hold: token });
}

/**
 * Returns the time and the remaining seconds of a hold, also of an expired one. `not_found` for an invalid token,
 * `gone` where the hold became a booking.
 */
export async function getHold(ctx: ApiContext, { hold }: { hold: string }): Promise<SlotHold> {
  const content = await readConsultationToken(ctx, ['hold'], hold);
  if (!content?.start) throw new ApiError('not_found', 'There is no such hold.');
  const rules = await getBookingRules(ctx);
  const { rows } = await ctx.db.execute<{
    status: string;
    ends: string;
    zone: string;
    held_until: string | null;
    seconds_left: number;
  }>(sql`
    select status, upper(during) as ends, time_zone as zone, held_until,
      greatest(0, coalesce(ceil(extract(epoch from held_until - now())), 0))::int as seconds_left
    from consultations where id = ${content.id}::uuid`);
  const [row] = rows;
  if (row && row.status !== 'HELD') throw new ApiError('gone', 'This form has already booked this time.');
  const usualEnd = Date.parse(content.start) + rules.lengthMinutes * 60_000;
  return {
    hold,
    start: content.start,
    end: new Date(row?.ends ?? usualEnd).toISOString(),
    timeZone: row?.zone ?? rules.timeZone,
    secondsLeft: row?.seconds_left ?? 0,
    heldUntil: row?.held_until ? new Date(row.held_until).toISOString() : null,
  };
}

/**
 * Deletes holds that expired an hour ago and returns how many. Clears the network of past appointments: limits only
 * count upcoming ones.
 */
export async function removeExpiredHolds({ db }: Context): Promise<number> {
  await db.execute(sql`update consultations set network = null where network is not null and upper(during) <= now()`);
  const { rowCount } = await db.execute(
    sql`delete from consultations where status = 'HELD' and held_until < now() - interval '1 hour'`,
  );
  return rowCount ?? 0;
}
