import { and, desc, eq, sql } from 'drizzle-orm';
import type { DraftOutcome, OpenedEntry } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import { draftSaves, drafts, users } from '../../db/index.ts';

type DraftRow = Pick<typeof drafts.$inferSelect, 'entryId' | 'version'>;

/**
 * Records in the last save of a draft what became of it. That save is never deleted. `endedBy` is null for an import.
 */
export async function recordDraftOutcome(
  { db }: Context,
  { entryId, version }: DraftRow,
  outcome: DraftOutcome,
  endedBy: number | null,
): Promise<void> {
  await db
    .update(draftSaves)
    .set({ outcome, endedAt: sql`now()`, endedBy })
    .where(and(eq(draftSaves.entryId, entryId), eq(draftSaves.version, version)));
}

/** Removes a draft that was published or discarded. Its saves stay. Call in a transaction that has locked the entry. */
export async function removeDraft(
  ctx: Context,
  draft: DraftRow,
  outcome: Exclude<DraftOutcome, 'REPLACED'>,
  endedBy: number | null,
): Promise<void> {
  await recordDraftOutcome(ctx, draft, outcome, endedBy);
  await ctx.db.delete(drafts).where(eq(drafts.entryId, draft.entryId));
}

/** Returns the last save of an entry without a draft, if that draft was discarded. */
export async function findDiscarded({ db }: Context, entryId: number): Promise<OpenedEntry['discarded']> {
  const [save] = await db
    .select({ version: draftSaves.version, outcome: draftSaves.outcome, at: draftSaves.endedAt, by: users.name })
    .from(draftSaves)
    .leftJoin(users, eq(users.id, draftSaves.endedBy))
    .where(eq(draftSaves.entryId, entryId))
    .orderBy(desc(draftSaves.version))
    .limit(1);
  if (save?.outcome !== 'DISCARDED' || !save.at) return null;
  return { version: `draft-${save.version}`, at: save.at.toISOString(), by: save.by };
}
