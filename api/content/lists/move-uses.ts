import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { isCategoryList, type ListName } from '../../../contract/studio/list-names.ts';
import type { Context } from '../../context.ts';
import { drafts, entries, type ListChange, revisions } from '../../db/index.ts';
import { findDraft } from '../drafts/find.ts';
import { storeDraft } from '../drafts/store.ts';
import type { ListRow } from './rows.ts';

type Moved = NonNullable<ListChange['moved']>;
type Item = Pick<ListRow, 'id' | 'slug'>;

/** Returns SQL for a list of ids. It is empty without one. */
const toIds = (ids: readonly number[] = []) =>
  sql`any(${JSON.stringify(ids).replace('[', '{').replace(']', '}')}::bigint[])`;

async function updateReturningIds({ db }: Context, statement: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(statement);
  return [...new Set(rows.map(({ id }) => Number(id)))];
}

/** Locks entries in one order for everybody, so that no two transactions wait for each other. */
async function lockEntries({ db }: Context, where: SQL | undefined) {
  return db
    .select({
      id: entries.id,
      type: entries.type,
      slug: entries.slug,
      isNew: sql<boolean>`${entries.publishedAt} is null`,
    })
    .from(entries)
    .where(where)
    .orderBy(asc(entries.id))
    .for('update');
}

/** Returns the condition that a draft names an item of a list. */
function isNamedByDraft(list: ListName, slug: string): SQL | undefined {
  const { content } = drafts;
  if (isCategoryList(list)) return and(eq(entries.type, list), sql`${content} ->> 'category' = ${slug}`);
  if (list === 'TEAM') return sql`${content} ->> 'author' = ${slug}`;
  return list === 'INTEREST' ? sql`jsonb_exists(${content} -> 'interests', ${slug})` : undefined;
}

/** Selects the ids of entries with a draft for which a condition is true. */
function selectDrafts({ db }: Context, where: SQL | undefined) {
  return db.select({ id: entries.id }).from(drafts).innerJoin(entries, eq(entries.id, drafts.entryId)).where(where);
}

interface DraftRename {
  from: string;
  /** Null removes the name. */
  to: string | null;
  savedBy: number;
  /** The entries whose drafts are changed; all without it. */
  only?: readonly number[];
  /** Entries whose drafts get the name in addition. */
  withBoth?: readonly number[];
}

/** Replaces the name of an item in the drafts of entries. Returns those that named it. */
async function renameInDrafts(
  ctx: Context,
  list: ListName,
  { from, to, savedBy, only, withBoth = [] }: DraftRename,
): Promise<{ id: number; isNew: boolean; hasBoth: boolean }[]> {
  const isNamed = isNamedByDraft(list, from);
  if (!isNamed) return [];
  const named = selectDrafts(ctx, and(isNamed, only && sql`${entries.id} = ${toIds(only)}`));
  const renamedDrafts = [];
  for (const entry of await lockEntries(ctx, inArray(entries.id, named))) {
    const draft = await findDraft(ctx, entry);
    if (!draft) continue;
    const { content, baseRevisionId } = draft;
    const replace = (slug: string | null) => (slug === from ? to : slug);
    const interests = content.interests.flatMap((slug) =>
      slug === from && withBoth.includes(entry.id) ? [slug, to ?? []].flat() : (replace(slug) ?? []),
    );
    renamedDrafts.push({ id: entry.id, isNew: entry.isNew, hasBoth: to !== null && content.interests.includes(to) });
    const renamed =
      list === 'INTEREST'
        ? { interests: [...new Set(interests)] }
        : list === 'TEAM'
          ? { author: replace(content.author) }
          : { category: replace(content.category) };
    await storeDraft(ctx, { entryId: entry.id, content: { ...content, ...renamed }, baseRevisionId, savedBy });
  }
  return renamedDrafts;
}

/** Makes drafts name the new slug of an item. Call after the item has it. */
export async function renameItemInDrafts(ctx: Context, list: ListName, from: string, to: string, savedBy: number) {
  await renameInDrafts(ctx, list, { from, to, savedBy });
}

/** SQL for the revisions that visitors see now or at the next change. */
const shownRevisions = sql`id in (select unnest(array[live_revision_id, next_revision_id]) from entries)`;

/**
 * Makes everything that names an item name another one of the list. Returns what was moved, by kinds of ids. Earlier
 * revisions keep their interests; who restores one gets the item that it was merged into.
 */
export async function moveUses(ctx: Context, list: ListName, from: Item, into: Item, savedBy: number): Promise<Moved> {
  const moved: Moved = {};
  const update = (statement: SQL) => updateReturningIds(ctx, statement);
  if (isCategoryList(list)) {
    await lockEntries(ctx, eq(entries.categoryId, from.id));
    moved.entries = await update(
      sql`update entries set category_id = ${into.id} where category_id = ${from.id} returning id`,
    );
    moved.keptVersions = await update(
      sql`update kept_versions set category_id = ${into.id} where category_id = ${from.id} returning revision_id as id`,
    );
  } else if (list === 'TEAM') {
    const rows = ctx.db.select({ id: revisions.entryId }).from(revisions).where(eq(revisions.authorId, from.id));
    moved.entries = (await lockEntries(ctx, inArray(entries.id, rows))).map(({ id }) => id);
    moved.revisions = await update(
      sql`update revisions set author_id = ${into.id} where author_id = ${from.id} returning id`,
    );
  } else if (list === 'POSITION') {
    moved.members = await update(
      sql`update team_members set position_id = ${into.id} where position_id = ${from.id} returning id`,
    );
  } else if (list === 'INTEREST') {
    const names = sql`interests @> array[${from.slug}]`;
    const rows = ctx.db.select({ id: revisions.entryId }).from(revisions).where(sql`${names} and ${shownRevisions}`);
    const locked = (await lockEntries(ctx, inArray(entries.id, rows))).map(({ id }) => id);
    const hasBoth = sql`interests @> array[${into.slug}]`;
    const isShown = sql`${shownRevisions} and entry_id = ${toIds(locked)}`;
    const rename = async (to: SQL, where: SQL): Promise<[entries: number[], personas: number[]]> => [
      await update(sql`update revisions set interests = ${to} where ${where} and ${isShown} returning entry_id as id`),
      await update(sql`update personas set interests = ${to} where ${where} returning id`),
    ];
    [moved.entriesWithBoth, moved.personasWithBoth] = await rename(
      sql`array_remove(interests, ${from.slug})`,
      sql`${names} and ${hasBoth}`,
    );
    [moved.entries, moved.personas] = await rename(sql`array_replace(interests, ${from.slug}, ${into.slug})`, names);
  }
  const [last] = await ctx.db.select({ id: sql<string>`coalesce(max(id), 0)` }).from(revisions);
  moved.lastRevision = [Number(last?.id)];
  const isOfTarget = isNamedByDraft(list, into.slug);
  if (isOfTarget) moved.draftsOfTarget = (await selectDrafts(ctx, isOfTarget)).map(({ id }) => id);
  const named = await renameInDrafts(ctx, list, { from: from.slug, to: into.slug, savedBy });
  moved.drafts = named.map(({ id }) => id);
  moved.newDrafts = named.filter(({ isNew }) => isNew).map(({ id }) => id);
  moved.draftsWithBoth = named.filter(({ hasBoth }) => hasBoth).map(({ id }) => id);
  return moved;
}

/**
 * Moves back to an item what was moved to another one, as far as it still names that one. Texts that were published
 * since follow their entry.
 */
export async function moveUsesBack(
  ctx: Context,
  list: ListName,
  item: Item,
  from: Item,
  moved: Moved,
  savedBy: number,
): Promise<void> {
  const update = (statement: SQL) => ctx.db.execute(statement);
  const ofEntries = toIds([...(moved.entries ?? []), ...(moved.newDrafts ?? [])]);
  await lockEntries(ctx, sql`${entries.id} = ${ofEntries}`);
  if (isCategoryList(list)) {
    await update(sql`update entries set category_id = ${item.id} where category_id = ${from.id} and id = ${ofEntries}`);
    await update(sql`update kept_versions set category_id = ${item.id}
      where category_id = ${from.id} and revision_id = ${toIds(moved.keptVersions)}`);
  } else if (list === 'TEAM') {
    await update(sql`update revisions set author_id = ${item.id} where author_id = ${from.id} and (id = ${toIds(moved.revisions)}
      or (entry_id = ${ofEntries} and id > ${moved.lastRevision?.[0] ?? 0}))`);
  } else if (list === 'POSITION') {
    await update(sql`update team_members set position_id = ${item.id}
      where position_id = ${from.id} and id = ${toIds(moved.members)}`);
  } else if (list === 'INTEREST') {
    const names = sql`interests @> array[${from.slug}] and not interests @> array[${item.slug}]`;
    const rename = async (to: SQL, ofTexts: SQL, personas: number[] | undefined) => {
      await update(
        sql`update revisions set interests = ${to} where ${names} and ${shownRevisions} and entry_id = ${ofTexts}`,
      );
      await update(sql`update personas set interests = ${to} where ${names} and id = ${toIds(personas)}`);
    };
    await rename(sql`array_replace(interests, ${from.slug}, ${item.slug})`, ofEntries, moved.personas);
    await rename(sql`array_append(interests, ${item.slug})`, toIds(moved.entriesWithBoth), moved.personasWithBoth);
  }
  // An editor had chosen the other item for these before the merge.
  const chosen = new Set(list === 'INTEREST' ? [] : moved.draftsOfTarget);
  const only = [...(moved.entries ?? []), ...(moved.drafts ?? [])].filter((id) => !chosen.has(id));
  const { draftsWithBoth: withBoth = [] } = moved;
  await renameInDrafts(ctx, list, { from: from.slug, to: item.slug, savedBy, only, withBoth });
}

/** Takes the name of a person from drafts, before the person is removed. Returns the texts that named the person. */
export async function listTextsOf(ctx: Context, { id, slug }: Item, savedBy: number): Promise<Moved> {
  const rows = await ctx.db.select({ id: revisions.id }).from(revisions).where(eq(revisions.authorId, id));
  const named = await renameInDrafts(ctx, 'TEAM', { from: slug, to: null, savedBy });
  return { revisions: rows.map((row) => row.id), drafts: named.map((entry) => entry.id) };
}

/** Gives a restored person the texts that named them and that have no author now. */
export async function restoreTextsOf(ctx: Context, { id, slug }: Item, moved: Moved, savedBy: number): Promise<void> {
  await ctx.db.execute(
    sql`update revisions set author_id = ${id} where author_id is null and id = ${toIds(moved.revisions)}`,
  );
  const rows = ctx.db
    .select({ id: drafts.entryId })
    .from(drafts)
    .where(and(sql`${drafts.entryId} = ${toIds(moved.drafts)}`, sql`${drafts.content} ->> 'author' is null`));
  for (const entry of await lockEntries(ctx, inArray(entries.id, rows))) {
    const draft = await findDraft(ctx, entry);
    if (!draft) continue;
    const { content, baseRevisionId } = draft;
    await storeDraft(ctx, { entryId: entry.id, content: { ...content, author: slug }, baseRevisionId, savedBy });
  }
}
