import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { FormSettings } from '../../../contract/content/form-schemas.ts';
import { publishSettingFields, readPublishedSettings } from '../../content/index.ts';
import type { CompanyContext, Context } from '../../context.ts';
import { consultationDaysOff, consultationHours, consultationSettings } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { isTimeZoneConsistent } from './is-time-zone-consistent.ts';

/** When consultations are offered: the setting `forms` says the first three, and an operator the others. */
export interface BookingRules {
  lengthMinutes: number;
  noticeMinutes: number;
  horizonDays: number;
  /** Minutes from one start to the next. */
  stepMinutes: number;
  holdMinutes: number;
  /** The zone of the company's working hours. */
  timeZone: string;
}

/** Returns the booking rules. Without a time zone of their own, the rules use the company's. */
export async function getBookingRules({ db, company }: CompanyContext): Promise<BookingRules> {
  const { lengthMinutes, noticeMinutes, horizonDays } = (await readPublishedSettings({ db })).forms.consultation;
  const [row] = await db.select().from(consultationSettings);
  if (!row) throw new Error('There are no consultation settings');
  const { stepMinutes, holdMinutes, timeZone } = row;
  return {
    ...{ lengthMinutes, noticeMinutes, horizonDays, stepMinutes, holdMinutes },
    timeZone: timeZone ?? company.timeZone,
  };
}

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

function createWholeNumberSchema(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`)
    .optional();
}

/** The rules that an operator may set, as typed; the bounds equal those of the table and of the setting `forms`. */
const settings = z.strictObject({
  zone: z.string().optional(),
  length: createWholeNumberSchema(5, 480),
  step: createWholeNumberSchema(5, 480),
  lead: createWholeNumberSchema(0, 43_200),
  horizon: createWholeNumberSchema(1, 800),
  advisers: createWholeNumberSchema(1, 50),
  hold: createWholeNumberSchema(1, 60),
  ...Object.fromEntries(weekdays.map((day) => [day, z.string().optional()])),
});

const timeOfDay = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** Parses hours: `09:00-12:00,13:00-17:00` → two intervals, `closed` → none. Throws `bad_request` for other texts. */
function readHours(weekday: number, typed: string) {
  if (typed === 'closed') return [];
  const intervals = typed.split(',').map((part) => part.split('-'));
  const isValid = intervals.every(
    ([opens = '', closes = '', ...rest], index) =>
      rest.length === 0 &&
      timeOfDay.test(opens) &&
      timeOfDay.test(closes) &&
      opens < closes &&
      opens >= (intervals[index - 1]?.[1] ?? ''),
  );
  if (!isValid)
    throw new ApiError(
      'bad_request',
      `${weekdays[weekday - 1]}: "${typed}" is neither hours such as 09:00-12:00,13:00-17:00 nor closed`,
    );
  return intervals.map(([opens = '', closes = '']) => ({ weekday, opens, closes }));
}

/**
 * Sets how many advisers give consultations. New advisers have no name and work during the company's hours. Superfluous
 * advisers without a name are removed, the highest number first. Throws `bad_request` if too few advisers have no name.
 */
export async function setAdviserCount({ db }: Context, count: number): Promise<void> {
  await db.execute(sql`
    with present as (select count(*)::int as number from consultation_advisers where ${isPresentSql}),
      back as (
        update consultation_advisers set gone_on = null, version = version + 1
        where id in (
          select id from consultation_advisers where not ${isPresentSql} and name = ''
          order by id limit greatest(0, ${count}::int - (select number from present)))
        returning id
      )
    insert into consultation_advisers (id)
    select free from generate_series(1, 100) free
    where not exists (select from consultation_advisers known where known.id = free)
    order by free limit greatest(0, ${count}::int - (select number from present) - (select count(*) from back))`);
  await db.execute(sql`
    update consultation_advisers set gone_on = current_date, version = version + 1
    where id in (
      select id from consultation_advisers where ${isPresentSql} and name = '' order by id desc
      limit greatest(0, (select count(*) from consultation_advisers where ${isPresentSql}) - ${count}::int))`);
  const { rows } = await db.execute<{ present: number }>(
    sql`select count(*)::int as present from consultation_advisers where ${isPresentSql}`,
  );
  if (rows[0]?.present !== count)
    throw new ApiError(
      'bad_request',
      `advisers: ${rows[0]?.present} advisers have names or stay. Say in the Studio, under Consultations, who has gone.`,
    );
  await noteAdviserCount({ db });
}

/**
 * Tells servers of the earlier release, which know advisers as the numbers 1 to n, up to which number they may book.
 */
export async function noteAdviserCount({ db }: Context): Promise<void> {
  await db.execute(sql`
    update consultation_settings set advisers = greatest(1, least(50, coalesce(
      (select max(id) from consultation_advisers where ${isPresentSql}), 1)))`);
}

/** SQL condition: the adviser gives consultations today. */
export const isPresentSql = sql`(gone_on is null or gone_on > current_date)`;

/**
 * Changes the given rules, all or none. Rules are `zone` (`company` for the company's), `length`, `step`, `lead` and
 * `hold` in minutes, `horizon` in days, `advisers`, and hours by weekday (`mon` … `sun`). `length`, `lead` and
 * `horizon` are published as fields of the setting `forms`. `bad_request` for an unknown rule or an invalid value.
 */
export async function setBookingRules(ctx: Context, typed: Record<string, string>): Promise<void> {
  const parsed = settings.safeParse(typed);
  if (!parsed.success)
    throw new ApiError(
      'bad_request',
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('\n'),
    );
  const { zone, length, step, lead, horizon, advisers, hold } = parsed.data;
  if (zone && zone !== 'company' && !(await isTimeZoneConsistent(ctx, zone, 730)))
    throw new ApiError(
      'bad_request',
      `zone: ${zone} is not an IANA time zone that the database and this program agree on`,
    );
  const hours = weekdays.flatMap((name, index) => {
    const given = typed[name];
    return given === undefined ? [] : [{ weekday: index + 1, intervals: readHours(index + 1, given) }];
  });
  const changed = {
    stepMinutes: step,
    holdMinutes: hold,
    ...(zone ? { timeZone: zone === 'company' ? null : zone } : {}),
  };
  const ofForms: Partial<FormSettings['consultation']> = {
    ...(length === undefined ? {} : { lengthMinutes: length }),
    ...(lead === undefined ? {} : { noticeMinutes: lead }),
    ...(horizon === undefined ? {} : { horizonDays: horizon }),
  };
  await ctx.db.transaction(async (tx) => {
    if (Object.keys(ofForms).length > 0)
      await publishSettingFields({ db: tx }, 'forms', ({ consultation }) => ({
        consultation: { ...consultation, ...ofForms },
      }));
    if (Object.values(changed).some((value) => value !== undefined)) await tx.update(consultationSettings).set(changed);
    if (advisers !== undefined) await setAdviserCount({ db: tx }, advisers);
    for (const { weekday, intervals } of hours) {
      await tx.delete(consultationHours).where(sql`weekday = ${weekday}`);
      if (intervals.length > 0) await tx.insert(consultationHours).values(intervals);
    }
  });
}

/**
 * Makes a date a day off, or a working day again when `reason` is null. Existing bookings stay. `bad_request` for an
 * invalid date.
 */
export async function setDayOff({ db }: Context, day: string, reason: string | null): Promise<void> {
  if (!z.iso.date().safeParse(day).success)
    throw new ApiError('bad_request', `${day} is not a date such as 2026-12-25`);
  if (reason === null) await db.delete(consultationDaysOff).where(sql`day = ${day}::date`);
  else
    await db
      .insert(consultationDaysOff)
      .values({ day, reason })
      .onConflictDoUpdate({ target: consultationDaysOff.day, set: { reason } });
}
