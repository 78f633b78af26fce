import { and, asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Review } from '../../contract/studio/review-operations.ts';
import type { Caller, Context } from '../context.ts';
import { drafts, reviews, users } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { toIsoTimes } from '../iso-times.ts';
import { requireActor } from '../people/index.ts';
import { recordEntry } from './acts.ts';
import { findDraft, lockEntry } from './drafts/find.ts';
import { checkCanWrite } from './drafts/save.ts';

const returners = alias(users, 'returners');

function selectReviews({ db }: Context) {
  return db
    .select({
      id: reviews.entryId,
      title: sql<string>`coalesce(${drafts.content} ->> 'title', '')`,
      state: reviews.state,
      message: reviews.message,
      note: reviews.note,
      submittedBy: users.name,
      submittedAt: reviews.submittedAt,
      returnedBy: returners.name,
      returnedAt: reviews.returnedAt,
      isChanged: sql<boolean>`${drafts.version} <> ${reviews.draftVersion}`,
    })
    .from(reviews)
    .innerJoin(drafts, eq(drafts.entryId, reviews.entryId))
    .leftJoin(users, eq(users.id, reviews.submittedBy))
    .leftJoin(returners, eq(returners.id, reviews.returnedBy));
}

/** Returns the review of an entry's draft; null if nobody submitted it. */
export async function findReview(ctx: Context, entryId: number): Promise<Review | null> {
  const [row] = await selectReviews(ctx).where(eq(reviews.entryId, entryId));
  if (!row) return null;
  const { id: _, title: __, ...review } = toIsoTimes(row);
  return review;
}

/** Returns one page of the drafts in a state of review, the oldest first. */
export async function listReviews(
  ctx: Context,
  { state, page, size }: { state: Review['state']; page: number; size: number },
) {
  const where = eq(reviews.state, state);
  const rows = await selectReviews(ctx)
    .where(where)
    .orderBy(asc(reviews.submittedAt), asc(reviews.entryId))
    .limit(size)
    .offset(page * size);
  return { items: rows.map(toIsoTimes), page, size, total: await ctx.db.$count(reviews, where) };
}

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
    await recordEntry(tx, 'entry.SUBMIT', id, actor.userId);
    return review;
  });
}

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
    await recordEntry(tx, 'entry.RETURN', id, userId);
    return review;
  });
}
