import { toSentenceStart } from '../../../contract/content/list-settings.ts';
import { formatTimeRange, toLocalTime } from '../../../contract/content/local-time.ts';
import type { MailName } from '../../../contract/content/mail-templates.ts';
import { describeCall } from '../../../contract/http/call-text.ts';
import { composeVisitorMail, formatDetails, isolateName, type MailCompany } from '../submissions/mail-text.ts';
import type { NewMail } from '../submissions/store.ts';
import { describeVisitorLocation, renderCalendarFile } from './calendar.ts';
import type { Booking } from './calendar-slots.ts';

const reminderLead = 24 * 60 * 60 * 1000;

/** What the mails about an appointment are made from. */
export interface AppointmentMailContext {
  booking: Booking;
  reference: string;
  visitor: { name: string; email: string; phone: string | null };
  company: MailCompany;
  /** The visitor's own link; never sent to the company. */
  link: string;
}

/** The visitor's details and message, for the mail to the company. */
interface SentRequest {
  details: [string, string | undefined][];
  message: string;
  officeZone: string;
}

type MailText = Pick<NewMail, 'subject' | 'body'>;

/** Composes a mail to the visitor, with the values that the mails about appointments have. */
function composeMail(context: AppointmentMailContext, mail: MailName, values: Record<string, string> = {}): NewMail {
  const { visitor, company, reference, link } = context;
  const shown = { reference, time: describeTime(context), call: callLine(context), link, ...values };
  return composeVisitorMail({ mail, visitor, company, values: shown });
}

function addressToCompany({ visitor, company }: AppointmentMailContext, text: MailText): NewMail {
  return { recipient: company.inbox, replyTo: visitor.email, ...text };
}

function callLine({ company, visitor }: AppointmentMailContext): string {
  const line = describeCall(company.forms.consultation, isolateName(company.name), visitor.phone !== null);
  const isMissing = company.forms.consultation.channel === 'telephone' && visitor.phone === null;
  return isMissing ? `${line} Please reply with your number.` : line;
}

/** Returns the location text of the company's calendar event, with the number to call. */
function describeLocation({ company, visitor }: AppointmentMailContext): string {
  if (company.forms.consultation.channel === 'video') return 'Video call';
  return visitor.phone ? `Telephone ${visitor.phone}` : 'Telephone, number not known yet';
}

/** Composes the mails to both sides, each with a calendar file that adds, replaces or removes the event. */
function composeCalendarMails(
  context: AppointmentMailContext,
  calendarMethod: 'REQUEST' | 'CANCEL',
  visitorMail: NewMail,
  companyText: MailText,
): NewMail[] {
  const { booking, reference, visitor, company, link } = context;
  const createCalendarFields = (description: string, location: string) => ({
    calendar: renderCalendarFile(calendarMethod, { booking, company, visitor, description, location }),
    calendarMethod,
  });
  const whatToDo = calendarMethod === 'CANCEL' ? '' : ` ${callLine(context)} Move or cancel: ${link}`;
  return [
    {
      ...visitorMail,
      ...createCalendarFields(`Reference ${reference}.${whatToDo}`, describeVisitorLocation(company)),
    },
    {
      ...addressToCompany(context, companyText),
      ...createCalendarFields(`Reference ${reference}.`, describeLocation(context)),
    },
  ];
}

function describeTime({ booking }: AppointmentMailContext, zone = booking.timeZone): string {
  return `  ${formatTimeRange(booking, zone)}`;
}

function createCompanySubject({ reference, visitor, company }: AppointmentMailContext, what = ''): string {
  return `${toSentenceStart(company.forms.consultation.name)} ${reference} with ${isolateName(visitor.name)}${what}`;
}

function requestText(context: AppointmentMailContext, { details, message, officeZone }: SentRequest): string {
  const lines = formatDetails([...details, ['Time zone of the visitor', context.booking.timeZone]]);
  return `${formatTimeRange(context.booking, officeZone)}\n\n${lines}\n\n${message}\n`;
}

/** Composes the reminder, due a day before; none for an appointment less than a day away. */
function composeReminder(context: AppointmentMailContext): NewMail[] {
  const dueAt = new Date(Date.parse(context.booking.start) - reminderLead);
  if (dueAt.getTime() <= Date.now()) return [];
  return [{ ...composeMail(context, 'reminder'), dueAt, isReminder: true }];
}

/**
 * Composes the mails about a booking: confirmation and reminder to the visitor, and the sent details to the company.
 */
export function composeBookingMails(context: AppointmentMailContext, sent: SentRequest): NewMail[] {
  const companyText = { subject: createCompanySubject(context), body: requestText(context, sent) };
  return [
    ...composeCalendarMails(context, 'REQUEST', composeMail(context, 'booked'), companyText),
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
  const call = describeCall(company.forms.consultation, isolateName(company.name), null);
  const companyText = {
    subject: createCompanySubject(context, ', not confirmed yet'),
    body: `The sender has not confirmed this booking yet. When they do, you will get an e-mail with a calendar file.\n\n${requestText(context, sent)}`,
  };
  return [composeMail(context, 'unconfirmed', { hold, call }), addressToCompany(context, companyText)];
}

/** Composes the mails after a confirmation: both sides get the calendar file, and the visitor gets a reminder. */
export function composeConfirmationMails(context: AppointmentMailContext, officeZone: string): NewMail[] {
  const companyText = {
    subject: createCompanySubject(context, ' is confirmed'),
    body: `It is on\n\n${describeTime(context, officeZone)}\n\nThe visitor's details and message are in the previous e-mail about this consultation.\n`,
  };
  return [
    ...composeCalendarMails(context, 'REQUEST', composeMail(context, 'booked'), companyText),
    ...composeReminder(context),
  ];
}

/**
 * Composes the mails after a move: both sides get a calendar file that replaces the old one, and the visitor gets a new
 * reminder.
 */
export function composeMoveMails(context: AppointmentMailContext, officeZone: string): NewMail[] {
  const companyText = {
    subject: createCompanySubject(context, ' has been moved'),
    body: `It is now on\n\n${describeTime(context, officeZone)}\n`,
  };
  return [
    ...composeCalendarMails(context, 'REQUEST', composeMail(context, 'moved'), companyText),
    ...composeReminder(context),
  ];
}

/**
 * Composes the mails after a cancellation: both sides get a calendar file that removes the event. Without an earlier
 * calendar file, only the company gets a mail.
 */
export function composeCancellationMails(
  context: AppointmentMailContext,
  { timeZone, wasBooked }: { timeZone: string; wasBooked: boolean },
): NewMail[] {
  const was = `It was on\n\n${describeTime(context, timeZone)}\n\n`;
  const subject = createCompanySubject(context, ' has been cancelled');
  if (!wasBooked) return [addressToCompany(context, { subject, body: `${was}It had not been confirmed.\n` })];
  const link = `${context.company.siteUrl()}/book-a-free-consultation`;
  return composeCalendarMails(context, 'CANCEL', composeMail(context, 'cancelled', { link }), {
    subject,
    body: `${was}The time is free again.\n`,
  });
}
