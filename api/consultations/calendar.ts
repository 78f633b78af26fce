import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { ApiContext } from '../context.ts';
import { oneLine, plainName } from '../submissions/mail-text.ts';
import type { Booking } from './diary.ts';

export interface CalendarFile {
  calendar: string;
  calendarMethod: 'REQUEST' | 'CANCEL';
}

interface Invited {
  name: string;
  email: string;
}

/**
 * The appointment as an iCalendar file (RFC 5545) that a mail carries (RFC 5546, RFC 6047). Its UID is the booking's for
 * life; a higher SEQUENCE replaces what a calendar has. Instants are UTC, so the file needs no zones. `description` is
 * for the one it is sent to.
 */
export function calendarFile(
  booking: Booking,
  visitor: Invited,
  { name, inbox, siteUrl }: ApiContext['company'],
  { isCancelled, description }: { isCancelled: boolean; description: string },
): CalendarFile {
  const calendarMethod = isCancelled ? 'CANCEL' : 'REQUEST';
  const calendar = ical({
    prodId: { company: oneLine(name), product: 'Consultation', language: 'EN' },
    method: ICalCalendarMethod[calendarMethod],
  });
  const event = calendar.createEvent({
    id: `consultation-${booking.id}@${new URL(siteUrl()).hostname}`,
    sequence: booking.sequence,
    start: new Date(booking.start),
    end: new Date(booking.end),
    stamp: new Date(),
    summary: `Consultation with ${oneLine(name)}`,
    description,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: oneLine(name), email: inbox },
  });
  event.createAttendee({
    name: plainName(visitor.name) ?? visitor.email,
    email: visitor.email,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.ACCEPTED,
    rsvp: false,
  });
  return { calendar: calendar.toString(), calendarMethod };
}
