/** What is recorded of the work with personal data: reading, exporting and erasing it, and how long data is kept. */
export const privacyActKinds = ['FIND', 'EXPORT', 'ERASE', 'RETENTION'] as const;

export type PrivacyActKind = (typeof privacyActKinds)[number];

/** How long messages and mails are kept. */
export interface RetentionTimes {
  /** Months for which submissions, and mails that were never sent, are kept. */
  submissionMonths: number;
  /** Days for which a sent mail is kept. */
  mailDays: number;
}

/** The durations until somebody chooses others, and the shortest and longest that can be chosen. */
export const defaultRetention: RetentionTimes = { submissionMonths: 24, mailDays: 90 };
export const retentionLimits = { submissionMonths: { min: 1, max: 120 }, mailDays: { min: 1, max: 3_650 } } as const;

/** What the rows of each table with personal data are, in the plural, in the order in which a person reads them. */
export const personalTableNames: Readonly<Record<string, string>> = {
  submissions: 'messages',
  replies: 'mails from the address',
  outbox: 'mails to the address or about it',
  consultations: 'consultations',
  files: 'files',
  message_acts: 'notes and acts on messages',
};
