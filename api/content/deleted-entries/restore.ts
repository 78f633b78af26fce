import { and, eq, sql } from 'drizzle-orm';
import { upgradeText } from '../../../contract/studio/content-versions.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import { toJson } from '../../../contract/studio/match-items.ts';
import type { Actor, Caller, Context } from '../../context.ts';
import { type DeletedRevision, deletedEntries, revisions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from '../../people/index.ts';
import { checkCanWrite } from '../drafts/save.ts';
import { insertEntryAtFreeSlug } from '../entries/insert-entry.ts';
import { type RenderedContent, renderContent } from '../entries/render-content.ts';
import { returnTextError, TextError } from '../markdown/text-error.ts';
import { storeTextRevision } from '../versions/keep.ts';
import { isRestorable } from './list.ts';

type DeletedRow = typeof deletedEntries.$inferSelect;

/** Returns the entry, locked until the transaction ends. `forbidden` if the user may not restore it. */
async function lockDeletedEntry({ db }: Context, id: number, actor: Actor): Promise<DeletedRow> {
  const [deleted] = await db
    .select()
    .from(deletedEntries)
    .where(and(eq(deletedEntries.id, id), isRestorable))
    .for('update');
  if (!deleted) throw new ApiError('not_found', 'There is no such deleted entry. Somebody may have restored it.');
  checkCanWrite(actor, deleted);
  return deleted;
}

const getContent = (entry: DeletedRow, { schemaVersion, content }: DeletedRevision): DraftContent =>
  upgradeText(entry, schemaVersion, content);

/** Returns what identifies the parts of a content that are rendered. */
const createKey = ({ body, fields }: DraftContent) => toJson([body, fields]);

/**
 * Returns the rendered contents of the revisions by their keys. A text above the present limits is rendered as an empty
 * text. No visitor sees that, because publishing renders the text again.
 */
async function renderRevisions(ctx: Context, deleted: DeletedRow): Promise<Map<string, RenderedContent>> {
  const rendered = new Map<string, RenderedContent>();
  for (const revision of deleted.revisions) {
    const content = getContent(deleted, revision);
    const { type } = deleted;
    const result = await renderContent(ctx, deleted, type, content).catch(returnTextError);
    const isRefused = result instanceof TextError;
    const empty = { body: '', fields: {} };
    rendered.set(createKey(content), isRefused ? await renderContent(ctx, deleted, type, empty) : result);
  }
  return rendered;
}

async function restoreRevision(
  ctx: Context,
  deleted: DeletedRow,
  revision: DeletedRevision,
  rendered: Map<string, RenderedContent>,
): Promise<void> {
  const { label, storedBy, createdAt } = revision;
  const content = getContent(deleted, revision);
  const text = rendered.get(createKey(content));
  if (!text) throw new ApiError('conflict', 'Somebody has just restored this entry and deleted it again. Try again.');
  const revisionId = await storeTextRevision(ctx, deleted, content, text, { label, storedBy });
  await ctx.db
    .update(revisions)
    .set({ createdAt: new Date(createdAt) })
    .where(eq(revisions.id, revisionId));
}

/**
 * Restores a deleted entry under its id, with its draft, saves and revisions. The entry gets a similar address if
 * another entry has taken its own. A text that cannot be rendered any more is restored too; the check before publishing
 * says what is wrong with it. `not_found` after 30 days, or if somebody has restored the entry already.
 */
export async function restoreEntry(ctx: Context, { id }: { id: number }, caller: Caller): Promise<{ id: number }> {
  const actor = requireActor(caller);
  // Before the transaction, so that a slow text holds no connection and no lock.
  const rendered = await renderRevisions(ctx, await lockDeletedEntry(ctx, id, actor));
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    const deleted = await lockDeletedEntry(tx, id, actor);
    const { type, slug, createdBy } = deleted;
    await insertEntryAtFreeSlug(tx, { id, type, slug, createdBy });
    await db.execute(sql`insert into draft_saves (entry_id, version, content, saved_by, saved_at, schema_version, outcome,
        ended_at, ended_by)
      select entry_id, version, content, saved_by, saved_at, schema_version, outcome, ended_at, ended_by
      from deleted_saves where entry_id = ${id}`);
    await db.execute(sql`insert into drafts (entry_id, version, content, saved_by, saved_at, schema_version)
      select entry_id, version, content, saved_by, saved_at, schema_version
      from draft_saves where entry_id = ${id} order by version desc limit 1`);
    for (const revision of deleted.revisions) await restoreRevision(tx, deleted, revision, rendered);
    await db.delete(deletedEntries).where(eq(deletedEntries.id, id));
  });
  return { id };
}
