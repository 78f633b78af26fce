import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { contentSchemaVersion, upgradeText } from '../../contract/studio/content-versions.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import type { DeletedEntry } from '../../contract/studio/history-operations.ts';
import { toJson } from '../../contract/studio/match-items.ts';
import type { Actor, Caller, Context } from '../context.ts';
import { type DeletedRevision, deletedEntries, entries, keptVersions, revisions, users } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { toIsoTimes } from '../iso-times.ts';
import { requireActor } from '../people/index.ts';
import { recordEntry } from './acts.ts';
import { checkContentVersion, getCurrentContent, getRevisionContent, lockEntry } from './drafts/find.ts';
import { canWrite, checkCanWrite } from './drafts/save.ts';
import { storeDraft } from './drafts/store.ts';
import { type RenderedContent, renderContent } from './entries/render-content.ts';
import { insertEntryAtFreeSlug } from './entries/store-revision.ts';
import { returnTextError, TextError } from './markdown/text-error.ts';
import { storeTextRevision } from './versions.ts';

/** The time for which a deleted entry can be restored. */
const kept = sql`interval '30 days'`;

/** Condition: the entry can still be restored. Maintenance removes others, but may come later. */
const isRestorable = gte(deletedEntries.deletedAt, sql`now() - ${kept}`);

/** Returns one page of the entries that can still be restored, the newest first. */
export async function listDeletedEntries(
  { db }: Context,
  { page, size }: { page: number; size: number },
  caller: Caller,
): Promise<{ items: DeletedEntry[]; page: number; size: number; total: number }> {
  const actor = requireActor(caller);
  const rows = await db
    .select({
      id: deletedEntries.id,
      type: deletedEntries.type,
      slug: deletedEntries.slug,
      title: deletedEntries.title,
      createdBy: deletedEntries.createdBy,
      deletedAt: deletedEntries.deletedAt,
      deletedBy: users.name,
      keptUntil: sql`${deletedEntries.deletedAt} + ${kept}`.mapWith(deletedEntries.deletedAt),
    })
    .from(deletedEntries)
    .leftJoin(users, eq(users.id, deletedEntries.deletedBy))
    .where(isRestorable)
    .orderBy(desc(deletedEntries.deletedAt), desc(deletedEntries.id))
    .limit(size)
    .offset(page * size);
  const items = rows.map(({ createdBy, ...row }) => ({
    ...toIsoTimes(row),
    canRestore: canWrite(actor, { createdBy }),
  }));
  return { items, page, size, total: await db.$count(deletedEntries, isRestorable) };
}

/** Removes deleted entries for good after 30 days. Returns how many. */
export async function removeOldDeletedEntries({ db }: Context): Promise<number> {
  const removed = await db.delete(deletedEntries).where(lt(deletedEntries.deletedAt, sql`now() - ${kept}`));
  return removed.rowCount ?? 0;
}

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
    await recordEntry(tx, 'entry.DELETE', id, actor.userId);
    await db.delete(entries).where(eq(entries.id, id));
  });
  return { id };
}

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
    await recordEntry(tx, 'entry.RESTORE', id, actor.userId);
  });
  return { id };
}
