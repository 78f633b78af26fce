import { sql } from 'drizzle-orm';
import type { Appointment, ReceiptOfConsultation } from '../../contract/consultation-shapes.ts';
import type { ApiContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { findAppointment, findByLink, presentAppointment, presentReceipt } from './find.ts';

/** The appointment of a link, for its page; changes nothing. Errors as `findByLink`. */
export async function getAppointment(ctx: ApiContext, { manage }: { manage: string }): Promise<Appointment> {
  return presentAppointment(ctx, await findByLink(ctx, manage));
}

/** When the consultation with a reference is, and nothing of who it is with. `not_found` where there is none. */
export async function getReceiptOfConsultation(
  ctx: ApiContext,
  { reference }: { reference: string },
): Promise<ReceiptOfConsultation> {
  const found = await findAppointment(ctx, sql`sent.reference = ${reference}`);
  if (!found) throw new ApiError('not_found', 'There is no consultation with this reference.');
  return presentReceipt(ctx, found);
}
