import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { outbox, submissions } from '../db/tables.ts';
import { ApiError } from '../errors.ts';

type Marks = Partial<Pick<typeof submissions.$inferInsert, 'quarantinedFor'>> & { closedAt?: Date | null };

async function mark({ db }: Context, reference: string, marks: Marks): Promise<number> {
  const [row] = await db
    .update(submissions)
    .set(marks)
    .where(eq(submissions.reference, reference.toUpperCase()))
    .returning({ id: submissions.id });
  if (!row) throw new ApiError('not_found', `There is no submission ${reference}.`);
  return row.id;
}

async function hold({ db }: Context, submissionId: number, held: boolean): Promise<number> {
  const { rowCount } = await db
    .update(outbox)
    .set({ held })
    .where(and(eq(outbox.submissionId, submissionId), isNull(outbox.sentAt), eq(outbox.held, !held)));
  return rowCount ?? 0;
}

/** Marks a submission as answered, or in need of no answer. `not_found` where there is none. */
export async function closeSubmission(ctx: Context, reference: string): Promise<void> {
  await mark(ctx, reference, { closedAt: new Date() });
}

/** Takes that back. `not_found` where there is none. */
export async function reopenSubmission(ctx: Context, reference: string): Promise<void> {
  await mark(ctx, reference, { closedAt: null });
}

/** Lifts a quarantine and lets the mails go; answers how many. `not_found` where there is no such submission. */
export async function releaseSubmission({ db }: Context, reference: string): Promise<number> {
  return db.transaction(async (tx) =>
    hold({ db: tx }, await mark({ db: tx }, reference, { quarantinedFor: null }), false),
  );
}

/** Puts a submission in quarantine and keeps back what of its mails is unsent; answers how many. `not_found` as above. */
export async function quarantineSubmission({ db }: Context, reference: string, reason: string): Promise<number> {
  return db.transaction(async (tx) =>
    hold({ db: tx }, await mark({ db: tx }, reference, { quarantinedFor: reason }), true),
  );
}
