import { and, eq, type SQL, sql } from 'drizzle-orm';
import { upgradeText } from '../../../contract/studio/content-versions.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { Context } from '../../context.ts';
import {
  categories,
  draftSaves,
  drafts,
  entries,
  entryStates,
  keptVersions,
  revisions,
  teamMembers,
} from '../../db/index.ts';
import { ApiError } from '../../errors.ts';

/** Returns SQL for a column of the entry as it last was while the revision was live or scheduled. */
function createLastStateSql(column: typeof entryStates.categoryId | typeof entryStates.position) {
  return sql<number | null>`(select ${column} from ${entryStates} where ${entryStates.entryId} = ${revisions.entryId}
    and ${revisions.id} in (${entryStates.liveRevisionId}, ${entryStates.nextRevisionId})
    order by ${entryStates.since} desc limit 1)`;
}

// Category and position are columns of an entry, not of a revision. A revision gets those that the entry has or had
// with this revision. A kept draft has columns of its own. A state always has a position, so null means no state.
const isCurrent = sql`${revisions.id} in (${entries.liveRevisionId}, ${entries.nextRevisionId})`;
const categoryId = sql`case when ${keptVersions.revisionId} is not null then ${keptVersions.categoryId}
  when ${isCurrent} or ${createLastStateSql(entryStates.position)} is null then ${entries.categoryId}
  else ${createLastStateSql(entryStates.categoryId)} end`;
const position = sql<number>`case when ${isCurrent} then ${entries.position}
  else coalesce(${keptVersions.position}, ${createLastStateSql(entryStates.position)}, ${entries.position}) end`;

/**
 * Returns the contents of revisions by their ids, as editors write them, with the category and the position that their
 * entries had with them.
 */
export async function getRevisionContents({ db }: Context, where: SQL | undefined): Promise<Map<number, DraftContent>> {
  const { title, summary, body, keywords, interests, revisedAt, fields, schemaVersion } = revisions;
  const rows = await db
    .select({
      id: revisions.id,
      text: { title, summary, body, keywords, interests, fields },
      revisedAt,
      schemaVersion,
      type: entries.type,
      slug: entries.slug,
      position,
      author: teamMembers.slug,
      category: categories.slug,
    })
    .from(revisions)
    .innerJoin(entries, eq(entries.id, revisions.entryId))
    .leftJoin(keptVersions, eq(keptVersions.revisionId, revisions.id))
    .leftJoin(teamMembers, eq(teamMembers.id, revisions.authorId))
    .leftJoin(categories, eq(categories.id, categoryId))
    .where(where);
  return new Map(
    rows.map(({ id, type, slug, text, schemaVersion: version, revisedAt: revised, ...rest }) => [
      id,
      { ...upgradeText({ type, slug }, version, text), ...rest, revisedAt: revised?.toISOString() ?? null },
    ]),
  );
}

/** Returns the content of a revision; null for an unknown one, or one of another entry than `entryId`. */
export async function getRevisionContent(
  ctx: Context,
  revisionId: number,
  entryId?: number,
): Promise<DraftContent | null> {
  const where = and(eq(revisions.id, revisionId), entryId === undefined ? undefined : eq(revisions.entryId, entryId));
  return (await getRevisionContents(ctx, where)).get(revisionId) ?? null;
}

/** Returns the ids of an author and of a category by their slugs; null where there is none. */
export async function findContentIds(
  { db }: Context,
  type: (typeof entries.$inferSelect)['type'],
  { author, category }: Pick<DraftContent, 'author' | 'category'>,
): Promise<{ authorId: number | null; categoryId: number | null }> {
  const [member] = author
    ? await db.select({ id: teamMembers.id }).from(teamMembers).where(eq(teamMembers.slug, author))
    : [];
  const [named] = category
    ? await db
        .select({ id: categories.id })
        .from(categories)
        .where(sql`${categories.type} = ${type} and ${categories.slug} = ${category}`)
    : [];
  return { authorId: member?.id ?? null, categoryId: named?.id ?? null };
}

export type EntryRow = typeof entries.$inferSelect;

/** What an editor of an entry sees now. */
export interface CurrentContent {
  /** `draft-<n>`, or `revision-<id>` without a draft. */
  version: string;
  content: DraftContent;
  draft: typeof drafts.$inferSelect | null;
  /** The revision that visitors see now, or will see next; null if the entry was never published. */
  revisionId: number | null;
}

const createNotFoundError = () => new ApiError('not_found', 'There is no such entry. Somebody may have deleted it.');

/** Returns an entry without locking it. `not_found` for an unknown id. */
export async function findEntry({ db }: Context, id: number): Promise<EntryRow> {
  const [entry] = await db.select().from(entries).where(eq(entries.id, id));
  if (!entry) throw createNotFoundError();
  return entry;
}

/**
 * Returns an entry, locked until the transaction ends. A scheduled revision whose time has passed becomes the live one,
 * so that a later schedule does not replace it. `not_found` for an unknown id.
 */
export async function lockEntry({ db }: Context, id: number): Promise<EntryRow> {
  const [entry] = await db.select().from(entries).where(eq(entries.id, id)).for('update');
  if (!entry) throw createNotFoundError();
  const [settled] = await db
    .update(entries)
    .set({ liveRevisionId: entries.nextRevisionId, nextRevisionId: null, nextAt: null })
    .where(and(eq(entries.id, id), sql`${entries.nextAt} <= now()`))
    .returning();
  return settled ?? entry;
}

/** Returns the draft of an entry, converted to the present content schema; null without one. */
export async function findDraft(
  { db }: Context,
  { id, type, slug }: Pick<EntryRow, 'id' | 'type' | 'slug'>,
): Promise<CurrentContent['draft']> {
  const [draft] = await db.select().from(drafts).where(eq(drafts.entryId, id));
  return draft ? { ...draft, content: upgradeText({ type, slug }, draft.schemaVersion, draft.content) } : null;
}

/** Returns the draft of an entry or, without one, the content of its newest published or scheduled revision. */
export async function getCurrentContent(ctx: Context, entry: EntryRow): Promise<CurrentContent> {
  const revisionId = entry.nextRevisionId ?? entry.liveRevisionId;
  const draft = await findDraft(ctx, entry);
  if (draft) return { version: `draft-${draft.version}`, content: draft.content, draft, revisionId };
  const content = revisionId === null ? null : await getRevisionContent(ctx, revisionId);
  if (!content) throw new Error(`The entry ${entry.id} has neither a draft nor a revision`);
  return { version: `revision-${revisionId}`, content, draft: null, revisionId };
}

/** Returns the `version` that lists give an entry, from the locked row and what an editor sees now. */
export function getStateVersion(entry: EntryRow, { version }: CurrentContent): string {
  const [kind = '', number] = version.split('-');
  return `${entry.version}.${kind.charAt(0)}${number}`;
}

/**
 * Throws `conflict` if the entry has changed since the list or screen that sent `version` was read. A draft that was
 * saved since is no conflict, because acts on what visitors see leave drafts alone.
 */
export function checkStateVersion(entry: EntryRow, version: string): void {
  if (version.split('.')[0] !== String(entry.version))
    throw new ApiError(
      'conflict',
      'Somebody has changed this entry in the meantime. Reload the page and check it again.',
    );
}

/** Throws `conflict` if the current content is not the version that the user saw. */
export function checkContentVersion(
  current: CurrentContent,
  version: string,
  action: 'delete' | 'discard' | 'publish' | 'replace',
): void {
  if (current.version !== version)
    throw new ApiError(
      'conflict',
      `Somebody has saved another version in the meantime. Read it before you ${action} it.`,
    );
}

/** Returns the content of an earlier version of an entry; null for a version that is not the entry's or not kept. */
export async function findVersion(ctx: Context, entryId: number, version: string): Promise<DraftContent | null> {
  const [kind, number = ''] = version.split('-');
  if (kind === 'revision') return getRevisionContent(ctx, Number(number), entryId);
  const [save] = await ctx.db
    .select({
      content: draftSaves.content,
      schemaVersion: draftSaves.schemaVersion,
      type: entries.type,
      slug: entries.slug,
    })
    .from(draftSaves)
    .innerJoin(entries, eq(entries.id, draftSaves.entryId))
    .where(and(eq(draftSaves.entryId, entryId), eq(draftSaves.version, Number(number))));
  return save ? upgradeText(save, save.schemaVersion, save.content) : null;
}
