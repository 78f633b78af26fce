import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { toSentenceStart } from '../../../contract/content/list-settings.ts';
import { type CallSettings, describeCall } from '../../../contract/http/call-text.ts';
import type { ApiContext, CompanyContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import {
  findSafeFirstName,
  isolateName,
  type MailCompany,
  readCompanyForMails,
  toSingleLine,
} from '../submissions/mail-text.ts';
import type { Booking } from './calendar-slots.ts';
import {
  type AdviserDetails,
  createAppointmentLink,
  type FoundAppointment,
  findAppointmentByLink,
  getManageUrl,
} from './find.ts';

interface Event {
  booking: Booking;
  company: MailCompany;
  /** The invited visitor; left out in a file that the visitor downloads. */
  visitor?: { name: string; email: string };
  /** The description that the reader of the file sees. */
  description: string;
  location: string;
}

/**
 * Returns an appointment as an iCalendar file (RFC 5545) with an iTIP method (RFC 5546). A booking keeps its UID for
 * life; a higher SEQUENCE replaces the event in a calendar. Instants are UTC, so the file needs no VTIMEZONE.
 */
export function renderCalendarFile(
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH',
  { booking, company, visitor, description, location }: Event,
): string {
  const name = toSingleLine(company.name);
  const calendar = ical({
    prodId: { company: name, product: 'Consultation', language: 'EN' },
    method: ICalCalendarMethod[method],
  });
  const event = calendar.createEvent({
    id: `consultation-${booking.id}@${new URL(company.siteUrl()).hostname}`,
    sequence: booking.sequence,
    start: new Date(booking.start),
    end: new Date(booking.end),
    stamp: new Date(),
    summary: `${toSentenceStart(company.forms.consultation.name)} with ${isolateName(name)}`,
    description,
    location,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name, email: company.inbox },
  });
  if (visitor?.email)
    event.createAttendee({
      name: findSafeFirstName(visitor.name) ?? visitor.email,
      email: visitor.email,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    });
  return calendar.toString();
}

/** Returns the location text of the visitor's calendar event. */
export function describeVisitorLocation({ channel, place }: CallSettings, { name }: MailCompany): string {
  if (channel === 'video') return place ?? 'Video call; we will send you the link';
  if (channel === 'on-site') return place ?? 'On site; we will write to you where';
  return `Telephone: ${isolateName(name)} will call you`;
}

/**
 * Returns the calendar file of a booked appointment, for download by the holder of its link. `conflict` where the
 * appointment is not booked; other errors as `findAppointmentByLink`.
 */
export async function getCalendarFile(ctx: ApiContext, { manage }: { manage: string }): Promise<{ calendar: string }> {
  const booking = await findAppointmentByLink(ctx, manage);
  if (booking.status !== 'BOOKED') throw new ApiError('conflict', 'This appointment is not booked.');
  const company = await readCompanyForMails(ctx);
  const { reference, visitor } = booking;
  const how = describeCall(booking.call, isolateName(company.name), visitor.phone !== null);
  const description = `Reference ${reference}. ${how} Move or cancel: ${getManageUrl(company, manage)}`;
  const location = describeVisitorLocation(booking.call, company);
  return { calendar: renderCalendarFile('PUBLISH', { booking, company, description, location }) };
}

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
