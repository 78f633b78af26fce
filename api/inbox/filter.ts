import { and, eq, gte, isNotNull, isNull, type SQL } from 'drizzle-orm';
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
export function matches(table: typeof submissions, { kind, open, quarantined, since }: InboxFilter): SQL | undefined {
  return and(
    kind && eq(table.kind, kind),
    open ? and(isNull(table.closedAt), isNull(table.quarantinedFor)) : undefined,
    quarantined ? isNotNull(table.quarantinedFor) : undefined,
    since && gte(table.createdAt, since),
  );
}
