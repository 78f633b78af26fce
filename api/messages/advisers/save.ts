import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  AdviserDetails,
  AdviserInput,
  CompanyRules,
  companyRulesInput,
  DayHours,
} from '../../../contract/studio/consultation-shapes.ts';
import type { ApiContext, CompanyContext, Context } from '../../context.ts';
import {
  consultationAdviserHours,
  consultationAdvisers,
  consultationExceptions,
  consultationHours,
  consultationSettings,
  isUniqueViolation,
} from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { noteAdviserCount } from '../consultations/booking-rules.ts';
import { isTimeZoneConsistent } from '../consultations/is-time-zone-consistent.ts';
import { getAdviser, getCompanyRules } from './list.ts';

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
