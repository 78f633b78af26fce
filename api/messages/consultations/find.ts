import { type SQL, sql } from 'drizzle-orm';
import type { Appointment, ConsultationReceipt } from '../../../contract/forms/consultation-shapes.ts';
import { readPublishedSettings } from '../../content/index.ts';
import type { CompanyContext, Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import type { Booking } from './calendar-slots.ts';
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
}

/** An appointment found by a link. `isFromMail` is true where the link comes from our mail. */
export type LinkedAppointment = FoundAppointment & { isFromMail: boolean };

/** Returns the appointment that matches a condition on `booked` (consultations) or `sent` (submissions), or null. */
export async function findAppointment({ db }: Context, condition: SQL): Promise<FoundAppointment | null> {
  const { rows } = await db.execute<{
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
  }>(sql`
    select booked.id, lower(during) as begins, upper(during) as ends, time_zone, sequence, network, email_key,
      confirmed_at, case when held_until <= now() then 'LAPSED' else status end as status,
      case when held_until > now() then held_until end as held_until,
      upper(during) <= now() as is_over, sent.quarantined_for is not null as is_quarantined,
      submission_id, sent.reference, sent.name, sent.email, sent.phone
    from consultations booked join submissions sent on sent.id = booked.submission_id where ${condition}`);
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.id,
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
  const { channel, host } = (await readPublishedSettings(ctx)).forms.consultation;
  const call = { channel, host };
  return { start, end, timeZone, status, reference, sequence, call, sendsMail: ctx.company.sendsMail };
}

/** Returns the fields of an appointment for the holder of its link. */
export async function presentAppointment(ctx: CompanyContext, found: LinkedAppointment): Promise<Appointment> {
  const isOpen = found.status === 'UNCONFIRMED' || found.status === 'LAPSED';
  return {
    ...(await presentReceipt(ctx, found)),
    heldUntil: found.heldUntil,
    canConfirm: found.isFromMail && isOpen,
    hasNumber: found.visitor.phone !== null,
  };
}
