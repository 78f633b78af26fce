import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdvisersAndRules } from '../../../contract/studio/consultation-operations.ts';
import type {
  AdviserDetails,
  AdviserInput,
  CompanyRules,
  companyRulesInput,
  DayHours,
} from '../../../contract/studio/consultation-shapes.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { ApiContext, CompanyContext, Context } from '../../context.ts';
import {
  consultationAdviserDaysOff,
  consultationAdviserHours,
  consultationAdvisers,
  consultationDaysOff,
  consultationExceptions,
  consultationHours,
  consultationSettings,
  isUniqueViolation,
  users,
} from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { getBookingRules, noteAdviserCount } from '../consultations/booking-rules.ts';
import { isTimeZoneConsistent } from '../consultations/is-time-zone-consistent.ts';

interface Stretch {
  opens: string;
  closes: string;
}

/** Returns a stretch as forms show it: PostgreSQL adds seconds. */
const toStretch = ({ opens, closes }: Stretch) => ({ opens: opens.slice(0, 5), closes: closes.slice(0, 5) });

/** Returns stretches by weekday, from Monday, each day in order. */
function toWeek(rows: (Stretch & { weekday: number })[]): DayHours[] {
  const ordered = rows.toSorted((a, b) => a.opens.localeCompare(b.opens));
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ordered.filter(({ weekday }) => weekday === day).map(toStretch));
}

const yesterday = sql`current_date - 1`;

/** Returns the company's hours, rules and days off. */
async function getCompanyRules(ctx: CompanyContext): Promise<CompanyRules> {
  const rules = await getBookingRules(ctx);
  const [settings] = await ctx.db.select({ timeZone: consultationSettings.timeZone }).from(consultationSettings);
  const off = await ctx.db
    .select()
    .from(consultationDaysOff)
    .where(gte(consultationDaysOff.day, yesterday))
    .orderBy(asc(consultationDaysOff.day));
  return {
    ...rules,
    hasOwnZone: settings?.timeZone != null,
    hours: toWeek(await ctx.db.select().from(consultationHours)),
    daysOff: off.map(({ day, reason, fromFile }) => ({ day, reason, isFromFile: fromFile })),
  };
}

/** Returns the advisers, or one of them, each with hours, exceptions and days off from yesterday on. */
async function selectAdvisers({ db }: CompanyContext, id?: number): Promise<AdviserDetails[]> {
  const where = id === undefined ? undefined : eq(consultationAdvisers.id, id);
  const rows = await db
    .select({
      adviser: consultationAdvisers,
      upcoming: sql<number>`(
        select count(*)::int from consultations
        where adviser = consultation_advisers.id and status = 'BOOKED' and upper(during) > now())`,
    })
    .from(consultationAdvisers)
    .where(where)
    .orderBy(asc(consultationAdvisers.id));
  const [hours, exceptions, daysOff] = [
    await db.select().from(consultationAdviserHours),
    await db
      .select()
      .from(consultationExceptions)
      .where(gte(consultationExceptions.day, yesterday))
      .orderBy(asc(consultationExceptions.day), asc(consultationExceptions.opens)),
    await db
      .select()
      .from(consultationAdviserDaysOff)
      .where(gte(consultationAdviserDaysOff.day, yesterday))
      .orderBy(asc(consultationAdviserDaysOff.day)),
  ];
  return rows.map(({ adviser, upcoming }) => {
    const { feedSha256: _, feedMadeAt, hasOwnHours, ...row } = adviser;
    const isOwn = (one: { adviser: number }) => one.adviser === row.id;
    const byDay = Map.groupBy(exceptions.filter(isOwn), ({ day }) => day);
    return {
      ...row,
      upcoming,
      hours: hasOwnHours ? toWeek(hours.filter(isOwn)) : null,
      exceptions: [...byDay].map(([day, stretches]) => ({ day, hours: stretches.map(toStretch) })),
      daysOff: daysOff.filter(isOwn).map(({ day, reason, fromFile }) => ({ day, reason, isFromFile: fromFile })),
      feedMadeAt: feedMadeAt?.toISOString() ?? null,
    };
  });
}

/** Returns one adviser; `not_found` for an unknown number. */
export async function getAdviser(ctx: CompanyContext, id: number): Promise<AdviserDetails> {
  const [found] = await selectAdvisers(ctx, id);
  if (!found) throw new ApiError('not_found', 'There is no such adviser.');
  return found;
}

/** Returns the advisers, the company's rules, and the users whom an adviser may be. */
export async function listAdvisers(ctx: ApiContext): Promise<AdvisersAndRules> {
  const rows = await ctx.db
    .select({ id: users.id, name: users.name, role: users.role })
    .from(users)
    .where(and(isNull(users.disabledAt)))
    .orderBy(asc(users.name));
  return {
    company: await getCompanyRules(ctx),
    advisers: await selectAdvisers(ctx),
    users: rows.filter(({ role }) => hasPermission(role, 'manage-consultations')).map(({ id, name }) => ({ id, name })),
  };
}

/** The most advisers, so that the calendar and the search for a free one stay quick. */
const mostAdvisers = 100;

const createFieldError = (path: string, message: string) =>
  new ApiError('unprocessable', 'The adviser was not saved.', [{ path, message }]);

/** Returns the hours of a week as rows. */
function toRows(hours: readonly DayHours[]) {
  return hours.flatMap((stretches, index) => stretches.map((stretch) => ({ weekday: index + 1, ...stretch })));
}

async function insertAdviser({ db }: Context): Promise<number> {
  // Two people who add an adviser at once wait for each other, so that each gets a number.
  await db.execute(sql`lock table consultation_advisers in share row exclusive mode`);
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into consultation_advisers (id) select coalesce(max(id), 0) + 1 from consultation_advisers
    having count(*) < ${mostAdvisers} returning id`);
  if (!rows[0]) throw createFieldError('name', `There can be at most ${mostAdvisers} advisers.`);
  return rows[0].id;
}

/** Locks an adviser, so that two people do not write their hours at once. Returns the version. */
async function lockAdviser({ db }: Context, id: number): Promise<number> {
  const [row] = await db
    .select({ version: consultationAdvisers.version })
    .from(consultationAdvisers)
    .where(eq(consultationAdvisers.id, id))
    .for('update');
  if (!row) throw new ApiError('not_found', 'There is no such adviser.');
  return row.version;
}

/** Throws `conflict` if an adviser was changed since the user opened them. Locks the adviser. */
async function requireVersion(ctx: Context, id: number, version: number | undefined): Promise<void> {
  if ((await lockAdviser(ctx, id)) === version) return;
  const message = 'Somebody else has changed this adviser meanwhile, so nothing was saved. Compare, and save again.';
  throw new ApiError('conflict', message, [{ path: 'version', message }]);
}

/**
 * Adds an adviser, or changes one: name, mails, hours, buffers, places, and the day from which they are gone. Bookings
 * stay as they are. `conflict` if somebody else has changed the adviser meanwhile.
 */
export async function saveAdviser(ctx: ApiContext, input: AdviserInput): Promise<AdviserDetails> {
  const { id: known, version, hours, ...fields } = input;
  if (fields.timeZone && !(await isTimeZoneConsistent(ctx, fields.timeZone, 730)))
    throw createFieldError('timeZone', 'is not a time zone that the database and this program agree on');
  return ctx.db.transaction(async (tx) => {
    const txCtx: CompanyContext = { ...ctx, db: tx };
    if (known !== undefined) await requireVersion(txCtx, known, version);
    const id = known ?? (await insertAdviser(txCtx));
    await tx
      .update(consultationAdvisers)
      .set({ ...fields, hasOwnHours: hours !== null, version: sql`version + 1` })
      .where(eq(consultationAdvisers.id, id))
      .catch((error: unknown) => {
        if (isUniqueViolation(error)) throw createFieldError('userId', 'is another adviser already');
        throw error;
      });
    if (hours) {
      await tx.delete(consultationAdviserHours).where(eq(consultationAdviserHours.adviser, id));
      const rows = toRows(hours).map((row) => ({ adviser: id, ...row }));
      if (rows.length > 0) await tx.insert(consultationAdviserHours).values(rows);
    }
    await noteAdviserCount(txCtx);
    return getAdviser(txCtx, id);
  });
}

/** Changes the hours of the company, the step between starts, and the minutes of a hold. */
export async function saveConsultationRules(
  ctx: ApiContext,
  { hours, stepMinutes, holdMinutes }: z.output<typeof companyRulesInput>,
): Promise<CompanyRules> {
  return ctx.db.transaction(async (tx) => {
    await tx.update(consultationSettings).set({ stepMinutes, holdMinutes });
    await tx.delete(consultationHours);
    const rows = toRows(hours);
    if (rows.length > 0) await tx.insert(consultationHours).values(rows);
    return getCompanyRules({ ...ctx, db: tx });
  });
}

/** Gives an adviser other hours on one date. Without hours, the usual ones of that day apply again. */
export async function setException(
  ctx: ApiContext,
  { adviser, day, hours }: { adviser: number; day: string; hours: DayHours },
): Promise<AdviserDetails> {
  return ctx.db.transaction(async (tx) => {
    await lockAdviser({ db: tx }, adviser);
    await tx.delete(consultationExceptions).where(sql`adviser = ${adviser} and day = ${day}::date`);
    if (hours.length > 0)
      await tx.insert(consultationExceptions).values(hours.map((stretch) => ({ adviser, day, ...stretch })));
    return getAdviser({ ...ctx, db: tx }, adviser);
  });
}
