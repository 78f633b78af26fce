// The mails of the site, as the setting `forms` words them. Browsers of the Studio load this file, so the schema is in
// `form-schemas.ts`.

/** A mail of the site: its default words, and what it can name beside the placeholders of every mail. */
interface MailTemplate {
  /**
   * Mails to visitors have a greeting and a last paragraph; they must not repeat what was typed into a form. Mails to
   * the company do. `merged` holds several mails to one recipient.
   */
  to: 'visitor' | 'company' | 'merged';
  subject: string;
  /** Paragraphs of plain text. One is left out where a placeholder in it has no value. */
  text: string;
  /** Placeholders of this mail alone. */
  placeholders: readonly string[];
  /** Placeholders that the text must contain. */
  required: readonly string[];
}

/** Placeholders that the subject and the text of any mail can contain. */
export const commonPlaceholders = ['company', 'consultation', 'reference'] as const;

/** What mails to the company can name. */
const sent = ['name', 'details', 'message'];
const booked = ['name', 'time', 'by'];
const newlyBooked = [...sent, 'time', 'by'];
const by = '{by} did this in the Studio.';

const appointment = ['time', 'call', 'link'];
const change = 'You can move or cancel it here until it starts:\n{link}';

/** The mails by the field of `mails` that words them. */
export const mailTemplates = {
  contact: {
    to: 'visitor',
    subject: 'We have your message ({reference})',
    text: 'Thank you for writing to {company}. We have received your message. Your reference is {reference}. A person will read it and reply.',
    placeholders: [],
    required: ['reference'],
  },
  enquiry: {
    to: 'visitor',
    subject: 'We have your enquiry ({reference})',
    text: 'Thank you for your interest in {company}. We have received your enquiry. Your reference is {reference}. A person will read it and reply.',
    placeholders: [],
    required: ['reference'],
  },
  furtherEnquiry: {
    to: 'visitor',
    subject: 'Added to your open enquiry {earlier}',
    text: 'Thank you for your interest in {company}. You have asked us about this before, so we added your enquiry {reference} to your open enquiry {earlier}. One person will read both and reply to them together.',
    placeholders: ['earlier'],
    required: ['earlier'],
  },
  request: {
    to: 'visitor',
    subject: 'We have your request for a {consultation} ({reference})',
    text: 'Thank you for asking {company} for a {consultation}. We have received your request. Your reference is {reference}. A person will read it and suggest a time.\n\n{call}',
    placeholders: ['call'],
    required: ['reference'],
  },
  booked: {
    to: 'visitor',
    subject: 'Your {consultation} is booked ({reference})',
    text: `Your {consultation} with {company} is booked for\n\n{time}\n\n{call}\n\nYour reference is {reference}. Open the attached file to add the {consultation} to your calendar.\n\n${change}`,
    placeholders: appointment,
    required: ['time', 'link'],
  },
  unconfirmed: {
    to: 'visitor',
    subject: 'Please confirm your {consultation} ({reference})',
    text: 'Someone used your e-mail address to request a {consultation} with {company} on\n\n{time}\n\nTo confirm it, open this link:\n{link}\n\n{hold}\n\n{call}\n\nIt is booked only when you confirm it.',
    placeholders: [...appointment, 'hold'],
    required: ['time', 'link'],
  },
  reminder: {
    to: 'visitor',
    subject: 'Reminder: your {consultation} ({reference})',
    text: `Your {consultation} with {company} is on\n\n{time}\n\n{call}\n\n${change}`,
    placeholders: appointment,
    required: ['time', 'link'],
  },
  moved: {
    to: 'visitor',
    subject: 'Your {consultation} has been moved ({reference})',
    text: `Your {consultation} with {company} is now on\n\n{time}\n\n{call}\n\nOpen the attached file to update your calendar.\n\n${change}`,
    placeholders: appointment,
    required: ['time', 'link'],
  },
  cancelled: {
    to: 'visitor',
    subject: 'Your {consultation} has been cancelled ({reference})',
    text: 'Your {consultation} with {company} on\n\n{time}\n\nhas been cancelled. Open the attached file to remove it from your calendar. You can book another time here:\n{link}',
    placeholders: ['time', 'link'],
    required: ['time'],
  },
  merged: {
    to: 'merged',
    subject: '{count} messages in one e-mail',
    text: 'We send only a few e-mails an hour to one address, so we have combined these messages:\n\n{list}',
    placeholders: ['count', 'list'],
    required: ['list'],
  },
  newMessage: {
    to: 'company',
    subject: 'Message {reference} from {name}',
    text: '{details}\n\n{message}',
    placeholders: sent,
    required: ['details', 'message'],
  },
  newEnquiry: {
    to: 'company',
    subject: 'Enquiry {reference} from {name}',
    text: '{details}\n\n{message}',
    placeholders: sent,
    required: ['details', 'message'],
  },
  addedEnquiry: {
    to: 'company',
    subject: 'Enquiry {reference} from {name}, added to {earlier}',
    text: '{details}\n\n{message}\n\nEnquiry {other} has the same telephone number but a different e-mail address. Before you mention one enquiry in a reply to the other, make sure that both come from the same person.',
    placeholders: [...sent, 'earlier', 'other'],
    required: ['details', 'message', 'other'],
  },
  newRequest: {
    to: 'company',
    subject: 'Request for a {consultation} {reference} from {name}',
    text: '{details}\n\n{message}',
    placeholders: sent,
    required: ['details', 'message'],
  },
  newBooking: {
    to: 'company',
    subject: '{consultation} {reference} with {name}',
    text: `{time}\n\n{details}\n\n{message}\n\n${by}`,
    placeholders: newlyBooked,
    required: ['time', 'details', 'message'],
  },
  newUnconfirmed: {
    to: 'company',
    subject: '{consultation} {reference} with {name}, not confirmed yet',
    text: 'The sender has not confirmed this booking yet. When they do, you will get an e-mail with a calendar file.\n\n{time}\n\n{details}\n\n{message}',
    placeholders: newlyBooked,
    required: ['time', 'details', 'message'],
  },
  bookingConfirmed: {
    to: 'company',
    subject: '{consultation} {reference} with {name} is confirmed',
    text: 'It is on\n\n{time}\n\nThe visitor’s details and message are in the previous e-mail about this {consultation}.',
    placeholders: booked,
    required: ['time'],
  },
  bookingMoved: {
    to: 'company',
    subject: '{consultation} {reference} with {name} has been moved',
    text: `It is now on\n\n{time}\n\n${by}`,
    placeholders: booked,
    required: ['time'],
  },
  bookingReassigned: {
    to: 'company',
    subject: '{consultation} {reference} with {name} has been given to somebody else',
    text: `It was on\n\n{time}\n\n${by}`,
    placeholders: booked,
    required: ['time'],
  },
  bookingCancelled: {
    to: 'company',
    subject: '{consultation} {reference} with {name} has been cancelled',
    text: `It was on\n\n{time}\n\n${by}`,
    placeholders: booked,
    required: ['time'],
  },
  bookingRestored: {
    to: 'company',
    subject: '{consultation} {reference} with {name} takes place after all',
    text: `It is on\n\n{time}\n\n${by}`,
    placeholders: booked,
    required: ['time'],
  },
} as const satisfies Record<string, MailTemplate>;

/** Placeholders of answers that people write in the Studio; `sender` is the name of the writer. */
export const answerPlaceholders = ['name', 'sender', 'company', 'consultation', 'reference'] as const;

export type MailName = keyof typeof mailTemplates;
