import { type SQL, sql } from 'drizzle-orm';
import type { Appointment, ReceiptOfConsultation } from '../../contract/consultation-shapes.ts';
import type { CompanyContext, Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { Booking } from './diary.ts';
import { readToken } from './tokens.ts';

/** An appointment with what changes of it need to know. */
export interface Found extends Booking {
  status: ReceiptOfConsultation['status'];
  reference: string;
  submissionId: number;
  visitor: { name: string; email: string; phone: string | null };
  isQuarantined: boolean;
  isOver: boolean;
  network: string | null;
  emailKey: string | null;
  confirmedAt: string | null;
}

/** An appointment as the holder of a link has it; `isFromMail` where the link shows that our mail was read. */
export type FoundByLink = Found & { isFromMail: boolean };

/** The appointment that a condition on `booked` or `sent` names; null where there is none. */
export async function findAppointment({ db }: Context, condition: SQL): Promise<Found | null> {
  const { rows } = await db.execute<{
    id: string;
    begins: string;
    ends: string;
    status: Found['status'];
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
 * The appointment of a link. `not_found` where the link is none of ours or what it names is no more; `gone` when the
 * appointment is over: the link ends with it.
 */
export async function findByLink(ctx: Context, manage: string): Promise<FoundByLink> {
  const content = await readToken(ctx, ['manage', 'mail'], manage);
  const found = content && (await findAppointment(ctx, sql`booked.id = ${content.id}::uuid`));
  if (!found) throw new ApiError('not_found', 'This link names no appointment. Please copy all of it from the mail.');
  if (found.isOver) throw new ApiError('gone', 'This appointment is over, and its link with it.');
  return { ...found, isFromMail: content.use === 'mail' };
}

/** Returns what everybody may know who has the reference of an appointment. */
export function presentReceipt({ company }: CompanyContext, found: Found): ReceiptOfConsultation {
  const { start, end, timeZone, status, reference, sequence } = found;
  return { start, end, timeZone, status, reference, sequence, call: company.call, sendsMail: company.sendsMail };
}

/** Returns what the holder of a link may know of an appointment. */
export function presentAppointment(ctx: CompanyContext, found: FoundByLink): Appointment {
  const isOpen = found.status === 'UNCONFIRMED' || found.status === 'LAPSED';
  return {
    ...presentReceipt(ctx, found),
    heldUntil: found.heldUntil,
    canConfirm: found.isFromMail && isOpen,
    hasNumber: found.visitor.phone !== null,
  };
}
