import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { callText } from '../../contract/call-text.ts';
import type { ApiContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { oneLine, plainName } from '../submissions/mail-text.ts';
import type { Booking } from './diary.ts';
import { findByLink } from './find.ts';
import { manageAddress } from './tokens.ts';

interface Event {
  booking: Booking;
  company: ApiContext['company'];
  /** Who is invited; left out in a file that its reader fetches. */
  visitor?: { name: string; email: string };
  /** For the one who reads the file. */
  description: string;
  location: string;
}

/**
 * Returns an appointment as an iCalendar file (RFC 5545), with a method of RFC 5546. Its UID is the booking's for life; a
 * higher SEQUENCE replaces what a calendar has. Instants are UTC, so the file needs no zones.
 */
export function calendarText(
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH',
  { booking, company, visitor, description, location }: Event,
): string {
  const name = oneLine(company.name);
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
    summary: `Consultation with ${name}`,
    description,
    location,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name, email: company.inbox },
  });
  if (visitor)
    event.createAttendee({
      name: plainName(visitor.name) ?? visitor.email,
      email: visitor.email,
      role: ICalAttendeeRole.REQ,
      status: ICalAttendeeStatus.ACCEPTED,
      rsvp: false,
    });
  return calendar.toString();
}

/** Returns where a visitor's calendar says that the call is. */
export function visitorLocation({ call, name }: ApiContext['company']): string {
  return call.channel === 'video'
    ? 'Video call, by the link that we send you'
    : `Telephone: ${oneLine(name)} calls you`;
}

/**
 * Returns the calendar file of a booked appointment for the holder of its link, who takes it home without a mail.
 * `conflict` where the appointment is not booked; else errors as `findByLink`.
 */
export async function getCalendar(ctx: ApiContext, { manage }: { manage: string }): Promise<{ calendar: string }> {
  const booking = await findByLink(ctx, manage);
  if (booking.status !== 'BOOKED') throw new ApiError('conflict', 'This appointment is not booked.');
  const { company } = ctx;
  const { reference, visitor } = booking;
  const how = callText(company.call, company.name, visitor.phone !== null);
  const description = `Reference ${reference}. ${how} Move or cancel: ${manageAddress(company, manage)}`;
  const location = visitorLocation(company);
  return { calendar: calendarText('PUBLISH', { booking, company, description, location }) };
}
