import { z } from 'zod';
import { entryTypeNames } from '../content/entry-types.ts';
import { count, dateTime } from '../forms/text-input.ts';
import { firstSteps } from './first-steps.ts';
import { foundBrokenLink } from './link-operations.ts';
import type { StudioOperation } from './operation.ts';
import { reviewedEntry } from './review-operations.ts';
import { entrySummary } from './shapes.ts';

/** A message that nobody has answered. */
const openMessage = z.object({
  reference: z.string(),
  kind: z.enum(['CONTACT', 'ENQUIRY', 'CONSULTATION']),
  name: z.string(),
  /** The beginning of the message. */
  excerpt: z.string(),
  receivedAt: dateTime,
});

const upcomingConsultation = z.object({
  id: z.uuid(),
  name: z.string(),
  start: dateTime,
  end: dateTime,
  /** Whether the visitor has not confirmed the booking yet. */
  isUnconfirmed: z.boolean(),
});

/** What visitors will see appear, change or disappear. */
const upcomingChange = z.object({
  id: z.int(),
  type: z.enum(entryTypeNames),
  title: z.string(),
  kind: z.enum(['SCHEDULED', 'NEXT_TEXT', 'WITHDRAWAL']),
  at: dateTime,
});

/** Work on messages, for users who may read them. */
const messageWork = z.object({
  open: count,
  quarantined: count,
  /** Open messages that are assigned to the user. */
  mine: count,
  /** The open messages that have waited longest. */
  oldest: z.array(openMessage),
  mails: z.object({
    /** Whether a mail server is set; without one, mails wait. */
    isSent: z.boolean(),
    waiting: count,
    /** Seconds since the oldest unsent mail became due. */
    oldestDueSeconds: count,
    /** Mails that a mail server has refused several times, and that are tried again. */
    refused: count,
    /** Mails that the server has given up. */
    dead: count,
    /** Mails that were sent, and that a mail server reported as not delivered. */
    undelivered: count,
    /** Mails of people that came back and belong to no message. */
    unmatched: count,
    /** Why the reply mailbox cannot be read; null if it can, or if there is none. */
    mailboxError: z.string().nullable(),
  }),
});

const today = z.object({
  /** Null for users who may not read messages. */
  messages: messageWork.nullable(),
  /** The consultations of the next seven days; null for users who may not read messages. */
  consultations: z.array(upcomingConsultation).nullable(),
  /** Drafts that wait for an editor, and those that were sent back to their author. */
  submitted: z.array(reviewedEntry),
  returned: z.array(reviewedEntry),
  myDrafts: z.array(entrySummary),
  /** The number of all entries that nobody has seen yet, and of those whose changes visitors do not see yet. */
  drafts: count,
  changed: count,
  /** The changes of the next seven days. */
  upcoming: z.array(upcomingChange),
  /** The first broken links of what visitors see, and how many there are. */
  brokenLinks: z.object({ items: z.array(foundBrokenLink), total: count }),
  backups: z.object({ lastSuccessAt: z.iso.datetime().nullable(), failingSince: z.iso.datetime().nullable() }),
  /** Webhooks that were disabled because their receivers failed; empty for users who may not change that. */
  failedWebhooks: z.array(z.object({ id: z.int(), url: z.string() })),
  /** The views of the last seven days, today last. */
  views: z.array(z.object({ day: z.iso.date(), views: count, visitors: count })),
  /** What visitors searched for in the last seven days without a result. */
  missedSearches: z.array(z.object({ query: z.string(), times: count })),
  /** Whether each first step is done; null once all are, and for users who are no owners. */
  firstSteps: z.record(z.enum(firstSteps), z.boolean()).nullable(),
});

/** Operations that say what needs a person now. */
export const todayOperations = {
  today: {
    method: 'GET',
    summary: 'What needs a person now, by the permissions of the user, and how the site does',
    permission: 'read-content',
    output: today,
  },
} as const satisfies Record<string, StudioOperation>;

export type Today = z.output<typeof today>;
export type MessageWork = z.output<typeof messageWork>;
export type UpcomingConsultation = z.output<typeof upcomingConsultation>;
export type UpcomingChange = z.output<typeof upcomingChange>;
