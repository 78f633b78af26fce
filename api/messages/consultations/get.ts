import { sql } from 'drizzle-orm';
import type { Appointment, ConsultationReceipt } from '../../../contract/forms/consultation-shapes.ts';
import type { ApiContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { findAppointment, findAppointmentByLink, presentAppointment, presentReceipt } from './find.ts';

/** Returns the appointment of a link; changes nothing. Errors as `findAppointmentByLink`. */
export async function getAppointment(ctx: ApiContext, { manage }: { manage: string }): Promise<Appointment> {
  return presentAppointment(ctx, await findAppointmentByLink(ctx, manage));
}

/**
 * Returns the time of a consultation by its reference, without the visitor's details. `not_found` for an unknown
 * reference.
 */
export async function getConsultationReceipt(
  ctx: ApiContext,
  { reference }: { reference: string },
): Promise<ConsultationReceipt> {
  const found = await findAppointment(ctx, sql`sent.reference = ${reference}`);
  if (!found) throw new ApiError('not_found', 'There is no consultation with this reference.');
  return presentReceipt(ctx, found);
}
