import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { HoldForm } from '../../contract/consultation-form.ts';
import type { Hold } from '../../contract/consultation-shapes.ts';
import { waitText } from '../../contract/wait-text.ts';
import type { ApiContext, Caller, Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { networkKey, secondsUntilHold } from './booking-limits.ts';
import { enter, openDiary, refuseTaken } from './diary.ts';
import { makeToken, readToken } from './tokens.ts';

/**
 * Keeps a time free for a few minutes and gives up the one held before. `conflict` on `slot` where it is taken,
 * `too_many_requests` where the caller's network keeps many times from others already.
 */
export async function holdSlot(ctx: ApiContext, { slot, timeZone, hold }: HoldForm, caller: Caller): Promise<Hold> {
  const before = hold ? await readToken(ctx, ['hold'], hold) : null;
  await refuseTaken(ctx, slot, { id: before?.id });
  const id = randomUUID();
  const token = await makeToken(ctx, { use: 'hold', id, start: slot });
  const network = await networkKey(ctx, caller);
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    await openDiary(inside);
    const seconds = await secondsUntilHold(inside, network, before?.id);
    if (seconds > 0) {
      const message = `Your network holds many times already. Please try again in ${waitText(seconds)}.`;
      throw new ApiError('too_many_requests', message, [], seconds);
    }
    await enter(inside, { id, slot, status: 'HELD', timeZone, network }, before?.id);
  });
  return getHold(ctx, { hold: token });
}

/**
 * What a hold is for and how long it lasts. One that ran out still says which time it was for. `not_found` for what is
 * no hold of ours, `gone` where it became a booking.
 */
export async function getHold(ctx: ApiContext, { hold }: { hold: string }): Promise<Hold> {
  const content = await readToken(ctx, ['hold'], hold);
  if (!content?.start) throw new ApiError('not_found', 'There is no such hold.');
  const { rows } = await ctx.db.execute<{
    status: string | null;
    ends: string;
    zone: string;
    held_until: string | null;
    seconds_left: number;
  }>(sql`
    select held.status, coalesce(upper(held.during), ${content.start}::timestamptz + make_interval(mins => slot_minutes)) as ends,
      coalesce(held.time_zone, law.time_zone, ${ctx.company.timeZone}) as zone, held_until,
      greatest(0, coalesce(ceil(extract(epoch from held_until - now())), 0))::int as seconds_left
    from consultation_settings law left join consultations held on held.id = ${content.id}::uuid`);
  const [row] = rows;
  if (!row) throw new Error('There are no consultation settings');
  if (row.status !== null && row.status !== 'HELD')
    throw new ApiError('gone', 'This time was booked with this form already.');
  return {
    hold,
    start: content.start,
    end: new Date(row.ends).toISOString(),
    timeZone: row.zone,
    secondsLeft: row.seconds_left,
    heldUntil: row.held_until ? new Date(row.held_until).toISOString() : null,
  };
}

/**
 * Removes holds that ran out an hour ago and that nobody wanted since; returns how many. Forgets the networks of
 * appointments that are over: they are counted for upcoming ones alone.
 */
export async function removeExpiredHolds({ db }: Context): Promise<number> {
  await db.execute(sql`update consultations set network = null where network is not null and upper(during) <= now()`);
  const { rowCount } = await db.execute(
    sql`delete from consultations where status = 'HELD' and held_until < now() - interval '1 hour'`,
  );
  return rowCount ?? 0;
}
