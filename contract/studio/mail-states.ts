// Separate from the schemas, so that a browser does not load them.

/**
 * What became of a mail. WAITING: it will be sent; POSTPONED: its recipient has had many mails, so it is sent later
 * with others; RETRYING: the mail server did not take it, so it is tried again; HELD: its message is in quarantine, or
 * a restore holds it; GIVEN_UP: refused for good; UNDELIVERED: taken, and later reported as not delivered; UNCERTAIN:
 * the mail server had the whole answer but did not say whether it takes it, so a person decides.
 */
export const mailStates = [
  'WAITING',
  'POSTPONED',
  'RETRYING',
  'SENT',
  'HELD',
  'GIVEN_UP',
  'UNDELIVERED',
  'UNCERTAIN',
] as const;

export type MailState = (typeof mailStates)[number];

export const mailStateWords: Record<MailState, string> = {
  WAITING: 'Is being sent',
  POSTPONED: 'Waits, because this address has had several e-mails lately',
  RETRYING: 'Not taken yet; it is tried again',
  SENT: 'Sent',
  HELD: 'Held back',
  GIVEN_UP: 'Not sent: the mail server refused it',
  UNDELIVERED: 'Sent, but not delivered: the recipient’s mail server reported it',
  UNCERTAIN: 'Perhaps sent: the mail server did not confirm it',
};

/** How the outbox is filtered. WAITING has also the postponed and retried ones, GIVEN_UP also the uncertain ones. */
export const mailFilters = ['WAITING', 'HELD', 'GIVEN_UP', 'UNDELIVERED', 'SENT'] as const;

export type MailFilter = (typeof mailFilters)[number];

export const mailFilterWords: Record<MailFilter, string> = {
  WAITING: 'Waiting',
  HELD: 'Held',
  GIVEN_UP: 'Given up',
  UNDELIVERED: 'Not delivered',
  SENT: 'Sent',
};

/** How mails without a message are filtered: those of people, those of programs, and those that need nothing. */
export const replyFilters = ['OPEN', 'AUTOMATIC', 'DISMISSED'] as const;

export type ReplyFilter = (typeof replyFilters)[number];
