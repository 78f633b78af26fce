import { formatTimeRange } from '../../../contract/content/local-time.ts';
import { formatFileSize } from '../../../contract/forms/uploads.ts';
import type { PersonalItem } from '../../../contract/studio/privacy-operations.ts';
import { formatIso } from '../consultations/find.ts';
import { describeAct } from '../inbox/acts.ts';

/** A row of a table with personal data, as it is stored. */
export type StoredRow = Record<string, unknown>;

interface RowWords {
  /** Says what a row is. */
  describe(row: StoredRow): string;
  /** The column with the time of a row. */
  at?: string;
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const lower = (value: unknown) => text(value).toLowerCase();

/** Returns the beginning of a text, as one line. */
function shorten(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${[...line].slice(0, 80).join('')}…` : line;
}

const submissionNames: Record<string, string> = {
  CONTACT: 'Message',
  ENQUIRY: 'Enquiry',
  CONSULTATION: 'Request for a consultation',
};

/** How rows are described, by table. */
export const rowWords: Readonly<Record<string, RowWords>> = {
  submissions: {
    at: 'createdAt',
    describe: ({ kind, message }) =>
      [submissionNames[text(kind)] ?? 'Message', shorten(text(message))].filter(Boolean).join(': '),
  },
  replies: {
    at: 'receivedAt',
    describe: ({ subject }) => text(subject) || 'Without a subject',
  },
  outbox: {
    at: 'createdAt',
    describe: ({ subject, recipient }) => `${text(subject)}, to ${text(recipient)}`,
  },
  consultations: {
    at: 'createdAt',
    describe: ({ during, status, timeZone }) => {
      const [start = '', end = ''] = text(during).match(/[^"]+(?=",|"\))/g) ?? [];
      return `${formatTimeRange({ start: formatIso(start), end: formatIso(end) }, text(timeZone))}, ${lower(status)}`;
    },
  },
  files: { at: 'createdAt', describe: ({ name, bytes }) => `${text(name)}, ${formatFileSize(Number(bytes))}` },
  message_acts: {
    at: 'doneAt',
    describe: (row) => {
      const words = describeAct(row as unknown as Parameters<typeof describeAct>[0], () => 'a colleague');
      return text(row.text) ? `${words}: ${text(row.text)}` : words;
    },
  },
};

export function describeRow(table: string, row: StoredRow, references: ReadonlyMap<unknown, string>): PersonalItem {
  const words = rowWords[table];
  const at = words?.at ? row[words.at] : null;
  return {
    text: words?.describe(row) ?? table,
    at: at instanceof Date ? at.toISOString() : null,
    reference: table === 'submissions' ? text(row.reference) : (references.get(row.submissionId) ?? null),
  };
}
