import { and, eq, sql } from 'drizzle-orm';
import type { Review } from '../../../contract/studio/review-operations.ts';
import type { Caller, Context } from '../../context.ts';
import { reviews } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from '../../people/index.ts';
import { lockEntry } from '../drafts/find.ts';
import { findReview } from './list.ts';

/** Sends a submitted draft back to its author. `conflict` if the draft does not wait for an editor any more. */
export async function returnDraft(
  ctx: Context,
  { id, note }: { id: number; note: string },
  caller: Caller,
): Promise<Review> {
  const { userId } = requireActor(caller);
  return ctx.db.transaction(async (db) => {
    const tx = { db };
    await lockEntry(tx, id);
    await db
      .update(reviews)
      .set({ state: 'RETURNED', note, returnedBy: userId, returnedAt: sql`now()` })
      .where(and(eq(reviews.entryId, id), eq(reviews.state, 'SUBMITTED')));
    const review = await findReview(tx, id);
    if (review?.state !== 'RETURNED' || review.note !== note)
      throw new ApiError('conflict', 'This draft does not wait for a review. Somebody may have decided already.');
    return review;
  });
}
