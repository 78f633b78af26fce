// Separate from the schemas, so that a browser does not load them.

/** The forms by which visitors write. */
export const messageKinds = ['CONTACT', 'ENQUIRY', 'CONSULTATION'] as const;

export type MessageKind = (typeof messageKinds)[number];

/**
 * OPEN: the company has to act. WAITING: the company has answered, and the visitor has not written since. DONE: closed.
 * QUARANTINE: suspicious, and its mails are not sent until somebody releases the message.
 */
export const messageStates = ['OPEN', 'WAITING', 'DONE', 'QUARANTINE'] as const;

export type MessageState = (typeof messageStates)[number];

/** The states that a person can give. A quarantine has operations of its own. */
export const givenStates = ['OPEN', 'WAITING', 'DONE'] as const;

/**
 * The kinds of acts on messages, as the timeline and the record of acts name them. SETTLE: a person decided what
 * happened to an answer whose delivery was given up as uncertain. REOPEN: the visitor wrote again. The last six change
 * the consultation that was booked with the message.
 */
export const messageActKinds = [
  'ASSIGN',
  'STATUS',
  'TAG',
  'NOTE',
  'ANSWER',
  'SETTLE',
  'SPAM',
  'NOT_SPAM',
  'MERGE',
  'REOPEN',
  'BOOK',
  'CONFIRM',
  'MOVE',
  'CANCEL',
  'RESTORE',
  'NO_SHOW',
] as const;

export type MessageActKind = (typeof messageActKinds)[number];

/** Counts go up to this number; more are shown as “999+”. */
export const countLimit = 1_000;

/** Limits of what people write about messages, in characters (UTF-16 units), and of messages in one act. */
export const messageLimits = { note: 4_000, tag: 40, tags: 10, subject: 200, answer: 20_000, inOneAct: 200 };
