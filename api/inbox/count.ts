import { count, isNotNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { submissions } from '../db/tables.ts';
import { type SubmissionKind, submissionKinds } from './filter.ts';

/** How many submissions are stored, by kind; 0 for a kind of which there is none. */
export async function countSubmissions({ db }: Context): Promise<Record<SubmissionKind, number>> {
  const rows = await db.select({ kind: submissions.kind, count: count() }).from(submissions).groupBy(submissions.kind);
  const counts = Object.fromEntries(rows.map((row) => [row.kind, row.count]));
  return Object.fromEntries(submissionKinds.map((kind) => [kind, counts[kind] ?? 0])) as Record<SubmissionKind, number>;
}

/** How many wait in quarantine for a person. */
export async function countQuarantined({ db }: Context): Promise<number> {
  const [row] = await db.select({ count: count() }).from(submissions).where(isNotNull(submissions.quarantinedFor));
  return row?.count ?? 0;
}
