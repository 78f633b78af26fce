import { sql } from 'drizzle-orm';
import type { Review } from '../../../contract/studio/review-operations.ts';
import type { Caller, Context } from '../../context.ts';
import { reviews } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from '../../people/index.ts';
import { findDraft, lockEntry } from '../drafts/find.ts';
import { checkCanWrite } from '../drafts/save.ts';
import { findReview } from './list.ts';

/** Submits the draft of an entry to the editors, also again after it was sent back. `conflict` without a draft. */
export async function submitDraft(
  ctx: Context,
  { id, message }: { id: number; message: string },
  caller: Caller,
): Promise<Review> {
  const actor = requireActor(caller);
  return ctx.db.transaction(async (db) => {
    const tx = { db };
    const entry = await lockEntry(tx, id);
    checkCanWrite(actor, entry);
    const draft = await findDraft(tx, entry);
    if (!draft) throw new ApiError('conflict', 'There is no draft to submit. Change the text first.');
    const submission = {
      state: 'SUBMITTED' as const,
      draftVersion: draft.version,
      message,
      submittedBy: actor.userId,
      submittedAt: sql`now()`,
    };
    await db
      .insert(reviews)
      .values({ entryId: id, ...submission })
      .onConflictDoUpdate({ target: reviews.entryId, set: submission });
    const review = await findReview(tx, id);
    if (!review) throw new Error('The review was not stored');
    return review;
  });
}
