import type { Command } from 'commander';
import { asc, sql } from 'drizzle-orm';
import { readPublishedSettings } from '../api/content/index.ts';
import type { Context } from '../api/context.ts';
import {
  consultationAdvisers,
  consultationDaysOff,
  consultationHours,
  consultationSettings,
} from '../api/db/consultation-tables.ts';
import { recordToLog } from '../api/log/record.ts';
import { isPresentSql, setBookingRules, setDayOff } from '../api/messages/consultations/booking-rules.ts';
import { confirmByReference } from '../api/messages/consultations/change.ts';
import { defaultTimeZone, formatTimeRange } from '../contract/content/local-time.ts';
import { getCompanySettings } from '../server/company.ts';
import type { Settings } from '../server/settings.ts';
import { addExamples } from './options.ts';
import { withDatabase } from './with-database.ts';

async function readZone(ctx: Context): Promise<string> {
  return (await readPublishedSettings(ctx)).company.timeZone ?? defaultTimeZone;
}

async function show(ctx: Context): Promise<void> {
  const [rules] = await ctx.db.select().from(consultationSettings);
  if (!rules) return;
  console.log(`zone      ${rules.timeZone ?? `${await readZone(ctx)} (the company's)`}`);
  const { lengthMinutes, noticeMinutes, horizonDays } = (await readPublishedSettings(ctx)).forms.consultation;
  console.log(`length    ${lengthMinutes} min, a start every ${rules.stepMinutes} min`);
  console.log(`lead      ${noticeMinutes} min, horizon ${horizonDays} days, hold ${rules.holdMinutes} min`);
  console.log(`advisers  ${await ctx.db.$count(consultationAdvisers, isPresentSql)}`);
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
  const zone = await readZone(ctx);
  const shared = getCompanySettings(settings, () => settings.SITE_URL ?? `http://localhost:${settings.PORT}`);
  const appointment = await confirmByReference({ ...ctx, company: { ...shared, timeZone: zone } }, reference);
  console.log(`${appointment.reference}  ${formatTimeRange(appointment, zone)}  is booked`);
}

/** Changes the rules or days off, and shows all of them. */
async function change(work: (ctx: Context) => Promise<unknown>): Promise<void> {
  await withDatabase(async (ctx) => {
    await ctx.db.transaction(async (db) => {
      await work({ db });
      await recordToLog({ db }, { kind: 'consultation.RULES', by: null });
    });
    await show(ctx);
  });
}

async function set(pairs: string[]): Promise<void> {
  const changes = pairs.map((pair) => pair.split(/=(.*)/s, 2) as [string, string]);
  await change((ctx) => setBookingRules(ctx, Object.fromEntries(changes)));
}

export function defineConsultation(command: Command): void {
  command.description('Shows and changes the hours and rules of consultations. Existing bookings stay as they are.');
  command
    .command('show', { isDefault: true })
    .summary('shows hours, rules and days off')
    .description('Shows hours, rules and days off. It is what site consultation does without a sub-command.')
    .action(() => withDatabase(show));
  const rules = command
    .command('set')
    .summary('changes hours and rules')
    .description('Changes hours and rules, and shows all of them.')
    .argument(
      '<rule=value...>',
      'zone; step and hold in minutes; advisers; mon to sun: hours, or closed; length and lead in minutes and horizon in days, which are fields of the setting Forms',
    );
  addExamples(rules, ['consultation set advisers=3 mon=09:00-12:00,13:00-17:00 sat=closed zone=Europe/London']).action(
    set,
  );
  const off = command
    .command('day-off')
    .summary('closes a day')
    .description('Closes a day: nobody can book it.')
    .argument('<day>', 'a date such as 2026-12-25')
    .argument('[reason...]', 'why, for the list of days off');
  addExamples(off, ['consultation day-off 2026-12-25 Christmas']).action((day: string, reason: string[]) =>
    change((ctx) => setDayOff(ctx, day, reason.join(' '))),
  );
  command
    .command('day-on')
    .summary('opens a day again')
    .description('Opens a day again that was closed.')
    .argument('<day>', 'a date such as 2026-12-25')
    .action((day: string) => change((ctx) => setDayOff(ctx, day, null)));
  const confirmed = command
    .command('confirm')
    .summary('books the time of a booking that waits for its confirmation')
    .description('Books the time of a booking that waits for its confirmation, as the link in its mail does.')
    .argument('<reference>', 'the reference of the booking, such as 7K3M-92QD');
  addExamples(confirmed, ['consultation confirm 7K3M-92QD']).action((reference: string) =>
    withDatabase((ctx, settings) => confirm(ctx, settings, reference)),
  );
}
