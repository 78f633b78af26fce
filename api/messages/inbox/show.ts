import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox, replies, submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { listSubmissionFiles } from '../files/read-files.ts';
import type { Submission } from './stream.ts';

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
