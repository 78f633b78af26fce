import { asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Review, ReviewedEntry } from '../../../contract/studio/review-operations.ts';
import type { Context } from '../../context.ts';
import { drafts, reviews, users } from '../../db/index.ts';

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

type Row = Awaited<ReturnType<typeof selectReviews>>[number];

function present({ submittedAt, returnedAt, ...row }: Row): ReviewedEntry {
  return { ...row, submittedAt: submittedAt.toISOString(), returnedAt: returnedAt?.toISOString() ?? null };
}

/** Returns the review of an entry's draft; null if nobody submitted it. */
export async function findReview(ctx: Context, entryId: number): Promise<Review | null> {
  const [row] = await selectReviews(ctx).where(eq(reviews.entryId, entryId));
  if (!row) return null;
  const { id: _, title: __, ...review } = present(row);
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
  return { items: rows.map(present), page, size, total: await ctx.db.$count(reviews, where) };
}
