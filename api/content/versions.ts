import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import type {
  ListedVersion,
  OpenedVersion,
  VersionKind,
  VersionSummary,
} from '../../contract/studio/history-operations.ts';
import { isSameContent } from '../../contract/studio/merge-contents.ts';
import type { OpenedEntry } from '../../contract/studio/shapes.ts';
import type { Caller, Context } from '../context.ts';
import { draftSaves, drafts, entries, keptVersions, revisions, users } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { requireActor } from '../people/index.ts';
import { recordEntry } from './acts.ts';
import {
  checkContentVersion,
  type EntryRow,
  findContentIds,
  findEntry,
  findVersion,
  getCurrentContent,
  lockEntry,
} from './drafts/find.ts';
import { runEntryChange } from './drafts/open.ts';
import { recordDraftOutcome } from './drafts/remove.ts';
import { checkCanWrite } from './drafts/save.ts';
import { storeDraft } from './drafts/store.ts';
import { unindexSupersededRevisions } from './entries/index-text.ts';
import { type RenderedContent, renderContent } from './entries/render-content.ts';
import { storeRevision } from './entries/store-revision.ts';

const keepers = alias(users, 'keepers');
const enders = alias(users, 'enders');

async function findRevisions({ db }: Context, where: SQL | undefined): Promise<VersionSummary[]> {
  const rows = await db
    .select({
      id: revisions.id,
      number: revisions.number,
      label: keptVersions.label,
      title: revisions.title,
      createdAt: revisions.createdAt,
      publishedBy: users.name,
      keptBy: keepers.name,
      liveRevisionId: entries.liveRevisionId,
      nextRevisionId: entries.nextRevisionId,
    })
    .from(revisions)
    .innerJoin(entries, eq(entries.id, revisions.entryId))
    .leftJoin(keptVersions, eq(keptVersions.revisionId, revisions.id))
    .leftJoin(users, eq(users.id, revisions.publishedBy))
    .leftJoin(keepers, eq(keepers.id, keptVersions.keptBy))
    .where(where);
  return rows.map(({ id, number, label, title, createdAt, publishedBy, keptBy, ...entry }) => ({
    version: `revision-${id}`,
    number,
    label,
    title,
    storedAt: createdAt.toISOString(),
    storedBy: label === null ? publishedBy : keptBy,
    isDraft: false,
    isLive: id === entry.liveRevisionId,
    isNext: id === entry.nextRevisionId,
    outcome: null,
    endedAt: null,
    endedBy: null,
  }));
}

async function findSaves({ db }: Context, where: SQL | undefined): Promise<VersionSummary[]> {
  const rows = await db
    .select({
      version: draftSaves.version,
      title: sql<string>`${draftSaves.content} ->> 'title'`,
      savedAt: draftSaves.savedAt,
      savedBy: users.name,
      outcome: draftSaves.outcome,
      endedAt: draftSaves.endedAt,
      endedBy: enders.name,
      isDraft: sql<boolean>`${drafts.entryId} is not null`,
    })
    .from(draftSaves)
    .leftJoin(drafts, and(eq(drafts.entryId, draftSaves.entryId), eq(drafts.version, draftSaves.version)))
    .leftJoin(users, eq(users.id, draftSaves.savedBy))
    .leftJoin(enders, eq(enders.id, draftSaves.endedBy))
    .where(where);
  return rows.map(({ version, savedAt, savedBy, endedAt, ...row }) => ({
    ...row,
    version: `draft-${version}`,
    number: null,
    label: null,
    storedAt: savedAt.toISOString(),
    storedBy: savedBy,
    isLive: false,
    isNext: false,
    endedAt: endedAt?.toISOString() ?? null,
  }));
}

/** Returns a revision or a save of an entry with its content. `not_found` for one of another entry, or one not kept. */
export async function getVersion(
  ctx: Context,
  { id, version }: { id: number; version: string },
): Promise<OpenedVersion> {
  const [kind, text] = version.split('-');
  const number = Number(text);
  const [summary] =
    kind === 'revision'
      ? await findRevisions(ctx, and(eq(revisions.entryId, id), eq(revisions.id, number)))
      : await findSaves(ctx, and(eq(draftSaves.entryId, id), eq(draftSaves.version, number)));
  const content = summary && (await findVersion(ctx, id, version));
  if (!content) throw new ApiError('not_found', 'This version of the entry is not kept.');
  return { ...summary, content };
}

/**
 * SQL for the saves to list: the last of each minute of each author, and the last of each draft. While somebody types,
 * a save is stored several times a second, and a list of all of them would say little.
 */
const isListedSave = sql`(${draftSaves.outcome} is not null or not exists (
  select from draft_saves as later where later.entry_id = ${draftSaves.entryId} and later.version > ${draftSaves.version}
    and later.saved_by is not distinct from ${draftSaves.savedBy}
    and date_trunc('minute', later.saved_at) = date_trunc('minute', ${draftSaves.savedAt})))`;

/** SQL for the versions of an entry, each with the time of its storing. */
function selectVersions(id: number) {
  return sql`
    select 'REVISION' as kind, ${revisions.id} as number, ${revisions.createdAt} as stored_at, false as is_published
    from ${revisions} where ${eq(revisions.entryId, id)}
    union all
    select 'SAVE', ${draftSaves.version}, ${draftSaves.savedAt}, ${draftSaves.outcome} is not distinct from 'PUBLISHED'
    from ${draftSaves} where ${eq(draftSaves.entryId, id)} and ${isListedSave}`;
}

/** Condition: a version is of a kind, or of any. A save that was published is then listed as its revision alone. */
const isOfKind = (kind: VersionKind | undefined) => (kind === undefined ? sql`not is_published` : sql`kind = ${kind}`);

interface VersionRow extends Record<string, unknown> {
  version: string;
  kind: VersionKind;
  number: number;
  previous: string | null;
}

/** Returns one page of the revisions and saves of an entry, or of one kind of them, the newest first. */
export async function listVersions(
  ctx: Context,
  { id, kind, page, size }: { id: number; kind?: VersionKind | undefined; page: number; size: number },
) {
  // Publishing stores a revision with the text of the last save, so revisions are compared with each other.
  const { rows } = await ctx.db.execute<VersionRow>(sql`
    with versions as (
      select *, case kind when 'SAVE' then 'draft-' else 'revision-' end || number as version from (${selectVersions(id)}) as all_kinds
    ), ordered as (
      select *, case kind
          when 'SAVE' then lead(version) over (order by stored_at desc, kind, number desc)
          else lead(version) over (partition by kind order by stored_at desc, number desc)
        end as previous
      from versions
    )
    select version, kind, number::int8::float8 as number, previous from ordered
    where ${isOfKind(kind)}
    order by stored_at desc, kind, ordered.number desc limit ${size} offset ${page * size}`);
  const { rows: counts } = await ctx.db.execute<{ count: string }>(sql`
    select count(*) from (${selectVersions(id)}) as versions where ${isOfKind(kind)}`);
  const listNumbers = (wanted: VersionKind) => rows.filter((row) => row.kind === wanted).map(({ number }) => number);
  const summaries = [
    ...(await findRevisions(
      ctx,
      sql`${eq(revisions.entryId, id)} and ${inArray(revisions.id, listNumbers('REVISION'))}`,
    )),
    ...(await findSaves(
      ctx,
      sql`${eq(draftSaves.entryId, id)} and ${inArray(draftSaves.version, listNumbers('SAVE'))}`,
    )),
  ];
  const items = rows.flatMap(({ version, previous }): ListedVersion[] => {
    const summary = summaries.find((each) => each.version === version);
    return summary ? [{ ...summary, previous }] : [];
  });
  return { items, page, size, total: Number(counts[0]?.count) };
}

/** Who stored a revision, and the name under which it was kept; null: it was published. */
interface StoredBy {
  label: string | null;
  storedBy: number | null;
}

/**
 * Stores a content as a revision that visitors do not see. Returns its id. Call in a transaction that has locked the
 * entry.
 */
export async function storeTextRevision(
  ctx: Context,
  { id: entryId, type, slug }: Pick<EntryRow, 'id' | 'type' | 'slug'>,
  content: DraftContent,
  rendered: RenderedContent,
  { label, storedBy }: StoredBy,
): Promise<number> {
  const { title, summary, body, keywords, interests, fields, position } = content;
  const { authorId, categoryId } = await findContentIds(ctx, type, content);
  const revisedAt = content.revisedAt === null ? null : new Date(content.revisedAt);
  const text = { title, summary, body, keywords, interests, fields, authorId, revisedAt };
  const publishedBy = label === null ? storedBy : null;
  const revisionId = await storeRevision(
    ctx,
    { entryId, type, slug, isShown: false, publishedBy },
    null,
    text,
    rendered,
  );
  if (label !== null)
    await ctx.db.insert(keptVersions).values({ revisionId, label, keptBy: storedBy, categoryId, position });
  await unindexSupersededRevisions(ctx, entryId);
  return revisionId;
}

/**
 * Keeps a save as a revision under a name. `conflict` for a revision, which is kept anyway; `not_found` if the save is
 * unknown or not kept.
 */
export async function keepVersion(
  ctx: Context,
  { id, version, label }: { id: number; version: string; label: string },
  caller: Caller,
): Promise<VersionSummary> {
  const actor = requireActor(caller);
  const entry = await findEntry(ctx, id);
  checkCanWrite(actor, entry);
  if (version.startsWith('revision-'))
    throw new ApiError('conflict', 'This is a revision already, so it is kept without a name too.');
  const content = await findVersion(ctx, id, version);
  if (!content) throw new ApiError('not_found', 'This version of the entry is not kept.');
  // Before the transaction, so that a slow text holds no connection and no lock.
  const rendered = await renderContent(ctx, entry, entry.type, content);
  const revisionId = await ctx.db.transaction(async (db) => {
    const tx = { db };
    const locked = await lockEntry(tx, id);
    await recordEntry(tx, 'entry.KEEP', id, actor.userId);
    return storeTextRevision(tx, locked, content, rendered, { label, storedBy: actor.userId });
  });
  const { content: _, ...summary } = await getVersion(ctx, { id, version: `revision-${revisionId}` });
  return summary;
}

/**
 * Replaces the draft with an earlier revision or save. Nothing is published, and the replaced draft stays among the
 * saves. Throws `conflict` if the current content is not the `version` that was seen.
 */
export async function restoreVersion(
  ctx: Context,
  { id, version, restored }: { id: number; version: string; restored: string },
  caller: Caller,
): Promise<OpenedEntry> {
  return runEntryChange(ctx, id, caller, async (tx, entry, actor) => {
    checkCanWrite(actor, entry);
    const current = await getCurrentContent(tx, entry);
    checkContentVersion(current, version, 'replace');
    const content = await findVersion(tx, id, restored);
    if (!content) throw new ApiError('not_found', 'This version of the entry is not kept.');
    if (isSameContent(content, current.content)) return;
    if (current.draft) await recordDraftOutcome(tx, current.draft, 'REPLACED', actor.userId);
    await storeDraft(tx, { entryId: id, content, baseRevisionId: current.revisionId, savedBy: actor.userId });
    await recordEntry(tx, 'entry.RESTORE_VERSION', id, actor.userId);
  });
}
