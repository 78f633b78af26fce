import { eq, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { Appointment, ConsultationReceipt } from '../../../contract/forms/consultation-shapes.ts';
import type { CallSettings } from '../../../contract/http/call-text.ts';
import { readPublishedSettings } from '../../content/index.ts';
import type { CompanyContext, Context } from '../../context.ts';
import { consultationAdvisers, consultations, submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { createSignedToken, readSignedToken } from '../../tokens.ts';
import type { Booking } from './calendar-slots.ts';
import { resolveCall } from './resolve-call.ts';

/**
 * What a token permits. `hold`: use a held time. `manage`: see, move and cancel an appointment; given to the browser
 * that booked. `mail`: also confirm, because only a reader of our mail has this token.
 */
type Use = 'hold' | 'manage' | 'mail';

/** The content of a consultation token: its use, the consultation's id and, for a hold, the held time. */
interface TokenContent {
  use: Use;
  id: string;
  start?: string;
}

/** Creates a token for a link or a form field. A token permits its use to anyone who has it, and nothing else. */
export function createConsultationToken(ctx: Context, content: TokenContent): Promise<string> {
  return createSignedToken(ctx, 'consultation', content);
}

/** Returns the content of a valid token for one of these uses; null otherwise. */
export async function readConsultationToken(
  ctx: Context,
  uses: readonly Use[],
  token: string,
): Promise<TokenContent | null> {
  const content = (await readSignedToken(ctx, 'consultation', token)) as TokenContent | null;
  return content && uses.includes(content.use) ? content : null;
}

/** Returns the URL of an appointment's page. Opening it changes nothing. */
export function getManageUrl({ siteUrl }: CompanyContext['company'], token: string): string {
  return `${siteUrl()}/book-a-free-consultation?manage=${token}`;
}

/** Creates the link in a mail, with which an appointment is seen, confirmed, moved or cancelled. */
export async function createAppointmentLink(ctx: CompanyContext, id: string): Promise<string> {
  return getManageUrl(ctx.company, await createConsultationToken(ctx, { use: 'mail', id }));
}

/** An appointment with everything that a change needs. */
export interface FoundAppointment extends Booking {
  status: ConsultationReceipt['status'];
  reference: string;
  submissionId: number;
  visitor: { name: string; email: string; phone: string | null };
  isQuarantined: boolean;
  isOver: boolean;
  network: string | null;
  emailKey: string | null;
  confirmedAt: string | null;
  call: CallSettings;
  adviserDetails: AdviserDetails;
  company: string | null;
  message: string;
  bookedBy: number | null;
  noShowAt: string | null;
}

/** What mails need of the adviser of an appointment. An adviser without a name or address has empty texts. */
export interface AdviserDetails {
  name: string;
  email: string;
  /** Of the adviser's mails; null: the company's. */
  timeZone: string | null;
}

/** An appointment found by a link. `isFromMail` is true where the link comes from our mail. */
export type LinkedAppointment = FoundAppointment & { isFromMail: boolean };

const [booked, sent, person] = [
  alias(consultations, 'booked'),
  alias(submissions, 'sent'),
  alias(consultationAdvisers, 'person'),
];

export const formatIso = (text: string) => new Date(text).toISOString();

/** Reads a moment that can be missing as an ISO text. */
export const toIso = (moment: SQL | PgColumn) => sql`${moment}`.mapWith(formatIso as (text: string) => string | null);

/** Returns the appointment that matches a condition on `booked` (consultations) or `sent` (submissions), or null. */
export async function findAppointment(ctx: Context, condition: SQL): Promise<FoundAppointment | null> {
  const [row] = await ctx.db
    .select({
      ...{ id: booked.id, adviser: booked.adviser, timeZone: booked.timeZone, sequence: booked.sequence },
      ...{ network: booked.network, emailKey: booked.emailKey, bookedBy: booked.bookedBy },
      ...{ confirmedAt: toIso(booked.confirmedAt), noShowAt: toIso(booked.noShowAt) },
      ...{ submissionId: sent.id, reference: sent.reference, company: sent.company, message: sent.message },
      start: sql<string>`lower(${booked.during})`.mapWith(formatIso),
      end: sql<string>`upper(${booked.during})`.mapWith(formatIso),
      status: sql<
        FoundAppointment['status']
      >`case when ${booked.heldUntil} <= now() then 'LAPSED' else ${booked.status}::text end`,
      heldUntil: toIso(sql`case when ${booked.heldUntil} > now() then ${booked.heldUntil} end`),
      isOver: sql<boolean>`upper(${booked.during}) <= now()`,
      isQuarantined: sql<boolean>`${sent.quarantinedFor} is not null`,
      visitor: {
        name: sent.name,
        email: sent.email,
        phone: sql<string | null>`coalesce(${sent.phone}, ${sent.contactNumber})`,
      },
      channel: booked.channel,
      place: booked.place,
      adviserName: sql<string>`coalesce(${person.name}, '')`,
      adviserEmail: sql<string>`coalesce(${person.email}, '')`,
      adviserZone: person.timeZone,
      adviserPlace: person.place,
      videoLink: person.videoLink,
    })
    .from(booked)
    .innerJoin(sent, eq(sent.id, booked.submissionId))
    .leftJoin(person, eq(person.id, booked.adviser))
    .where(condition);
  if (!row) return null;
  const { channel, place, adviserName: name, adviserEmail, adviserZone, adviserPlace, videoLink, ...found } = row;
  const { consultation } = (await readPublishedSettings(ctx)).forms;
  return {
    ...found,
    adviserDetails: { name, email: adviserEmail, timeZone: adviserZone },
    call: resolveCall(consultation, { channel, place }, { name, videoLink, place: adviserPlace }),
  };
}

/**
 * Returns the appointment of a link. `not_found` where the token is invalid; `gone` when the appointment is over or no
 * longer stored.
 */
export async function findAppointmentByLink(ctx: Context, manage: string): Promise<LinkedAppointment> {
  const content = await readConsultationToken(ctx, ['manage', 'mail'], manage);
  const found = content && (await findAppointment(ctx, sql`booked.id = ${content.id}::uuid`));
  if (!content)
    throw new ApiError(
      'not_found',
      'This link may have been cut off: open it from your mail again, or copy all of it from your mail. If that does not help, write to us.',
    );
  if (!found)
    throw new ApiError('gone', 'This appointment is no longer stored, so its link no longer works. Book another time.');
  if (found.isOver)
    throw new ApiError('gone', 'This appointment has passed, so its link no longer works. Book another time.');
  return { ...found, isFromMail: content.use === 'mail' };
}

/** Returns the public fields of an appointment, for anyone who has its reference. */
async function presentReceipt(ctx: CompanyContext, found: FoundAppointment): Promise<ConsultationReceipt> {
  const { start, end, timeZone, status, reference, sequence } = found;
  const { host } = (await readPublishedSettings(ctx)).forms.consultation;
  const call = { channel: found.call.channel, host };
  return { start, end, timeZone, status, reference, sequence, call, sendsMail: ctx.company.sendsMail };
}

/** Returns the fields of an appointment for the holder of its link. */
export async function presentAppointment(ctx: CompanyContext, found: LinkedAppointment): Promise<Appointment> {
  const isOpen = found.status === 'UNCONFIRMED' || found.status === 'LAPSED';
  return {
    ...(await presentReceipt(ctx, found)),
    call: found.call,
    heldUntil: found.heldUntil,
    canConfirm: found.isFromMail && isOpen,
    hasNumber: found.visitor.phone !== null,
  };
}

/** Returns the appointment of a link; changes nothing. Errors as `findAppointmentByLink`. */
export async function getAppointment(ctx: CompanyContext, { manage }: { manage: string }): Promise<Appointment> {
  return presentAppointment(ctx, await findAppointmentByLink(ctx, manage));
}

/**
 * Returns the time of a consultation by its reference, without the visitor's details. `not_found` for an unknown
 * reference.
 */
export async function getConsultationReceipt(
  ctx: CompanyContext,
  { reference }: { reference: string },
): Promise<ConsultationReceipt> {
  const found = await findAppointment(ctx, sql`sent.reference = ${reference}`);
  if (!found) throw new ApiError('not_found', 'There is no consultation with this reference.');
  return presentReceipt(ctx, found);
}
