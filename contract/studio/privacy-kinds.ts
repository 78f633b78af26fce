import { formatCount } from '../content/number-text.ts';

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

/** The names of one row of a table, where this is not the name of the table without its last “s”. */
const rowNames: Readonly<Record<string, string>> = {
  replies: 'mail from the address',
  outbox: 'mail to the address or about it',
  message_acts: 'note or act on messages',
};

/** Returns the counts of rows by table, in words: `1 message, 2 files`. */
export function describePersonalRows(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(personalTableNames).flatMap(([table, names]) => {
    const count = counts[table] ?? 0;
    return count > 0 ? [formatCount(count, rowNames[table] ?? names.slice(0, -1), names)] : [];
  });
  return parts.join(', ') || 'nothing was stored';
}

/** What the rows of each table with personal data are, in the plural, in the order in which a person reads them. */
export const personalTableNames: Readonly<Record<string, string>> = {
  submissions: 'messages',
  replies: 'mails from the address',
  outbox: 'mails to the address or about it',
  consultations: 'consultations',
  files: 'files',
  message_acts: 'notes and acts on messages',
};
