import { toSentenceStart } from '../../../contract/content/list-settings.ts';
import { formatTimeRange, toLocalTime } from '../../../contract/content/local-time.ts';
import type { MailName } from '../../../contract/content/mail-templates.ts';
import { describeCall } from '../../../contract/http/call-text.ts';
import { composeVisitorMail, formatDetails, isolateName } from '../submissions/mail-text.ts';
import type { NewMail } from '../submissions/store.ts';
import { describeVisitorLocation, renderCalendarFile } from './calendar.ts';
import type { AppointmentMailContext } from './mail-context.ts';

const reminderLead = 24 * 60 * 60 * 1000;

/** The visitor's details and message, for the mail to the company. */
interface SentRequest {
  details: [string, string | undefined][];
  message: string;
  officeZone: string;
}

/** A mail to the company: its text shows times in the zone of the reader. */
interface CompanyText {
  subject: string;
  write: (zone: string) => string;
}

/** Composes a mail to the visitor, with the values that the mails about appointments have. */
function composeMail(context: AppointmentMailContext, mail: MailName, values: Record<string, string> = {}): NewMail {
  const { visitor, company, reference, link, word } = context;
  const shown = { reference, time: describeTime(context), call: callLine(context), link, ...values };
  return composeVisitorMail({ mail, visitor, company, values: shown, addition: word });
}

/** Composes the mail to the company, and its copy for an adviser with another address, in the adviser's zone. */
function addressToCompany(
  { visitor, company, adviser, by }: AppointmentMailContext,
  officeZone: string,
  { subject, write }: CompanyText,
): NewMail[] {
  const address = (recipient: string, zone: string): NewMail => ({
    recipient,
    replyTo: visitor.email,
    subject,
    body: `${write(zone)}${by ? `\n${isolateName(by)} did this in the Studio.\n` : ''}`,
  });
  const isElsewhere = adviser.email !== '' && adviser.email.toLowerCase() !== company.inbox.toLowerCase();
  return [
    address(company.inbox, officeZone),
    ...(isElsewhere ? [address(adviser.email, adviser.timeZone ?? officeZone)] : []),
  ];
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

function createCompanySubject({ reference, visitor, company, adviser }: AppointmentMailContext, what = ''): string {
  const who = adviser.name ? `${isolateName(adviser.name)}: ` : '';
  return `${who}${toSentenceStart(company.forms.consultation.name)} ${reference} with ${isolateName(visitor.name)}${what}`;
}

function writeRequest(context: AppointmentMailContext, { details, message }: SentRequest): CompanyText['write'] {
  const lines = formatDetails([...details, ['Time zone of the visitor', context.booking.timeZone]]);
  return (zone) => `${formatTimeRange(context.booking, zone)}\n\n${lines}\n\n${message}\n`;
}

/** Composes the reminder, due a day before; none for an appointment less than a day away. */
function composeReminder(context: AppointmentMailContext): NewMail[] {
  const dueAt = new Date(Date.parse(context.booking.start) - reminderLead);
  if (dueAt.getTime() <= Date.now()) return [];
  return [{ ...composeMail({ ...context, word: undefined }, 'reminder'), dueAt, isReminder: true }];
}

/**
 * Composes the mails about a booking: confirmation and reminder to the visitor, and the sent details to the company.
 */
export function composeBookingMails(context: AppointmentMailContext, sent: SentRequest): NewMail[] {
  const companyMails = addressToCompany(context, sent.officeZone, {
    subject: createCompanySubject(context),
    write: writeRequest(context, sent),
  });
  return [
    ...composeCalendarMails(context, 'REQUEST', composeMail(context, 'booked'), companyMails),
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
  const write = writeRequest(context, sent);
  return [
    composeMail(context, 'unconfirmed', { hold, call }),
    ...addressToCompany(context, sent.officeZone, {
      subject: createCompanySubject(context, ', not confirmed yet'),
      write: (zone) =>
        `The sender has not confirmed this booking yet. When they do, you will get an e-mail with a calendar file.\n\n${write(zone)}`,
    }),
  ];
}

/** Composes the mails after a confirmation: both sides get the calendar file, and the visitor gets a reminder. */
export function composeConfirmationMails(context: AppointmentMailContext, officeZone: string): NewMail[] {
  const companyMails = addressToCompany(context, officeZone, {
    subject: createCompanySubject(context, ' is confirmed'),
    write: (zone) =>
      `It is on\n\n${describeTime(context, zone)}\n\nThe visitor's details and message are in the previous e-mail about this consultation.\n`,
  });
  return [
    ...composeCalendarMails(context, 'REQUEST', composeMail(context, 'booked'), companyMails),
    ...composeReminder(context),
  ];
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
  const companyMails = addressToCompany(context, officeZone, {
    subject: createCompanySubject(context, ' has been moved'),
    write: (zone) => `It is now on\n\n${describeTime(context, zone)}\n`,
  });
  const formerMails = addressToCompany(former, officeZone, {
    subject: createCompanySubject(former, ' has been given to somebody else'),
    write: (zone) => `It was on\n\n${describeTime(former, zone)}\n`,
  });
  const known = companyMails.map(({ recipient }) => recipient);
  const lost = formerMails.filter(({ recipient }) => !known.includes(recipient));
  const cancelled = { ...former, booking: { ...former.booking, sequence: context.booking.sequence } };
  return [
    ...composeCalendarMails(context, 'REQUEST', composeMail(context, 'moved'), companyMails),
    ...composeCalendarMails(cancelled, 'CANCEL', composeMail(context, 'moved'), lost).slice(1),
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
  const companyMails = addressToCompany(context, timeZone, {
    subject: createCompanySubject(context, ' has been cancelled'),
    write: (zone) =>
      `It was on\n\n${describeTime(context, zone)}\n\n${wasBooked ? 'The time is free again.' : 'It had not been confirmed.'}\n`,
  });
  const link = `${context.company.siteUrl()}/book-a-free-consultation`;
  const visitorMail = composeMail(context, 'cancelled', { link });
  if (wasBooked) return composeCalendarMails(context, 'CANCEL', visitorMail, companyMails);
  return context.word ? [visitorMail, ...companyMails] : companyMails;
}

/** Composes the mails after a cancellation was undone: both sides get the event again. */
export function composeRestorationMails(context: AppointmentMailContext, officeZone: string): NewMail[] {
  const companyMails = addressToCompany(context, officeZone, {
    subject: createCompanySubject(context, ' takes place after all'),
    write: (zone) => `It is on\n\n${describeTime(context, zone)}\n`,
  });
  return [
    ...composeCalendarMails(context, 'REQUEST', composeMail(context, 'booked'), companyMails),
    ...composeReminder(context),
  ];
}
