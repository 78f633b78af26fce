import { formatTimeRange, toLocalTime } from '../../../contract/content/local-time.ts';
import type { MailName } from '../../../contract/content/mail-templates.ts';
import { describeCall } from '../../../contract/http/call-text.ts';
import { composeMail, formatDetails, isolateName } from '../submissions/mail-text.ts';
import type { NewMail } from '../submissions/store.ts';
import { type AppointmentMailContext, describeVisitorLocation, renderCalendarFile } from './calendar.ts';

const reminderLead = 24 * 60 * 60 * 1000;

/** The visitor's details and message, for the mail to the company. */
interface SentRequest {
  details: [string, string | undefined][];
  message: string;
  officeZone: string;
}

/** Composes a mail to the visitor, with the values that the mails about appointments have. */
function composeVisitorMail(
  context: AppointmentMailContext,
  mail: MailName,
  values: Record<string, string> = {},
): NewMail {
  const { visitor, company, reference, link, word } = context;
  const shown = { reference, time: describeTime(context), call: callLine(context), link, ...values };
  return composeMail({ mail, visitor, company, values: shown, addition: word });
}

/** Composes the mail to the company, and its copy for an adviser with another address, in the adviser's zone. */
function composeCompanyMails(
  context: AppointmentMailContext,
  officeZone: string,
  mail: MailName,
  typed: Record<string, string> = {},
): NewMail[] {
  const { visitor, company, adviser, by, reference } = context;
  const compose = (recipient: string, zone: string): NewMail => {
    const values = { reference, time: describeTime(context, zone), by: isolateName(by ?? ''), ...typed };
    const composed = composeMail({ mail, visitor, company, values });
    const subject = [isolateName(adviser.name), composed.subject].filter(Boolean).join(': ');
    return { ...composed, recipient, subject };
  };
  const isElsewhere = adviser.email !== '' && adviser.email.toLowerCase() !== company.inbox.toLowerCase();
  return [
    compose(company.inbox, officeZone),
    ...(isElsewhere ? [compose(adviser.email, adviser.timeZone ?? officeZone)] : []),
  ];
}

/** Composes the mails to the company about a booking that was sent. */
function composeRequestMails(
  context: AppointmentMailContext,
  mail: MailName,
  { details, message, officeZone }: SentRequest,
): NewMail[] {
  const lines = formatDetails([...details, ['Time zone of the visitor', context.booking.timeZone]]);
  return composeCompanyMails(context, officeZone, mail, { details: lines, message });
}

function callLine({ company, visitor, call }: AppointmentMailContext): string {
  const line = describeCall(call, isolateName(company.name), visitor.phone !== null);
  const isMissing = call.channel === 'telephone' && visitor.phone === null;
  return isMissing ? `${line} Please reply with your number.` : line;
}

/** Returns the location text of the company's calendar event, with the number to call. */
function describeLocation({ call: { channel, place }, visitor }: AppointmentMailContext): string {
  if (channel === 'video') return place ?? 'Video call';
  if (channel === 'on-site') return place ?? 'On site';
  return visitor.phone ? `Telephone ${visitor.phone}` : 'Telephone, number not known yet';
}

/** Composes the mails to both sides, each with a calendar file that adds, replaces or removes the event. */
function composeCalendarMails(
  context: AppointmentMailContext,
  calendarMethod: 'REQUEST' | 'CANCEL',
  visitorMail: NewMail,
  companyMails: NewMail[],
): NewMail[] {
  const { booking, reference, visitor, company, call, link } = context;
  const createCalendarFields = (description: string, location: string) => ({
    calendar: renderCalendarFile(calendarMethod, { booking, company, visitor, description, location }),
    calendarMethod,
  });
  const whatToDo = calendarMethod === 'CANCEL' ? '' : ` ${callLine(context)} Move or cancel: ${link}`;
  return [
    {
      ...visitorMail,
      ...createCalendarFields(`Reference ${reference}.${whatToDo}`, describeVisitorLocation(call, company)),
    },
    ...companyMails.map((mail) => ({
      ...mail,
      ...createCalendarFields(`Reference ${reference}.`, describeLocation(context)),
    })),
  ];
}

function describeTime({ booking }: AppointmentMailContext, zone = booking.timeZone): string {
  return `  ${formatTimeRange(booking, zone)}`;
}

/** Composes the reminder, due a day before; none for an appointment less than a day away. */
function composeReminder(context: AppointmentMailContext): NewMail[] {
  const dueAt = new Date(Date.parse(context.booking.start) - reminderLead);
  if (dueAt.getTime() <= Date.now()) return [];
  return [{ ...composeVisitorMail({ ...context, word: undefined }, 'reminder'), dueAt, isReminder: true }];
}

/**
 * Composes the mails about a booking: confirmation and reminder to the visitor, and the sent details to the company.
 */
export function composeBookingMails(context: AppointmentMailContext, sent: SentRequest): NewMail[] {
  return composeBookedMails(context, composeRequestMails(context, 'newBooking', sent));
}

/** Composes the mails about a time that is booked: each side gets the event, and the visitor a reminder. */
function composeBookedMails(context: AppointmentMailContext, companyMails: NewMail[]): NewMail[] {
  return [
    ...composeCalendarMails(context, 'REQUEST', composeVisitorMail(context, 'booked'), companyMails),
    ...composeReminder(context),
  ];
}

/**
 * Composes the mails about an unconfirmed booking: the link that confirms it to the visitor, and the sent details to
 * the company. Neither has a calendar file.
 */
export function composeUnconfirmedMails(context: AppointmentMailContext, sent: SentRequest): NewMail[] {
  const { booking, company } = context;
  const until = booking.heldUntil && toLocalTime(booking.heldUntil, booking.timeZone).time;
  const hold = until
    ? `We will hold the time until ${until} (${booking.timeZone}). After that you can still confirm it if it is free.`
    : 'You can confirm it if the time is still free.';
  const call = describeCall({ ...context.call, place: undefined }, isolateName(company.name), null);
  return [
    composeVisitorMail(context, 'unconfirmed', { hold, call }),
    ...composeRequestMails(context, 'newUnconfirmed', sent),
  ];
}

/** Composes the mails after a confirmation, or after a cancellation was undone: both sides get the event. */
export function composeConfirmationMails(
  context: AppointmentMailContext,
  officeZone: string,
  mail: 'bookingConfirmed' | 'bookingRestored',
): NewMail[] {
  return composeBookedMails(context, composeCompanyMails(context, officeZone, mail));
}

/**
 * Composes the mails after a move: both sides get a calendar file that replaces the old one, and the visitor gets a new
 * reminder. An adviser who no longer has the appointment gets a file that removes it.
 */
export function composeMoveMails(
  context: AppointmentMailContext,
  officeZone: string,
  former: AppointmentMailContext,
): NewMail[] {
  const companyMails = composeCompanyMails(context, officeZone, 'bookingMoved');
  const known = companyMails.map(({ recipient }) => recipient);
  const formerMails = composeCompanyMails(former, officeZone, 'bookingReassigned');
  const lost = formerMails.filter(({ recipient }) => !known.includes(recipient));
  const cancelled = { ...former, booking: { ...former.booking, sequence: context.booking.sequence } };
  return [
    ...composeCalendarMails(context, 'REQUEST', composeVisitorMail(context, 'moved'), companyMails),
    ...composeCalendarMails(cancelled, 'CANCEL', composeVisitorMail(context, 'moved'), lost).slice(1),
    ...composeReminder(context),
  ];
}

/**
 * Composes the mails after a cancellation: both sides get a calendar file that removes the event. Without an earlier
 * calendar file, only the company gets a mail, unless a person of the company writes to the visitor.
 */
export function composeCancellationMails(
  context: AppointmentMailContext,
  { timeZone, wasBooked }: { timeZone: string; wasBooked: boolean },
): NewMail[] {
  const companyMails = composeCompanyMails(context, timeZone, 'bookingCancelled');
  const link = `${context.company.siteUrl()}/book-a-free-consultation`;
  const visitorMail = composeVisitorMail(context, 'cancelled', { link });
  if (wasBooked) return composeCalendarMails(context, 'CANCEL', visitorMail, companyMails);
  return context.word ? [visitorMail, ...companyMails] : companyMails;
}
