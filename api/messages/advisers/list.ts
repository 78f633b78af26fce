import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { AdvisersAndRules } from '../../../contract/studio/consultation-operations.ts';
import type { AdviserDetails, CompanyRules, DayHours } from '../../../contract/studio/consultation-shapes.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { ApiContext, CompanyContext } from '../../context.ts';
import {
  consultationAdviserDaysOff,
  consultationAdviserHours,
  consultationAdvisers,
  consultationDaysOff,
  consultationExceptions,
  consultationHours,
  consultationSettings,
  users,
} from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { getBookingRules } from '../consultations/booking-rules.ts';

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
export async function getCompanyRules(ctx: CompanyContext): Promise<CompanyRules> {
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
