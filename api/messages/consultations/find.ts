import { type SQL, sql } from 'drizzle-orm';
import type { Appointment, ConsultationReceipt } from '../../../contract/forms/consultation-shapes.ts';
import type { CallChannel, CallSettings } from '../../../contract/http/call-text.ts';
import { readPublishedSettings } from '../../content/index.ts';
import type { CompanyContext, Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { Booking } from './calendar-slots.ts';
import { resolveCall } from './resolve-call.ts';
import { readConsultationToken } from './tokens.ts';

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

/** Returns the appointment that matches a condition on `booked` (consultations) or `sent` (submissions), or null. */
export async function findAppointment(ctx: Context, condition: SQL): Promise<FoundAppointment | null> {
  const { rows } = await ctx.db.execute<{
    id: string;
    begins: string;
    ends: string;
    status: FoundAppointment['status'];
    held_until: string | null;
    time_zone: string;
    sequence: number;
    is_over: boolean;
    is_quarantined: boolean;
    network: string | null;
    email_key: string | null;
    confirmed_at: string | null;
    submission_id: number;
    reference: string;
    name: string;
    email: string;
    phone: string | null;
    company: string | null;
    message: string;
    adviser: number;
    channel: CallChannel | null;
    place: string | null;
    booked_by: string | null;
    no_show_at: string | null;
    adviser_name: string;
    adviser_email: string;
    adviser_zone: string | null;
    video_link: string | null;
    adviser_place: string | null;
  }>(sql`
    select booked.id, lower(during) as begins, upper(during) as ends, booked.time_zone, sequence, network, email_key,
      confirmed_at, case when held_until <= now() then 'LAPSED' else status end as status,
      case when held_until > now() then held_until end as held_until,
      upper(during) <= now() as is_over, sent.quarantined_for is not null as is_quarantined,
      submission_id, sent.reference, sent.name, sent.email,
      coalesce(sent.phone, sent.contact_number) as phone, sent.company, sent.message,
      adviser, channel, booked.place, booked_by, no_show_at, coalesce(person.name, '') as adviser_name,
      coalesce(person.email, '') as adviser_email, person.time_zone as adviser_zone, person.video_link,
      person.place as adviser_place
    from consultations booked join submissions sent on sent.id = booked.submission_id
    left join consultation_advisers person on person.id = booked.adviser
    where ${condition}`);
  const [row] = rows;
  if (!row) return null;
  const { consultation } = (await readPublishedSettings(ctx)).forms;
  const { adviser_name: name, adviser_email: email, adviser_zone, video_link: videoLink, adviser_place } = row;
  return {
    id: row.id,
    adviser: row.adviser,
    adviserDetails: { name, email, timeZone: adviser_zone },
    call: resolveCall(consultation, row, { name, videoLink, place: adviser_place }),
    company: row.company,
    message: row.message,
    bookedBy: row.booked_by === null ? null : Number(row.booked_by),
    noShowAt: row.no_show_at && new Date(row.no_show_at).toISOString(),
    start: new Date(row.begins).toISOString(),
    end: new Date(row.ends).toISOString(),
    status: row.status,
    heldUntil: row.held_until && new Date(row.held_until).toISOString(),
    timeZone: row.time_zone,
    sequence: row.sequence,
    isOver: row.is_over,
    isQuarantined: row.is_quarantined,
    network: row.network,
    emailKey: row.email_key,
    confirmedAt: row.confirmed_at,
    submissionId: Number(row.submission_id),
    reference: row.reference,
    visitor: { name: row.name, email: row.email, phone: row.phone },
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
export async function presentReceipt(ctx: CompanyContext, found: FoundAppointment): Promise<ConsultationReceipt> {
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
