// The mails of the site, as the setting `forms` words them. Browsers of the Studio load this file, so the schema is in
// `form-schemas.ts`.

/** A mail of the site: its default words, whose placeholders other words can contain too. */
interface MailTemplate {
  /**
   * Who gets the mail. A mail to a visitor has a greeting and a closing paragraph, and must not repeat what was typed
   * into a form, because anybody can type a stranger's address. A mail to the company repeats it. `merged` is the
   * template for several mails to one recipient that are sent as one.
   */
  to: 'visitor' | 'company' | 'merged';
  subject: string;
  /** Paragraphs of plain text. One is left out where a placeholder in it has no value. */
  text: string;
  /** Placeholders that the text must contain. */
  required: readonly string[];
}

/** Placeholders that the subject and the text of any mail can contain. */
export const commonPlaceholders = ['company', 'consultation', 'reference'] as const;

const typed = '{details}\n\n{message}';
const by = '{by} did this in the Studio.';

/** Returns a mail to the company. */
function createNotice(subject: string, text: string, required: readonly string[]) {
  return { to: 'company', subject, text, required } as const;
}

const change = 'You can move or cancel it here until it starts:\n{link}';

/** The mails by the field of `mails` that words them. */
export const mailTemplates = {
  contact: {
    to: 'visitor',
    subject: 'We have your message ({reference})',
    text: 'Thank you for writing to {company}. We have received your message. Your reference is {reference}. A person will read it and reply.',
    required: ['reference'],
  },
  enquiry: {
    to: 'visitor',
    subject: 'We have your enquiry ({reference})',
    text: 'Thank you for your interest in {company}. We have received your enquiry. Your reference is {reference}. A person will read it and reply.',
    required: ['reference'],
  },
  furtherEnquiry: {
    to: 'visitor',
    subject: 'Added to your open enquiry {earlier}',
    text: 'Thank you for your interest in {company}. You have asked us about this before, so we added your enquiry {reference} to your open enquiry {earlier}. One person will read both and reply to them together.',
    required: ['earlier'],
  },
  request: {
    to: 'visitor',
    subject: 'We have your request for a {consultation} ({reference})',
    text: 'Thank you for asking {company} for a {consultation}. We have received your request. Your reference is {reference}. A person will read it and suggest a time.\n\n{call}',
    required: ['reference'],
  },
  booked: {
    to: 'visitor',
    subject: 'Your {consultation} is booked ({reference})',
    text: `Your {consultation} with {company} is booked for\n\n{time}\n\n{call}\n\nYour reference is {reference}. Open the attached file to add the {consultation} to your calendar.\n\n${change}`,
    required: ['time', 'link'],
  },
  unconfirmed: {
    to: 'visitor',
    subject: 'Please confirm your {consultation} ({reference})',
    text: 'Someone used your e-mail address to request a {consultation} with {company} on\n\n{time}\n\nTo confirm it, open this link:\n{link}\n\n{hold}\n\n{call}\n\nIt is booked only when you confirm it.',
    required: ['time', 'link'],
  },
  reminder: {
    to: 'visitor',
    subject: 'Reminder: your {consultation} ({reference})',
    text: `Your {consultation} with {company} is on\n\n{time}\n\n{call}\n\n${change}`,
    required: ['time', 'link'],
  },
  moved: {
    to: 'visitor',
    subject: 'Your {consultation} has been moved ({reference})',
    text: `Your {consultation} with {company} is now on\n\n{time}\n\n{call}\n\nOpen the attached file to update your calendar.\n\n${change}`,
    required: ['time', 'link'],
  },
  cancelled: {
    to: 'visitor',
    subject: 'Your {consultation} has been cancelled ({reference})',
    text: 'Your {consultation} with {company} on\n\n{time}\n\nhas been cancelled. Open the attached file to remove it from your calendar. You can book another time here:\n{link}',
    required: ['time'],
  },
  merged: {
    to: 'merged',
    subject: '{count} messages in one e-mail',
    text: 'We send only a few e-mails an hour to one address, so we have combined these messages:\n\n{list}',
    required: ['list'],
  },
  newMessage: createNotice('Message {reference} from {name}', typed, ['details', 'message']),
  newEnquiry: createNotice('Enquiry {reference} from {name}', typed, ['details', 'message']),
  addedEnquiry: createNotice(
    'Enquiry {reference} from {name}, added to {earlier}',
    '{details}\n\n{message}\n\nEnquiry {other} has the same telephone number but a different e-mail address. Before you mention one enquiry in a reply to the other, make sure that both come from the same person.',
    ['details', 'message', 'other'],
  ),
  newRequest: createNotice('Request for a {consultation} {reference} from {name}', typed, ['details', 'message']),
  newBooking: createNotice('{consultation} {reference} with {name}', `{time}\n\n${typed}\n\n${by}`, [
    'time',
    'details',
    'message',
  ]),
  newUnconfirmed: createNotice(
    '{consultation} {reference} with {name}, not confirmed yet',
    'The sender has not confirmed this booking yet. When they do, you will get an e-mail with a calendar file.\n\n{time}\n\n{details}\n\n{message}',
    ['time', 'details', 'message'],
  ),
  bookingConfirmed: createNotice(
    '{consultation} {reference} with {name} is confirmed',
    'It is on\n\n{time}\n\nThe visitor’s details and message are in the previous e-mail about this {consultation}.',
    ['time'],
  ),
  bookingMoved: createNotice(
    '{consultation} {reference} with {name} has been moved',
    `It is now on\n\n{time}\n\n${by}`,
    ['time'],
  ),
  bookingReassigned: createNotice(
    '{consultation} {reference} with {name} has been given to somebody else',
    `It was on\n\n{time}\n\n${by}`,
    ['time'],
  ),
  bookingCancelled: createNotice(
    '{consultation} {reference} with {name} has been cancelled',
    `It was on\n\n{time}\n\n${by}`,
    ['time'],
  ),
  bookingRestored: createNotice(
    '{consultation} {reference} with {name} takes place after all',
    `It is on\n\n{time}\n\n${by}`,
    ['time'],
  ),
} as const satisfies Record<string, MailTemplate>;

/** Placeholders of answers that people write in the Studio; `sender` is the name of the writer. */
export const answerPlaceholders = ['name', 'sender', 'company', 'consultation', 'reference'] as const;

export type MailName = keyof typeof mailTemplates;
