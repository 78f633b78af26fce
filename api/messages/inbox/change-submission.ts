import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox, submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { liftQuarantine } from '../submissions/lift-quarantine.ts';

type Marks = Partial<Pick<typeof submissions.$inferInsert, 'quarantinedFor' | 'provable' | 'closedAt'>>;

const isNamed = (reference: string) => eq(submissions.reference, reference.toUpperCase());

function createNotFoundError(reference: string): ApiError {
  return new ApiError('not_found', `There is no submission ${reference}.`);
}

async function mark({ db }: Context, reference: string, marks: Marks): Promise<number> {
  const [row] = await db.update(submissions).set(marks).where(isNamed(reference)).returning({ id: submissions.id });
  if (!row) throw createNotFoundError(reference);
  return row.id;
}

/** Marks a submission as answered, or as needing no answer. `not_found` for an unknown reference. */
export async function closeSubmission(ctx: Context, reference: string): Promise<void> {
  await mark(ctx, reference, { closedAt: new Date() });
}

/** Opens a closed submission again. `not_found` for an unknown reference. */
export async function reopenSubmission(ctx: Context, reference: string): Promise<void> {
  await mark(ctx, reference, { closedAt: null });
}

/** Lifts a quarantine and releases the mails; returns how many. `not_found` for an unknown reference. */
export async function releaseSubmission(ctx: Context, reference: string): Promise<number> {
  const released = await liftQuarantine(ctx, isNamed(reference));
  if (released === null) throw createNotFoundError(reference);
  return released;
}

/**
 * Puts a submission into quarantine, frees its booked time and holds its unsent mails; returns how many. Only an
 * operator can reverse an operator's decision, so no proof of work applies. `not_found` for an unknown reference.
 */
export async function quarantineSubmission({ db }: Context, reference: string, reason: string): Promise<number> {
  return db.transaction(async (tx) => {
    const id = await mark({ db: tx }, reference, { quarantinedFor: reason, provable: false });
    await freeBookedTime({ db: tx }, id);
    const { rowCount } = await tx
      .update(outbox)
      .set({ held: true })
      .where(and(eq(outbox.submissionId, id), isNull(outbox.sentAt), eq(outbox.held, false)));
    return rowCount ?? 0;
  });
}

/**
 * Frees the time of a submission that is put into quarantine. The row stays, so that a release can book it again.
 * Unsent mails that tell the visitor of a booked time are deleted. Call inside a transaction.
 */
export async function freeBookedTime({ db }: Context, submissionId: number): Promise<void> {
  const { rowCount } = await db.execute(sql`
    update consultations set status = 'LAPSED', held_until = null
    where submission_id = ${submissionId} and status in ('BOOKED', 'UNCONFIRMED')`);
  if (!rowCount) return;
  await db.execute(sql`
    delete from outbox using submissions sent
    where submission_id = sent.id and sent.id = ${submissionId} and recipient = sent.email and sent_at is null
      and (is_reminder or calendar is not null)`);
}
