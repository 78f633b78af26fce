import type { CallSettings } from '../../../contract/http/call-text.ts';
import type { CompanyContext } from '../../context.ts';
import { type MailCompany, readCompanyForMails } from '../submissions/mail-text.ts';
import type { Booking } from './calendar-slots.ts';
import type { AdviserDetails, FoundAppointment } from './find.ts';
import { createAppointmentLink } from './tokens.ts';

/** What the mails about an appointment are made from. */
export interface AppointmentMailContext {
  booking: Booking;
  reference: string;
  visitor: { name: string; email: string; phone: string | null };
  company: MailCompany;
  call: CallSettings;
  adviser: AdviserDetails;
  /** The visitor's own link; never sent to the company. */
  link: string;
  /** What a person of the company says to the visitor about a change. */
  word?: string | undefined;
  /** The person of the company who made a change; undefined for the visitor. */
  by?: string | undefined;
}

/** Creates the context of the mails about an appointment. */
export async function createMailContext(ctx: CompanyContext, found: FoundAppointment): Promise<AppointmentMailContext> {
  return {
    booking: found,
    reference: found.reference,
    visitor: found.visitor,
    company: await readCompanyForMails(ctx),
    call: found.call,
    adviser: found.adviserDetails,
    link: await createAppointmentLink(ctx, found.id),
  };
}
