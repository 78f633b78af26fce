// The mails to visitors, as the setting `forms` words them. Browsers of the Studio load this file, so the schema is in
// `form-schemas.ts`.

/** A mail to a visitor: its default words, and what it can name beside the placeholders of every mail. */
interface MailTemplate {
  subject: string;
  /** Paragraphs of plain text, between the greeting and the last paragraph of every mail. */
  text: string;
  /** Placeholders of this mail alone. */
  placeholders: readonly string[];
  /** Placeholders that the text must contain. */
  required: readonly string[];
}

/** Placeholders that the subject and the text of any mail can contain. */
export const commonPlaceholders = ['company', 'consultation', 'reference'] as const;

const appointment = ['time', 'call', 'link'];
const change = 'You can move or cancel it here until it starts:\n{link}';

/** The mails by the field of `mails` that words them. */
export const mailTemplates = {
  contact: {
    subject: 'We have your message ({reference})',
    text: 'Thank you for writing to {company}. We have received your message. Your reference is {reference}. A person will read it and reply.',
    placeholders: [],
    required: ['reference'],
  },
  enquiry: {
    subject: 'We have your enquiry ({reference})',
    text: 'Thank you for your interest in {company}. We have received your enquiry. Your reference is {reference}. A person will read it and reply.',
    placeholders: [],
    required: ['reference'],
  },
  furtherEnquiry: {
    subject: 'Added to your open enquiry {earlier}',
    text: 'Thank you for your interest in {company}. You have asked us about this before, so we added your enquiry {reference} to your open enquiry {earlier}. One person will read both and reply to them together.',
    placeholders: ['earlier'],
    required: ['earlier'],
  },
  request: {
    subject: 'We have your request for a {consultation} ({reference})',
    text: 'Thank you for asking {company} for a {consultation}. We have received your request. Your reference is {reference}. A person will read it and suggest a time.\n\n{call}',
    placeholders: ['call'],
    required: ['reference'],
  },
  booked: {
    subject: 'Your {consultation} is booked ({reference})',
    text: `Your {consultation} with {company} is booked for\n\n{time}\n\n{call}\n\nYour reference is {reference}. Open the attached file to add the {consultation} to your calendar.\n\n${change}`,
    placeholders: appointment,
    required: ['time', 'link'],
  },
  unconfirmed: {
    subject: 'Please confirm your {consultation} ({reference})',
    text: 'Someone used your e-mail address to request a {consultation} with {company} on\n\n{time}\n\nTo confirm it, open this link:\n{link}\n\n{hold}\n\n{call}\n\nIt is booked only when you confirm it.',
    placeholders: [...appointment, 'hold'],
    required: ['time', 'link'],
  },
  reminder: {
    subject: 'Reminder: your {consultation} ({reference})',
    text: `Your {consultation} with {company} is on\n\n{time}\n\n{call}\n\n${change}`,
    placeholders: appointment,
    required: ['time', 'link'],
  },
  moved: {
    subject: 'Your {consultation} has been moved ({reference})',
    text: `Your {consultation} with {company} is now on\n\n{time}\n\n{call}\n\nOpen the attached file to update your calendar.\n\n${change}`,
    placeholders: appointment,
    required: ['time', 'link'],
  },
  cancelled: {
    subject: 'Your {consultation} has been cancelled ({reference})',
    text: 'Your {consultation} with {company} on\n\n{time}\n\nhas been cancelled. Open the attached file to remove it from your calendar. You can book another time here:\n{link}',
    placeholders: ['time', 'link'],
    required: ['time'],
  },
} as const satisfies Record<string, MailTemplate>;

/** Placeholders of answers that people write in the Studio; `sender` is the name of the writer. */
export const answerPlaceholders = ['name', 'sender', 'company', 'consultation', 'reference'] as const;

export type MailName = keyof typeof mailTemplates;
