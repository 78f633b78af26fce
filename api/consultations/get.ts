import { sql } from 'drizzle-orm';
import type { Appointment } from '../../contract/consultation-shapes.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { findAppointment, findByLink, presentAppointment } from './find.ts';

/** The appointment of a link, for its page; changes nothing. Errors as `findByLink`. */
export async function getAppointment(ctx: Context, { manage }: { manage: string }): Promise<Appointment> {
  return presentAppointment(await findByLink(ctx, manage));
}

/** When the consultation with a reference is, and nothing of who it is with. `not_found` where there is none. */
export async function getReceiptOfConsultation(
  ctx: Context,
  { reference }: { reference: string },
): Promise<Appointment> {
  const found = await findAppointment(ctx, sql`sent.reference = ${reference}`);
  if (!found) throw new ApiError('not_found', 'There is no consultation with this reference.');
  return presentAppointment(found);
}
