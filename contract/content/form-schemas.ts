import { z } from 'zod';
import { callChannels } from '../http/call-text.ts';
import { typesWithEnquiry } from './list-settings.ts';
import { answerPlaceholders, commonPlaceholders, type MailName, mailTemplates } from './mail-templates.ts';
import { findPlaceholderProblem, listPlaceholders } from './placeholders.ts';
import { linkTarget } from './reference-schemas.ts';
import { createLine } from './text-schemas.ts';

/** A text of which some words are filled in: `{reference}`. */
function addPlaceholders(text: z.ZodString, known: readonly string[], required: readonly string[] = []) {
  return text.superRefine((value, ctx) => {
    const message = findPlaceholderProblem(value, known, required);
    if (message) ctx.addIssue({ code: 'custom', message });
  });
}

/** Paragraphs of plain text. Files keep a line break at the end, which mails leave out. */
const paragraphs = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/\S/, 'must not be empty')
    .regex(/^(?:\P{Cc}|\n)*$/u, 'must have no control characters');

const pageTarget = linkTarget.refine((target) => target.startsWith('/'), 'must be a path of this site such as /blogs');

const contact = { message: createLine(80), send: createLine(40) };

const enquiry = {
  /** Opens the form on phones. */
  open: createLine(60),
  message: createLine(80),
  send: createLine(40),
  /** The types whose entries one can ask about. */
  types: z.array(z.enum(typesWithEnquiry)).max(typesWithEnquiry.length),
  /** Pages one can ask about, after the entries. */
  subjects: z.array(z.strictObject({ label: createLine(80), to: pageTarget })).max(20, 'must have at most 20 items'),
  otherSubject: createLine(60),
};

const consultation = {
  /** What the company calls it, as in "your consultation". */
  name: createLine(40),
  /** Whom the visitor meets, such as "an engineer"; without it mails name the company alone. */
  host: createLine(80).optional(),
  channel: z.enum(callChannels),
  /** Further channels, from which the visitor chooses. */
  otherChannels: z.array(z.enum(callChannels)).max(callChannels.length).optional(),
  /** Where a video call takes place, if an adviser has no link of their own; without it the company sends the link. */
  videoLink: createLine(300)
    .regex(/^https:\/\//, 'must be an address such as https://meet.example.com/room')
    .optional(),
  /** Where a meeting on site takes place. */
  meetingPlace: createLine(200).optional(),
  lengthMinutes: z.int().min(5).max(480),
  /** Minutes before its start until which a time can be booked. */
  noticeMinutes: z.int().min(0).max(43_200),
  /** Days after today, in the zone of the working hours, that can be booked. */
  horizonDays: z.int().min(1).max(800),
  message: createLine(80),
  book: createLine(40),
  /** The label of the text with which one asks for a time that is not on offer. */
  times: createLine(80),
  request: createLine(40),
};

/** What the thank-you pages say. */
const receipt = {
  title: createLine(120),
  lede: addPlaceholders(createLine(240), ['reference'], ['reference']),
  booked: addPlaceholders(createLine(120), ['consultation']),
  unconfirmed: addPlaceholders(createLine(120), ['consultation']),
  cancelled: addPlaceholders(createLine(120), ['consultation']),
  next: createLine(60),
};

/** A note above the button of the contact, enquiry and consultation forms, such as what happens to personal data. */
const note = z.strictObject({
  text: createLine(300),
  link: z.strictObject({ label: createLine(60), to: linkTarget }).optional(),
});

function createMail(name: MailName) {
  const { to, subject, text, required } = mailTemplates[name];
  const known = [...new Set([...(to === 'merged' ? [] : commonPlaceholders), ...listPlaceholders(subject + text)])];
  return {
    subject: addPlaceholders(createLine(120), known),
    text: addPlaceholders(paragraphs(4_000), known, required),
  };
}

type Mails<M extends z.ZodType> = { [N in MailName]: M };
const mapMails = <M extends z.ZodType>(create: (name: MailName) => M) =>
  Object.fromEntries((Object.keys(mailTemplates) as MailName[]).map((name) => [name, create(name)])) as Mails<M>;

const mailWords = {
  greeting: addPlaceholders(createLine(80), ['name'], ['name']),
  greetingWithoutName: createLine(80),
  /** The last paragraph of every mail to a visitor: the address may belong to somebody else. */
  closing: addPlaceholders(createLine(400), ['company']),
};

export const mostAnswerTemplates = 30;

/** A text with which an answer can begin. */
export const answerTemplate = z.strictObject({
  name: createLine(60),
  text: addPlaceholders(paragraphs(4_000), answerPlaceholders),
});

/** What people begin with who answer a message in the Studio. */
const answers = {
  /** The name beside the company's address in a mail program, such as "Ada of WSE". */
  fromName: addPlaceholders(createLine(80), ['sender', 'company'], ['sender']),
  /** The end of every answer. */
  signature: addPlaceholders(paragraphs(400), answerPlaceholders, ['sender']),
  templates: z.array(answerTemplate).max(mostAnswerTemplates, 'must have at most 30 items'),
};

/** The setting as it is stored, and as its file has it: every field is optional. */
export const storedForms = z.strictObject({
  contact: z.strictObject(contact).partial().optional(),
  enquiry: z.strictObject(enquiry).partial().optional(),
  consultation: z.strictObject(consultation).partial().optional(),
  note: note.optional(),
  receipt: z.strictObject(receipt).partial().optional(),
  answers: z.strictObject(answers).partial().optional(),
  mails: z
    .strictObject({
      ...z.strictObject(mailWords).partial().shape,
      ...mapMails((name) => z.strictObject(createMail(name)).partial().optional()),
    })
    .optional(),
});

/** The setting with all its fields; without `mails` and `answers` it is what visitors see. */
export const completedForms = z.object({
  contact: z.object(contact),
  enquiry: z.object(enquiry),
  consultation: z.object(consultation),
  note: note.optional(),
  receipt: z.object(receipt),
  answers: z.object(answers),
  mails: z.object({ ...mailWords, ...mapMails((name) => z.object(createMail(name))) }),
});

export type StoredForms = z.output<typeof storedForms>;
export type FormSettings = z.output<typeof completedForms>;
/** What pages know of the setting. */
export type FormWords = Omit<FormSettings, 'mails' | 'answers'>;
