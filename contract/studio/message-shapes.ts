import { z } from 'zod';
import { dateTime } from '../forms/text-input.ts';
import { mailStates } from './mail-states.ts';
import { givenStates, messageActKinds, messageKinds, messageLimits, messageStates } from './message-kinds.ts';

const person = z.object({ id: z.int(), name: z.string() });

/** A reference such as `7K3M-92QD`, in any case. */
export const messageReference = z
  .string()
  .trim()
  .regex(/^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/i, 'must be a reference such as 7K3M-92QD')
  .toUpperCase();

const tag = z
  .string()
  .trim()
  .min(1)
  .max(messageLimits.tag)
  .regex(/^[^\p{Cc},]+$/u, 'must be one line without a comma');

export const createMessageText = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'is required')
    .max(max)
    .regex(/^[^\0]*$/, 'contains a NUL character');

/** What a person does with one or several messages. */
export const messageChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ASSIGN'), to: z.int().min(1).nullable() }),
  z.object({ kind: z.literal('STATUS'), state: z.enum(givenStates) }),
  z.object({ kind: z.literal('TAG'), add: z.array(tag).max(10).default([]), remove: z.array(tag).max(10).default([]) }),
  z.object({ kind: z.literal('SPAM'), reason: z.string().trim().min(1).max(200).default('by hand') }),
  z.object({ kind: z.literal('NOT_SPAM') }),
]);

export const messageActReport = z.object({
  /** The act, to undo it as a whole; null if nothing changed. */
  group: z.uuid().nullable(),
  changed: z.array(z.string()),
  /** The messages that were left as they were, and why. */
  skipped: z.array(z.object({ reference: z.string(), reason: z.string() })),
  /** How many unsent mails are held or released. */
  mails: z.int(),
});

export const messageSummary = z.object({
  reference: z.string(),
  kind: z.enum(messageKinds),
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  /** The page or topic that an enquiry is about. */
  subject: z.string().nullable(),
  /** The beginning of the text. */
  excerpt: z.string(),
  receivedAt: dateTime,
  /** When the visitor wrote last. */
  heardAt: dateTime,
  state: z.enum(messageStates),
  isUnread: z.boolean(),
  assignee: person.nullable(),
  tags: z.array(z.string()),
  /** The number of files of the message, and of further messages that were merged into it. */
  files: z.int(),
  merged: z.int(),
  /** Whether a mail about the message was given up. */
  hasFailedMail: z.boolean(),
});

/** The numbers of messages that need a person, each at most `countLimit`. */
export const messageCounts = z.object({
  open: z.int(),
  /** Open and assigned to the user, and open without an assignee. */
  mine: z.int(),
  unassigned: z.int(),
  quarantine: z.int(),
  /** Messages with a mail that was given up. */
  givenUp: z.int(),
});

const messageFile = z.object({
  token: z.string(),
  name: z.string(),
  bytes: z.int(),
  /** What the file is, in words. */
  type: z.string(),
  /** What to know before opening it; null if nothing. */
  warning: z.string().nullable(),
  /** Whether it is a picture, which the site has encoded anew, so that it can be shown. */
  isPicture: z.boolean(),
});

const item = { id: z.string(), at: dateTime };

/** One thing that happened, in the order of time. */
export const timelineItem = z.discriminatedUnion('type', [
  /** What the visitor sent by a form: the message itself, or one that was merged into it. */
  z.object({
    type: z.literal('MESSAGE'),
    ...item,
    reference: z.string(),
    name: z.string(),
    email: z.string(),
    text: z.string(),
    files: z.array(messageFile),
  }),
  /** A mail about the message. */
  z.object({
    type: z.literal('MAIL'),
    ...item,
    mailId: z.int(),
    /** The person who wrote it; null for the site's own mails. */
    author: z.string().nullable(),
    isAnswer: z.boolean(),
    isToVisitor: z.boolean(),
    recipient: z.string(),
    subject: z.string(),
    text: z.string(),
    state: z.enum(mailStates),
    attempts: z.int(),
    /** When it was sent, or will be tried. */
    stateAt: dateTime.nullable(),
    /** What the mail server said last. */
    reason: z.string().nullable(),
  }),
  /** A mail that the visitor sent back, or an automatic one. */
  z.object({
    type: z.literal('REPLY'),
    ...item,
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    text: z.string(),
    /** The former e-mails that the mail repeats below its text, or an empty text. */
    quoted: z.string(),
    isAutomatic: z.boolean(),
    /** Why it is automatic. */
    reason: z.string(),
    /** What was not stored, in words. */
    leftOut: z.array(z.string()),
    files: z.array(messageFile),
  }),
  /** What somebody did or noted. */
  z.object({
    type: z.literal('ACT'),
    ...item,
    kind: z.enum(messageActKinds),
    group: z.string(),
    /** Null: the command line, or the server itself. */
    author: z.string().nullable(),
    /** What was done, as the end of a sentence that begins with the author. */
    words: z.string(),
    /** The words of a note. */
    text: z.string(),
    canUndo: z.boolean(),
    undoneBy: z.string().nullable(),
    undoneAt: dateTime.nullable(),
  }),
]);

const relatedMessage = z.object({
  reference: z.string(),
  kind: z.enum(messageKinds),
  state: z.enum(messageStates),
  excerpt: z.string(),
  receivedAt: dateTime,
});

/** What a writer begins an answer with. */
const answerStart = z.object({
  from: z.string(),
  to: z.string(),
  /** Where the visitor's answer to the answer goes. */
  replyTo: z.string(),
  subject: z.string(),
  greeting: z.string(),
  /** Added below the text. */
  signature: z.string(),
  templates: z.array(z.object({ name: z.string(), text: z.string() })),
});

export const openedMessage = messageSummary.extend({
  text: z.string(),
  phone: z.string().nullable(),
  place: z.string().nullable(),
  persona: z.string().nullable(),
  interests: z.array(z.string()),
  /** The page from which the visitor came to the form. */
  readBefore: z.string().nullable(),
  spamReasons: z.array(z.string()),
  /** The consultation that the visitor booked; null without one. */
  appointment: z
    .object({ id: z.string(), start: dateTime, end: dateTime, state: z.string(), timeZone: z.string() })
    .nullable(),
  /** The newest thing that an answer must know; `answerMessage` names it. */
  seen: z.string(),
  timeline: z.array(timelineItem),
  /** Other messages of the same address, newest first. */
  related: z.array(relatedMessage),
  /** Other people who have the message open. */
  others: z.array(z.object({ name: z.string(), isWriting: z.boolean() })),
  answer: answerStart,
});

export type MessageChange = z.output<typeof messageChange>;
export type MessageActReport = z.output<typeof messageActReport>;
export type MessageSummary = z.output<typeof messageSummary>;
export type MessageCounts = z.output<typeof messageCounts>;
export type MessageFile = z.output<typeof messageFile>;
export type TimelineItem = z.output<typeof timelineItem>;
export type OpenedMessage = z.output<typeof openedMessage>;
