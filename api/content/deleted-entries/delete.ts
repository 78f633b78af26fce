import { asc, eq, sql } from 'drizzle-orm';
import { contentSchemaVersion } from '../../../contract/studio/content-versions.ts';
import type { Caller, Context } from '../../context.ts';
import { type DeletedRevision, deletedEntries, entries, keptVersions, revisions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from '../../people/index.ts';
import { getRevisionContent } from '../drafts/content-of.ts';
import { checkContentVersion, getCurrentContent, lockEntry } from '../drafts/find.ts';
import { checkCanWrite } from '../drafts/save.ts';
import { storeDraft } from '../drafts/store.ts';

/** Returns the revisions of an entry as they are kept after its deletion, the oldest first. */
async function readRevisions(ctx: Context, entryId: number): Promise<DeletedRevision[]> {
  const rows = await ctx.db
    .select({
      id: revisions.id,
      label: keptVersions.label,
      createdAt: revisions.createdAt,
      publishedBy: revisions.publishedBy,
      keptBy: keptVersions.keptBy,
    })
    .from(revisions)
    .leftJoin(keptVersions, eq(keptVersions.revisionId, revisions.id))
    .where(eq(revisions.entryId, entryId))
    .orderBy(asc(revisions.number));
  const read: DeletedRevision[] = [];
  for (const { id, label, createdAt, publishedBy, keptBy } of rows) {
    const content = await getRevisionContent(ctx, id);
    if (!content) continue;
    const storedBy = label === null ? publishedBy : keptBy;
    read.push({ content, schemaVersion: contentSchemaVersion, label, createdAt: createdAt.toISOString(), storedBy });
  }
  return read;
}

/**
 * Deletes an entry that was never published, and keeps its draft, saves and revisions for 30 days. `conflict` for
 * another entry, or if the draft is not the version that was seen.
 */
export async function deleteEntry(
  ctx: Context,
  { id, version }: { id: number; version: string },
  caller: Caller,
): Promise<{ id: number }> {
  const actor = requireActor(caller);
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    const entry = await lockEntry(tx, id);
    checkCanWrite(actor, entry);
    if (entry.publishedAt !== null)
      throw new ApiError(
        'conflict',
        'This entry has been published or scheduled. Withdraw it, or cancel its schedule.',
      );
    const current = await getCurrentContent(tx, entry);
    checkContentVersion(current, version, 'delete');
    const { content } = current;
    const { type, slug, createdBy } = entry;
    // The last save of a deleted entry is its draft.
    if (!current.draft) await storeDraft(tx, { entryId: id, content, baseRevisionId: null, savedBy: null });
    await db.insert(deletedEntries).values({
      id,
      type,
      slug,
      title: content.title,
      createdBy,
      revisions: await readRevisions(tx, id),
      deletedBy: actor.userId,
    });
    await db.execute(sql`insert into deleted_saves (entry_id, version, content, saved_by, saved_at, schema_version,
        outcome, ended_at, ended_by)
      select entry_id, version, content, saved_by, saved_at, schema_version, outcome, ended_at, ended_by
      from draft_saves where entry_id = ${id}`);
    await db.delete(entries).where(eq(entries.id, id));
  });
  return { id };
}
