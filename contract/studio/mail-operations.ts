import { z } from 'zod';
import { type MailName, mailTemplates } from '../content/mail-templates.ts';
import { count, createPageSchema, createPaging, dateTime, id } from '../forms/text-input.ts';
import { mailFilters, mailStates, replyFilters } from './mail-states.ts';
import type { StudioOperation } from './operation.ts';

const mailName = z.enum(Object.keys(mailTemplates) as [MailName, ...MailName[]]);

const mail = z.object({
  id,
  state: z.enum(mailStates),
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: dateTime,
  /** When it was sent; else when it is tried next; null if it is not tried. */
  at: dateTime.nullable(),
  attempts: count,
  /** Whether it was given up, not delivered, or refused several times. */
  needsPerson: z.boolean(),
  /** Why it is held; null if it is not. */
  heldFor: z.enum(['QUARANTINE', 'RESTORE']).nullable(),
  /** What a mail server said; null if it said nothing. */
  reason: z.string().nullable(),
  /** The message that the mail is about. */
  reference: z.string().nullable(),
  /** The person who wrote it; null for mails of the site. */
  author: z.string().nullable(),
  canRetry: z.boolean(),
});

const mailbox = z.object({
  /** The address to which visitors reply. */
  address: z.string(),
  checkedAt: dateTime,
  /** Why the mailbox could not be read; null if it was. */
  error: z.string().nullable(),
});

const mailList = createPageSchema(mail).extend({
  /** How many mails each filter shows. */
  counts: z.record(z.enum(mailFilters), count),
  /** Reasons for which several mails were given up, the most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), count })),
  /** Mails that a restore of a backup holds. */
  restored: count,
  /** Whether a mail server is set; without one, mails wait. */
  isSent: z.boolean(),
  /** How the reading of answers goes; null without a reply address. */
  mailbox: mailbox.nullable(),
});

const replyFile = z.object({ token: z.string(), name: z.string(), bytes: count });

/** A mail that came back and belongs to no message. */
const unmatchedReply = z.object({
  id,
  name: z.string(),
  /** Empty if the mail has no valid sender. */
  address: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The former mails below the text. */
  quoted: z.string(),
  receivedAt: dateTime,
  /** Why it is automatic; empty for a mail of a person. */
  reason: z.string(),
  leftOut: z.array(z.string()),
  files: z.array(replyFile),
  /** Messages of the same address, the newest first. */
  suggestions: z.array(z.object({ reference: z.string(), excerpt: z.string() })),
});

const replyList = createPageSchema(unmatchedReply).extend({ counts: z.record(z.enum(replyFilters), count) });

/** A mail as it would be sent, with sample values. */
const mailPreview = z.object({
  to: z.string(),
  from: z.string(),
  replyTo: z.string(),
  subject: z.string(),
  text: z.string(),
  /** Made from the text; it has no scripts and loads nothing. */
  html: z.string(),
  /** Whether the words are those of a draft, which visitors do not get yet. */
  isDraft: z.boolean(),
  /** Why the words of the draft cannot be shown; null if they can. */
  problem: z.string().nullable(),
});

/** Operations on the mails that go out, and on those that come back without a message. */
export const mailOperations = {
  mails: {
    method: 'GET',
    summary: 'The mails of the outbox, those that need a person first, with the reasons why they were not delivered',
    permission: 'read-messages',
    input: z.object({
      state: z.enum(mailFilters).optional(),
      /** A part of the recipient or the subject, or the reference of the message. */
      q: z.string().trim().max(200).default(''),
      ...createPaging(25),
    }),
    output: mailList,
  },
  outboxCounts: {
    method: 'GET',
    summary: 'How many mails of the outbox need a person, and how many that came back belong to no message',
    permission: 'read-messages',
    output: z.object({ refused: count, givenUp: count, undelivered: count, unmatched: count }),
  },
  retryMail: {
    method: 'POST',
    summary: 'Sends a mail again that was given up, not delivered or, with `isSent`, sent; or tries a waiting one now',
    permission: 'answer-messages',
    body: z.object({ id, isSent: z.boolean().default(false) }),
    output: z.object({ recipient: z.string() }),
  },
  retryMails: {
    method: 'POST',
    summary: 'Sends all mails again that were given up for the same reason',
    permission: 'answer-messages',
    body: z.object({ reason: z.string().min(1).max(10_000) }),
    output: z.object({ count }),
  },
  releaseRestoredMails: {
    method: 'POST',
    summary: 'Sends the mails that a restore holds, because they may have been sent after the backup',
    permission: 'answer-messages',
    body: z.object({}),
    output: z.object({ count }),
  },
  unmatchedReplies: {
    method: 'GET',
    summary: 'Mails that came back and belong to no message, the newest first',
    permission: 'read-messages',
    input: z.object({ state: z.enum(replyFilters).default('OPEN'), ...createPaging(25) }),
    output: replyList,
  },
  assignReply: {
    method: 'POST',
    summary: 'Adds a mail that came back to a message, which opens again; without a reference, takes it out again',
    permission: 'answer-messages',
    body: z.object({ id, reference: z.string().trim().toUpperCase().max(20).nullable() }),
    output: z.object({ reference: z.string().nullable() }),
  },
  dismissReply: {
    method: 'POST',
    summary: 'Says that a mail without a message needs nothing, or takes that back',
    permission: 'answer-messages',
    body: z.object({ id, isDismissed: z.boolean() }),
    output: z.object({ id }),
  },
  previewMail: {
    method: 'GET',
    summary: 'A mail of the site as the setting Forms words it now, the draft if there is one, with sample values',
    permission: 'read-content',
    input: z.object({ mail: mailName }),
    output: mailPreview,
  },
  sendTestMail: {
    method: 'POST',
    summary: 'Sends that mail to the user who is signed in, and to nobody else',
    permission: 'publish',
    limit: 'testMail',
    body: z.object({ mail: mailName }),
    output: z.object({ recipient: z.string(), isSent: z.boolean() }),
  },
} as const satisfies Record<string, StudioOperation>;

export type OutboxMail = z.output<typeof mail>;
export type MailList = z.output<typeof mailList>;
export type UnmatchedReply = z.output<typeof unmatchedReply>;
export type ReplyList = z.output<typeof replyList>;
export type MailPreview = z.output<typeof mailPreview>;
