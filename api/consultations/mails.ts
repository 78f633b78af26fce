import { stretchText } from '../../contract/local-time.ts';
import type { ApiContext } from '../context.ts';
import { detailLines, oneLine } from '../submissions/mail-text.ts';
import type { Mail } from '../submissions/store.ts';
import { calendarFile } from './calendar.ts';
import type { Booking } from './diary.ts';

const reminderLead = 24 * 60 * 60 * 1000;

/** What the mails about an appointment need to know of it. */
export interface Told {
  booking: Booking;
  reference: string;
  visitor: { name: string; email: string };
  company: ApiContext['company'];
  /** The visitor's own link; the company gets none. */
  link: string;
}

function pair(
  { booking, reference, visitor, company, link }: Told,
  isCancelled: boolean,
  toVisitor: { subject: string; body: string },
  toCompany: { subject: string; body: string },
): Mail[] {
  const file = (description: string) => calendarFile(booking, visitor, company, { isCancelled, description });
  return [
    {
      recipient: visitor.email,
      replyTo: company.inbox,
      ...toVisitor,
      ...file(isCancelled ? `Reference ${reference}` : `Reference ${reference}. Move or cancel: ${link}`),
    },
    { recipient: company.inbox, replyTo: visitor.email, ...toCompany, ...file(`Reference ${reference}`) },
  ];
}

const changeLine = (link: string) => `Move or cancel it here, up to its beginning:\n${link}\n`;

/** A day before, where it is further away than that. */
function reminder({ booking, reference, visitor, company, link }: Told): Mail[] {
  const dueAt = new Date(Date.parse(booking.start) - reminderLead);
  if (dueAt.getTime() <= Date.now()) return [];
  const when = stretchText(booking, booking.timeZone);
  return [
    {
      recipient: visitor.email,
      replyTo: company.inbox,
      subject: `Reminder: your consultation (${reference})`,
      body: `Your consultation with ${company.name} is on\n\n  ${when}\n\n${changeLine(link)}`,
      dueAt,
      isReminder: true,
    },
  ];
}

/** To the visitor the confirmation and, later, a reminder; to the company what was sent. */
export function mailsOfBooking(
  told: Told,
  { details, message, officeZone }: { details: [string, string | undefined][]; message: string; officeZone: string },
): Mail[] {
  const { booking, reference, visitor, company, link } = told;
  const when = stretchText(booking, booking.timeZone);
  return [
    ...pair(
      told,
      false,
      {
        subject: `Your consultation is booked (${reference})`,
        body: `Thank you. Your consultation with ${company.name} is booked for\n\n  ${when}\n\nIts reference is ${reference}. The attached file puts it into your calendar.\n\n${changeLine(link)}`,
      },
      {
        subject: `Consultation ${reference} with ${oneLine(visitor.name)}`,
        body: `${stretchText(booking, officeZone)}\n\n${detailLines([...details, ['Chosen in the zone', booking.timeZone]])}\n\n${message}\n`,
      },
    ),
    ...reminder(told),
  ];
}

/** After a move: the new time to both, with the calendar file that replaces the old one, and a new reminder. */
export function mailsOfMove(told: Told, officeZone: string): Mail[] {
  const { booking, reference, visitor, company, link } = told;
  return [
    ...pair(
      told,
      false,
      {
        subject: `Your consultation was moved (${reference})`,
        body: `Your consultation with ${company.name} is now on\n\n  ${stretchText(booking, booking.timeZone)}\n\nThe attached file moves it in your calendar.\n\n${changeLine(link)}`,
      },
      {
        subject: `Consultation ${reference} with ${oneLine(visitor.name)} was moved`,
        body: `It is now on\n\n  ${stretchText(booking, officeZone)}\n`,
      },
    ),
    ...reminder(told),
  ];
}

/** After a cancellation: to both, with the calendar file that takes it out. */
export function mailsOfCancellation(told: Told, officeZone: string): Mail[] {
  const { booking, reference, visitor, company } = told;
  const again = `${company.siteUrl()}/book-a-free-consultation`;
  return pair(
    told,
    true,
    {
      subject: `Your consultation was cancelled (${reference})`,
      body: `Your consultation with ${company.name} on\n\n  ${stretchText(booking, booking.timeZone)}\n\nwas cancelled. The attached file takes it out of your calendar. Another time can be booked here:\n${again}\n`,
    },
    {
      subject: `Consultation ${reference} with ${oneLine(visitor.name)} was cancelled`,
      body: `It was on\n\n  ${stretchText(booking, officeZone)}\n\nThe time is free again.\n`,
    },
  );
}
