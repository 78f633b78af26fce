import { Readable } from 'node:stream';
import { type Stringifier, stringify } from 'csv-stringify';
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox, replies, submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { listSubmissionFiles } from '../files/link.ts';
import type { InboxFilter } from './select-messages.ts';
import { type Submission, streamInbox } from './stream.ts';

/** A submission with its files, mails, the answers of its sender, and merged submissions. */
export interface SubmissionDetail {
  submission: Submission;
  /** Reference of the submission it was merged into. */
  mergedInto: string | null;
  merged: Submission[];
  mails: (typeof outbox.$inferSelect)[];
  replies: (typeof replies.$inferSelect)[];
  files: Awaited<ReturnType<typeof listSubmissionFiles>>;
}

/** Returns a submission by its reference, in upper or lower case. `not_found` for an unknown reference. */
export async function showSubmission({ db }: Context, reference: string): Promise<SubmissionDetail> {
  const [submission] = await db.select().from(submissions).where(eq(submissions.reference, reference.toUpperCase()));
  if (!submission) throw new ApiError('not_found', `There is no submission ${reference}.`);
  const [into] =
    submission.mergedInto === null
      ? []
      : await db.select().from(submissions).where(eq(submissions.id, submission.mergedInto));
  return {
    submission,
    mergedInto: into?.reference ?? null,
    merged: await db
      .select()
      .from(submissions)
      .where(eq(submissions.mergedInto, submission.id))
      .orderBy(submissions.id),
    files: await listSubmissionFiles({ db }, [submission.id]),
    mails: await db.select().from(outbox).where(eq(outbox.submissionId, submission.id)).orderBy(outbox.id),
    replies: await db.select().from(replies).where(eq(replies.submissionId, submission.id)).orderBy(replies.id),
  };
}

export type ExportFormat = 'csv' | 'json';
export const exportFormats: readonly ExportFormat[] = ['csv', 'json'];

/** Returns a submission for export, without internal columns and with the reference it was merged into. */
export function toExportedSubmission(
  { id: _id, bodySha256: _digest, mergedInto: _into, assignedTo: _user, searchText: _folded, ...rest }: Submission,
  mergedInto: string | null,
) {
  return { ...rest, mergedInto };
}
type Exported = ReturnType<typeof toExportedSubmission>;

/** Who sent a submission, and where they are: fields that `npx site inbox` shows in this order too. */
export const senderColumns = ['name', 'email', 'company', 'contactNumber', 'phone', 'subject'] as const;
export const placeColumns = ['country', 'region', 'city', 'sourcePath'] as const;

const columns = [
  'reference',
  'kind',
  'createdAt',
  'closedAt',
  'waitingSince',
  'quarantinedFor',
  'mergedInto',
  ...senderColumns,
  'message',
  'persona',
  'interests',
  'tags',
  ...placeColumns,
  'idempotencyKey',
] as const satisfies (keyof Exported)[];

async function* loadRows(ctx: Context, filter: InboxFilter): AsyncGenerator<Exported> {
  for await (const { submission, merged } of streamInbox(ctx, filter)) {
    yield toExportedSubmission(submission, null);
    for (const one of merged) yield toExportedSubmission(one, submission.reference);
  }
}

async function* writeJson(rows: AsyncGenerator<Exported>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield `${separator}${JSON.stringify(row)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/**
 * Writes an apostrophe before each formula sign after a semicolon, a tab or a line break. Where a semicolon separates
 * lists, Excel begins a cell there, also inside a quoted text.
 */
function escapeInnerFormulas(text: string): string {
  return text.replace(/([;\t\r\n][ "]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g, "$1'");
}

/**
 * Creates a stream that writes rows as CSV for spreadsheets (RFC 4180, with a byte order mark). A cell or a part of one
 * that looks like a formula (`=`, `+`, `-`, `@`, tab or CR first) gets an apostrophe.
 */
export function createCsvWriter(names: readonly string[]): Stringifier {
  return stringify({
    bom: true,
    header: true,
    columns: [...names],
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: {
      string: escapeInnerFormulas,
      date: (date) => date.toISOString(),
      object: (list) => (Array.isArray(list) ? escapeInnerFormulas(list.join('; ')) : ''),
    },
  });
}

/** Exports submissions as a stream of text. JSON is exact, CSV is for spreadsheets. */
export function exportInbox(ctx: Context, filter: InboxFilter, format: ExportFormat): Readable {
  const rows = loadRows(ctx, filter);
  if (format === 'json') return Readable.from(writeJson(rows));
  const cells = createCsvWriter(columns);
  return Readable.from(rows)
    .on('error', (error) => cells.destroy(error))
    .pipe(cells);
}
