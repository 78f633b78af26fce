import { type SQL, sql } from 'drizzle-orm';
import type { Appointment } from '../../contract/consultation-shapes.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import type { Booking } from './diary.ts';
import { readToken } from './tokens.ts';

export interface Found extends Booking {
  status: 'BOOKED' | 'CANCELLED';
  reference: string;
  submissionId: number;
  visitor: { name: string; email: string };
  isOver: boolean;
}

/** The appointment that a condition on `booked` or `sent` names; null where there is none. */
export async function findAppointment({ db }: Context, condition: SQL): Promise<Found | null> {
  const { rows } = await db.execute<{
    id: string;
    begins: string;
    ends: string;
    status: Found['status'];
    time_zone: string;
    sequence: number;
    is_over: boolean;
    submission_id: number;
    reference: string;
    name: string;
    email: string;
  }>(sql`
    select booked.id, lower(during) as begins, upper(during) as ends, status, time_zone, sequence,
      upper(during) <= now() as is_over, submission_id, sent.reference, sent.name, sent.email
    from consultations booked join submissions sent on sent.id = booked.submission_id where ${condition}`);
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.id,
    start: new Date(row.begins).toISOString(),
    end: new Date(row.ends).toISOString(),
    status: row.status,
    timeZone: row.time_zone,
    sequence: row.sequence,
    isOver: row.is_over,
    submissionId: Number(row.submission_id),
    reference: row.reference,
    visitor: { name: row.name, email: row.email },
  };
}

/**
 * The appointment of a link. `not_found` where the link is none of ours or what it names is no more; `gone` when the
 * appointment is over: the link ends with it.
 */
export async function findByLink(ctx: Context, manage: string): Promise<Found> {
  const content = await readToken(ctx, 'manage', manage);
  const found = content && (await findAppointment(ctx, sql`booked.id = ${content.id}::uuid`));
  if (!found) throw new ApiError('not_found', 'This link names no appointment. Please copy all of it from the mail.');
  if (found.isOver) throw new ApiError('gone', 'This appointment is over, and its link with it.');
  return found;
}

/** What leaves of an appointment. */
export function presentAppointment({ start, end, timeZone, status, reference, sequence }: Found): Appointment {
  return { start, end, timeZone, status, reference, sequence };
}
