import { eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { submissionKindEnum, type submissions } from '../../db/index.ts';

export type SubmissionKind = (typeof submissionKindEnum.enumValues)[number];
export const submissionKinds: readonly SubmissionKind[] = submissionKindEnum.enumValues;

/** A filter of submissions; all given conditions must hold. */
export interface InboxFilter {
  kind?: SubmissionKind;
  /** Neither closed nor quarantined. */
  open?: boolean;
  quarantined?: boolean;
  /** Received at this time or later. */
  since?: Date;
}

/** Returns the filter as a condition on the table, or on an alias. */
export function createInboxFilterSql(table: typeof submissions, { kind, open, quarantined, since }: InboxFilter): SQL {
  return sql.join(
    [
      // Never empty: with an empty filter, "this filter or another" would match only the other.
      sql`true`,
      ...(kind ? [eq(table.kind, kind)] : []),
      ...(open ? [isNull(table.closedAt), isNull(table.quarantinedFor)] : []),
      ...(quarantined ? [isNotNull(table.quarantinedFor)] : []),
      ...(since ? [gte(table.createdAt, since)] : []),
    ],
    sql` and `,
  );
}
