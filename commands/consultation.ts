import { asc, sql } from 'drizzle-orm';
import type { Context } from '../api/context.ts';
import { consultationDaysOff, consultationHours, consultationSettings } from '../api/db/tables.ts';
import { confirmByReference } from '../api/messages/consultations/change.ts';
import { setBookingRules, setDayOff } from '../api/messages/consultations/set-booking-rules.ts';
import { formatTimeRange } from '../contract/local-time.ts';
import { getCompanySettings } from '../server/company.ts';
import type { Settings } from '../server/settings.ts';
import { runCommand, UsageError, withDatabase } from './with-database.ts';

// Shows and changes the hours and rules of consultations. Existing bookings stay as they are.

const usage = `npm run consultation -- show
npm run consultation -- set advisers=3 mon=09:00-12:00,13:00-17:00 sat=closed zone=Europe/London
    (zone, length, step, lead and hold in minutes, horizon in days, advisers, mon … sun)
npm run consultation -- day-off 2026-12-25 [reason]
npm run consultation -- day-on 2026-12-25
npm run consultation -- confirm 7K3M-92QD
    (books the time of a booking that waits for its confirmation)`;

async function show(ctx: Context, settings: Settings): Promise<void> {
  const [rules] = await ctx.db.select().from(consultationSettings);
  if (!rules) return;
  console.log(`zone      ${rules.timeZone ?? `${settings.SITE_TIME_ZONE} (the company's)`}`);
  console.log(`length    ${rules.slotMinutes} min, a start every ${rules.stepMinutes} min`);
  console.log(`lead      ${rules.leadMinutes} min, horizon ${rules.horizonDays} days, hold ${rules.holdMinutes} min`);
  console.log(`advisers  ${rules.advisers}`);
  const hours = await ctx.db
    .select()
    .from(consultationHours)
    .orderBy(consultationHours.weekday, consultationHours.opens);
  for (const [index, name] of ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].entries()) {
    const openHours = hours.filter(({ weekday }) => weekday === index + 1);
    const text = openHours.map(({ opens, closes }) => `${opens.slice(0, 5)}-${closes.slice(0, 5)}`).join(',');
    console.log(`${name}       ${text || 'closed'}`);
  }
  const off = await ctx.db
    .select()
    .from(consultationDaysOff)
    .where(sql`day >= current_date`)
    .orderBy(asc(consultationDaysOff.day));
  for (const { day, reason } of off) console.log(`day off   ${day}  ${reason}`);
}

/** Confirms a booking for a visitor. The running site sends the mails that this queues. */
async function confirm(ctx: Context, settings: Settings, reference: string): Promise<void> {
  const company = getCompanySettings(settings, () => settings.SITE_URL ?? `http://localhost:${settings.PORT}`);
  const appointment = await confirmByReference({ ...ctx, company }, reference);
  console.log(`${appointment.reference}  ${formatTimeRange(appointment, settings.SITE_TIME_ZONE)}  is booked`);
}

const [command = 'show', ...rest] = process.argv.slice(2);
await runCommand(usage, () =>
  withDatabase(async (ctx, settings) => {
    if (command === 'set' && rest.length > 0) {
      await setBookingRules(ctx, Object.fromEntries(rest.map((pair) => pair.split(/=(.*)/s, 2) as [string, string])));
    } else if (command === 'day-off' && rest[0]) await setDayOff(ctx, rest[0], rest.slice(1).join(' '));
    else if (command === 'day-on' && rest[0]) await setDayOff(ctx, rest[0], null);
    else if (command === 'confirm' && rest[0]) return confirm(ctx, settings, rest[0]);
    else if (command !== 'show') throw new UsageError(`There is no command "${command}".`);
    await show(ctx, settings);
  }),
);
