import { count, isNotNull } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { submissions } from '../../db/index.ts';
import { type SubmissionKind, submissionKinds } from './filter.ts';

/** Counts the stored submissions by kind, including kinds with none. */
export async function countSubmissions({ db }: Context): Promise<Record<SubmissionKind, number>> {
  const rows = await db.select({ kind: submissions.kind, count: count() }).from(submissions).groupBy(submissions.kind);
  const counts = Object.fromEntries(rows.map((row) => [row.kind, row.count]));
  return Object.fromEntries(submissionKinds.map((kind) => [kind, counts[kind] ?? 0])) as Record<SubmissionKind, number>;
}

/** Counts the submissions in quarantine. */
export async function countQuarantined({ db }: Context): Promise<number> {
  const [row] = await db.select({ count: count() }).from(submissions).where(isNotNull(submissions.quarantinedFor));
  return row?.count ?? 0;
}
