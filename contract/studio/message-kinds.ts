// Separate from the schemas, so that a browser does not load them.

/** The forms by which visitors write. */
export const messageKinds = ['CONTACT', 'ENQUIRY', 'CONSULTATION'] as const;

export type MessageKind = (typeof messageKinds)[number];

/**
 * OPEN: the company has to act; WAITING: it has answered, and the visitor has not written since; DONE: closed;
 * QUARANTINE: suspicious, its mails are held.
 */
export const messageStates = ['OPEN', 'WAITING', 'DONE', 'QUARANTINE'] as const;

export type MessageState = (typeof messageStates)[number];

/** The states that a person can give. A quarantine has operations of its own. */
export const givenStates = ['OPEN', 'WAITING', 'DONE'] as const;

/**
 * What is done with messages, as the record names it. SETTLE: a person decided about an answer that was given up.
 * REOPEN: the visitor wrote again. The last six are acts on the consultation that the message books.
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
