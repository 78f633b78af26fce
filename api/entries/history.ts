import { desc, eq } from 'drizzle-orm';
import type { RevisionSummary } from '../../contract/studio/shapes.ts';
import type { Context } from '../context.ts';
import { users } from '../db/studio-tables.ts';
import { entries, revisions } from '../db/tables.ts';
import { getRevisionContent } from '../drafts/content-of.ts';

/** Returns the last 50 revisions of an entry, the newest first, with their contents. */
export async function getEntryHistory(ctx: Context, { id }: { id: number }): Promise<{ items: RevisionSummary[] }> {
  const rows = await ctx.db
    .select({
      id: revisions.id,
      number: revisions.number,
      title: revisions.title,
      createdAt: revisions.createdAt,
      publishedBy: users.name,
      liveRevisionId: entries.liveRevisionId,
      nextRevisionId: entries.nextRevisionId,
    })
    .from(revisions)
    .innerJoin(entries, eq(entries.id, revisions.entryId))
    .leftJoin(users, eq(users.id, revisions.publishedBy))
    .where(eq(revisions.entryId, id))
    .orderBy(desc(revisions.number))
    .limit(50);
  const items: RevisionSummary[] = [];
  for (const { id: revisionId, liveRevisionId, nextRevisionId, createdAt, ...row } of rows) {
    const content = await getRevisionContent(ctx, revisionId);
    if (!content) continue;
    const marks = { isLive: revisionId === liveRevisionId, isNext: revisionId === nextRevisionId };
    items.push({ ...row, ...marks, createdAt: createdAt.toISOString(), content });
  }
  return { items };
}
