import { callText } from '../../contract/call-text.ts';
import { localTime, stretchText } from '../../contract/local-time.ts';
import type { ApiContext } from '../context.ts';
import { detailLines, greeting, notYouNote, oneLine } from '../submissions/mail-text.ts';
import type { Mail } from '../submissions/store.ts';
import { calendarText, visitorLocation } from './calendar.ts';
import type { Booking } from './diary.ts';

// The visitor's address may be somebody else's: no mail to it holds a text that its sender chose, the name apart.

const reminderLead = 24 * 60 * 60 * 1000;

/** What the mails about an appointment need to know of it. */
export interface Told {
  booking: Booking;
  reference: string;
  visitor: { name: string; email: string; phone: string | null };
  company: ApiContext['company'];
  /** The visitor's own link; the company gets none. */
  link: string;
}

/** What a visitor sent, for the company's mail about it. */
interface Sent {
  details: [string, string | undefined][];
  message: string;
  officeZone: string;
}

type Text = Pick<Mail, 'subject' | 'body'>;

function toVisitor({ visitor, company }: Told, { subject, body }: Text): Mail {
  return {
    recipient: visitor.email,
    replyTo: company.inbox,
    subject,
    body: `${greeting(visitor.name)}\n\n${body}`,
  };
}

function toCompany({ visitor, company }: Told, text: Text): Mail {
  return { recipient: company.inbox, replyTo: visitor.email, ...text };
}

function callLine({ company, visitor }: Told): string {
  const line = callText(company.call, company.name, visitor.phone !== null);
  const isMissing = company.call.channel === 'telephone' && visitor.phone === null;
  return isMissing ? `${line} Please answer this mail with one.` : line;
}

/** Where the company's calendar says that the call is: with the number to call. */
function companyLocation({ company, visitor }: Told): string {
  if (company.call.channel === 'video') return 'Video call';
  return visitor.phone ? `Telephone ${visitor.phone}` : 'Telephone, number not known yet';
}

/** The mails to both sides about a time that is, or was, in their calendars, each with its calendar file. */
function pair(told: Told, calendarMethod: 'REQUEST' | 'CANCEL', visitorText: Text, companyText: Text): Mail[] {
  const { booking, reference, visitor, company, link } = told;
  const file = (description: string, location: string) => ({
    calendar: calendarText(calendarMethod, { booking, company, visitor, description, location }),
    calendarMethod,
  });
  const whatToDo = calendarMethod === 'CANCEL' ? '' : ` ${callLine(told)} Move or cancel: ${link}`;
  return [
    { ...toVisitor(told, visitorText), ...file(`Reference ${reference}.${whatToDo}`, visitorLocation(company)) },
    { ...toCompany(told, companyText), ...file(`Reference ${reference}.`, companyLocation(told)) },
  ];
}

function whenText({ booking }: Told, zone = booking.timeZone): string {
  return `  ${stretchText(booking, zone)}`;
}

const changeLine = (link: string) => `Move or cancel it here, up to its beginning:\n${link}\n`;

function companySubject({ reference, visitor }: Told, what = ''): string {
  return `Consultation ${reference} with ${oneLine(visitor.name)}${what}`;
}

function requestText(told: Told, { details, message, officeZone }: Sent): string {
  const lines = detailLines([...details, ['Chosen in the zone', told.booking.timeZone]]);
  return `${stretchText(told.booking, officeZone)}\n\n${lines}\n\n${message}\n`;
}

/** A day before, where it is further away than that. */
function reminder(told: Told): Mail[] {
  const { booking, reference, company, link } = told;
  const dueAt = new Date(Date.parse(booking.start) - reminderLead);
  if (dueAt.getTime() <= Date.now()) return [];
  const text = {
    subject: `Reminder: your consultation (${reference})`,
    body: `Your consultation with ${company.name} is on\n\n${whenText(told)}\n\n${callLine(told)}\n\n${changeLine(link)}`,
  };
  return [{ ...toVisitor(told, text), dueAt, isReminder: true }];
}

function confirmation(told: Told): Text {
  const { reference, company, link } = told;
  return {
    subject: `Your consultation is booked (${reference})`,
    body: `Your consultation with ${company.name} is booked for\n\n${whenText(told)}\n\n${callLine(told)}\n\nIts reference is ${reference}. The attached file puts it into your calendar.\n\n${changeLine(link)}\n${notYouNote}\n`,
  };
}

/** To the visitor the confirmation and, later, a reminder; to the company what was sent. */
export function mailsOfBooking(told: Told, sent: Sent): Mail[] {
  const companyText = { subject: companySubject(told), body: requestText(told, sent) };
  return [...pair(told, 'REQUEST', confirmation(told), companyText), ...reminder(told)];
}

/** To the visitor the link that confirms the booking; to the company what was sent. No calendar knows of the time yet. */
export function mailsOfUnconfirmed(told: Told, sent: Sent): Mail[] {
  const { booking, reference, company, link } = told;
  const until = booking.heldUntil && localTime(booking.heldUntil, booking.timeZone).time;
  const hold = until
    ? `We keep the time for you until ${until} (${booking.timeZone}). After that you can still confirm it while it is free.`
    : 'You can confirm it while it is free.';
  const visitorText = {
    subject: `Please confirm your consultation (${reference})`,
    body: `A consultation with ${company.name} was asked for with your e-mail address, on\n\n${whenText(told)}\n\nPlease open this link and confirm it:\n${link}\n\n${hold}\n\n${callText(company.call, company.name, null)}\n\nIf you did not ask for it, do nothing: it is booked only when you confirm it.\n`,
  };
  const companyText = {
    subject: companySubject(told, ', not confirmed yet'),
    body: `The sender has not confirmed this booking yet. You get a mail with a calendar file when that is done.\n\n${requestText(told, sent)}`,
  };
  return [toVisitor(told, visitorText), toCompany(told, companyText)];
}

/** After its confirmation: to both, with the calendar file, and the reminder. */
export function mailsOfConfirmation(told: Told, officeZone: string): Mail[] {
  const companyText = {
    subject: companySubject(told, ' is confirmed'),
    body: `It is on\n\n${whenText(told, officeZone)}\n\nWhat the visitor sent stands in the mail before this one.\n`,
  };
  return [...pair(told, 'REQUEST', confirmation(told), companyText), ...reminder(told)];
}

/** After a move: the new time to both, with the calendar file that replaces the old one, and a new reminder. */
export function mailsOfMove(told: Told, officeZone: string): Mail[] {
  const { reference, company, link } = told;
  const visitorText = {
    subject: `Your consultation was moved (${reference})`,
    body: `Your consultation with ${company.name} is now on\n\n${whenText(told)}\n\n${callLine(told)}\n\nThe attached file moves it in your calendar.\n\n${changeLine(link)}`,
  };
  const companyText = {
    subject: companySubject(told, ' was moved'),
    body: `It is now on\n\n${whenText(told, officeZone)}\n`,
  };
  return [...pair(told, 'REQUEST', visitorText, companyText), ...reminder(told)];
}

/** After a cancellation: to both, with the calendar file that takes it out; where it never was in one, to the company. */
export function mailsOfCancellation(
  told: Told,
  { timeZone, wasBooked }: { timeZone: string; wasBooked: boolean },
): Mail[] {
  const { reference, company } = told;
  const was = `It was on\n\n${whenText(told, timeZone)}\n\n`;
  const subject = companySubject(told, ' was cancelled');
  if (!wasBooked) return [toCompany(told, { subject, body: `${was}It had not been confirmed.\n` })];
  const again = `${company.siteUrl()}/book-a-free-consultation`;
  const visitorText = {
    subject: `Your consultation was cancelled (${reference})`,
    body: `Your consultation with ${company.name} on\n\n${whenText(told)}\n\nwas cancelled. The attached file takes it out of your calendar. Another time can be booked here:\n${again}\n`,
  };
  return pair(told, 'CANCEL', visitorText, { subject, body: `${was}The time is free again.\n` });
}
