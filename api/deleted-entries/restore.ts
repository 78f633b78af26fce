import { and, eq, sql } from 'drizzle-orm';
import { upgradeText } from '../../contract/studio/content-versions.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import type { Caller, Context } from '../context.ts';
import { type DeletedRevision, deletedEntries } from '../db/editorial-tables.ts';
import { entries, revisions } from '../db/tables.ts';
import { checkCanWrite } from '../drafts/save.ts';
import { renderContent } from '../entries/check.ts';
import { findAddressProblem } from '../entries/check-address.ts';
import { ApiError } from '../errors.ts';
import { requireActor } from '../sessions/require-actor.ts';
import { storeTextRevision } from '../versions/keep.ts';
import { isRestorable } from './list.ts';

type DeletedRow = typeof deletedEntries.$inferSelect;

/** Returns the slug that the entry had or, if another entry has taken it since, the next free one: `slug-2`. */
async function findFreeSlug(ctx: Context, { type, slug }: DeletedRow): Promise<string> {
  for (let number = 1; ; number++) {
    // A shortened slug may end in a hyphen, and two hyphens in a row are no slug.
    const candidate = number === 1 ? slug : `${slug.slice(0, 110).replace(/-$/, '')}-${number}`;
    if ((await findAddressProblem(ctx, type, candidate)) === null) return candidate;
  }
}

async function restoreRevision(ctx: Context, deleted: DeletedRow, revision: DeletedRevision): Promise<void> {
  const { label, storedBy, schemaVersion, createdAt } = revision;
  const content: DraftContent = upgradeText(deleted.type, schemaVersion, revision.content);
  const rendered = await renderContent(ctx, deleted, content);
  const revisionId = await storeTextRevision(ctx, deleted, content, rendered, { label, storedBy });
  await ctx.db
    .update(revisions)
    .set({ createdAt: new Date(createdAt) })
    .where(eq(revisions.id, revisionId));
}

/**
 * Restores a deleted entry under its id, with its draft, saves and revisions. The entry gets a similar address if
 * another entry has taken its own. `not_found` after 30 days, or if somebody has restored the entry already.
 */
export async function restoreEntry(ctx: Context, { id }: { id: number }, caller: Caller): Promise<{ id: number }> {
  const actor = requireActor(caller);
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    const [deleted] = await db
      .select()
      .from(deletedEntries)
      .where(and(eq(deletedEntries.id, id), isRestorable))
      .for('update');
    if (!deleted) throw new ApiError('not_found', 'There is no such deleted entry. Somebody may have restored it.');
    checkCanWrite(actor, deleted);
    const { type, createdBy } = deleted;
    const slug = await findFreeSlug(tx, deleted);
    await db.insert(entries).overridingSystemValue().values({ id, type, slug, createdBy });
    await db.execute(sql`insert into draft_saves (entry_id, version, content, saved_by, saved_at, schema_version, outcome,
        ended_at, ended_by)
      select entry_id, version, content, saved_by, saved_at, schema_version, outcome, ended_at, ended_by
      from deleted_saves where entry_id = ${id}`);
    await db.execute(sql`insert into drafts (entry_id, version, content, saved_by, saved_at, schema_version)
      select entry_id, version, content, saved_by, saved_at, schema_version
      from draft_saves where entry_id = ${id} order by version desc limit 1`);
    for (const revision of deleted.revisions) await restoreRevision(tx, deleted, revision);
    await db.delete(deletedEntries).where(eq(deletedEntries.id, id));
  });
  return { id };
}
