import { eq, sql } from 'drizzle-orm';
import ical, { ICalEventStatus } from 'ical-generator';
import { toSentenceStart } from '../../../contract/content/list-settings.ts';
import type { AdviserDetails } from '../../../contract/studio/consultation-shapes.ts';
import type { ApiContext, CompanyContext } from '../../context.ts';
import { consultationAdvisers } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { createSecretToken, hashToken } from '../../tokens.ts';
import { findAppointment } from '../consultations/find.ts';
import { isolateName, readCompanyForMails, toSingleLine } from '../submissions/mail-text.ts';
import { getAdviser } from './advisers.ts';

/** The path of the feeds of advisers; the key is in the query, which no log of the server has. */
export const feedPath = '/studio/feeds/consultations.ics';

/** Past consultations that a feed keeps, in days. */
const pastDays = 30;
const mostEvents = 1_000;

/**
 * Makes a new secret address of an adviser's feed and returns it, once: only the hash of its key is stored. The earlier
 * address stops to work.
 */
export async function renewFeed(ctx: ApiContext, { adviser }: { adviser: number }): Promise<{ address: string }> {
  await getAdviser(ctx, adviser);
  const key = createSecretToken();
  await ctx.db
    .update(consultationAdvisers)
    .set({ feedSha256: hashToken(key), feedMadeAt: new Date() })
    .where(eq(consultationAdvisers.id, adviser));
  return { address: `${ctx.company.siteUrl()}${feedPath}?key=${key}` };
}

export async function removeFeed(ctx: ApiContext, { adviser }: { adviser: number }): Promise<AdviserDetails> {
  await ctx.db
    .update(consultationAdvisers)
    .set({ feedSha256: null, feedMadeAt: null })
    .where(eq(consultationAdvisers.id, adviser));
  return getAdviser(ctx, adviser);
}

/**
 * Returns the calendar of the adviser whose feed has this key: upcoming consultations and those of the last month, each
 * with the visitor's name, how to meet, and the address of its screen. A message is not in it, because calendar
 * services keep copies. `not_found` for a wrong key.
 */
export async function renderFeed(ctx: CompanyContext, key: string): Promise<string> {
  const [adviser] = await ctx.db
    .select({ id: consultationAdvisers.id, name: consultationAdvisers.name })
    .from(consultationAdvisers)
    .where(eq(consultationAdvisers.feedSha256, hashToken(key)));
  if (!adviser) throw new ApiError('not_found', 'There is no such feed. Its address may have been renewed.');
  const company = await readCompanyForMails(ctx);
  const name = toSingleLine(company.name);
  const calendar = ical({
    prodId: { company: name, product: 'Consultations', language: 'EN' },
    name: `${adviser.name || `Adviser ${adviser.id}`}: ${toSentenceStart(company.forms.consultation.name)}`,
    ttl: 15 * 60,
  });
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from consultations
    where adviser = ${adviser.id} and submission_id is not null and upper(during) > now() - make_interval(days => ${pastDays}::int)
      and (status = 'BOOKED' or status = 'UNCONFIRMED' and held_until > now())
    order by lower(during) limit ${mostEvents}`);
  for (const { id } of rows) {
    const found = await findAppointment(ctx, sql`booked.id = ${id}::uuid`);
    if (!found) continue;
    const { call, visitor } = found;
    calendar.createEvent({
      id: `consultation-${id}@${new URL(company.siteUrl()).hostname}`,
      sequence: found.sequence,
      start: new Date(found.start),
      end: new Date(found.end),
      stamp: new Date(),
      summary: isolateName(visitor.name),
      description: `Reference ${found.reference}\n${company.siteUrl()}/studio/consultations/${id}`,
      location: call.place ?? (call.channel === 'telephone' ? `Telephone ${visitor.phone ?? 'not known'}` : ''),
      status: found.status === 'BOOKED' ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
    });
  }
  return calendar.toString();
}
