import { eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { submissionKindEnum, type submissions } from '../db/tables.ts';

export type SubmissionKind = (typeof submissionKindEnum.enumValues)[number];
export const submissionKinds: readonly SubmissionKind[] = submissionKindEnum.enumValues;

/** Which submissions are asked for; all of what is given must hold. */
export interface InboxFilter {
  kind?: SubmissionKind;
  /** Neither closed nor quarantined. */
  open?: boolean;
  quarantined?: boolean;
  /** Received at this moment or later. */
  since?: Date;
}

/** The filter as a condition on the table, or on an alias of it. */
export function matches(table: typeof submissions, { kind, open, quarantined, since }: InboxFilter): SQL {
  return sql.join(
    [
      // Said aloud, for a condition left out would make "this or that" mean "that" alone.
      sql`true`,
      ...(kind ? [eq(table.kind, kind)] : []),
      ...(open ? [isNull(table.closedAt), isNull(table.quarantinedFor)] : []),
      ...(quarantined ? [isNotNull(table.quarantinedFor)] : []),
      ...(since ? [gte(table.createdAt, since)] : []),
    ],
    sql` and `,
  );
}
