import { and, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { EntryState, EntrySummary } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import {
  categories,
  createContainsPattern,
  drafts,
  draftTexts,
  entries,
  revisions,
  teamMembers,
  users,
} from '../../db/index.ts';
import { toIsoTimes } from '../../iso-times.ts';
import { matchAllWords } from '../search/find-matches.ts';

/** Condition: the entry will be published, replaced or withdrawn at a later moment. */
const isScheduled = sql`greatest(${entries.publishedAt}, ${entries.nextAt}, ${entries.withdrawnAt}) > now()`;
/** The state of an entry now, by the database's clock. */
const state = sql<EntryState>`case
  when ${entries.publishedAt} is null then 'DRAFT'
  when ${entries.withdrawnAt} <= now() then 'WITHDRAWN'
  when ${entries.publishedAt} > now() then 'SCHEDULED'
  else 'PUBLISHED' end`;
const title = sql<string>`coalesce(${draftTexts.title}, ${revisions.title}, '')`;
/** SQL for the version that `getStateVersion` of `find.ts` returns. */
export const stateVersionSql = sql<string>`${entries.version} || '.' || coalesce(
  'd' || ${drafts.version}, 'r' || coalesce(${entries.nextRevisionId}, ${entries.liveRevisionId}), 'r0')`;
const savedAt = sql<Date | null>`coalesce(${drafts.savedAt}, ${revisions.createdAt})`.mapWith(revisions.createdAt);
const author = sql<string | null>`coalesce(${draftTexts.author}, ${teamMembers.slug})`;

const orders = {
  saved: sql`${savedAt} desc nulls last, ${entries.id} desc`,
  published: sql`${entries.publishedAt} desc nulls last, ${entries.id} desc`,
  oldest: sql`${entries.publishedAt} nulls last, ${entries.id}`,
  title: sql`lower(${title}), ${entries.id}`,
};

interface Page {
  order: SQL;
  limit: number;
  offset: number;
}

function select({ db }: Context) {
  return db
    .select({
      id: entries.id,
      type: entries.type,
      slug: entries.slug,
      title,
      state,
      isChanged: sql<boolean>`${drafts.entryId} is not null`,
      category: categories.name,
      author,
      publishedAt: entries.publishedAt,
      nextAt: sql<Date | null>`case when ${entries.nextAt} > now() then ${entries.nextAt} end`.mapWith(entries.nextAt),
      withdrawnAt: entries.withdrawnAt,
      savedAt,
      savedBy: users.name,
      version: stateVersionSql,
    })
    .from(entries)
    .leftJoin(drafts, eq(drafts.entryId, entries.id))
    .leftJoin(draftTexts, eq(draftTexts.entryId, entries.id))
    .leftJoin(revisions, eq(revisions.id, sql`coalesce(${entries.nextRevisionId}, ${entries.liveRevisionId})`))
    .leftJoin(teamMembers, eq(teamMembers.id, revisions.authorId))
    .leftJoin(categories, eq(categories.id, entries.categoryId))
    .leftJoin(users, eq(users.id, sql`coalesce(${drafts.savedBy}, ${revisions.publishedBy})`));
}

/** Returns the summaries of entries that match a condition, by default those that were saved last. */
export async function selectSummaries(
  ctx: Context,
  where: SQL | undefined,
  { order = orders.saved, limit = 100, offset = 0 }: Partial<Page> = {},
): Promise<EntrySummary[]> {
  const rows = await select(ctx).where(where).orderBy(order).limit(limit).offset(offset);
  return rows.map(toIsoTimes);
}

/** Returns the summaries of entries by their ids, sorted by title. */
export async function selectEntrySummaries(ctx: Context, ids: readonly number[]): Promise<EntrySummary[]> {
  if (ids.length === 0) return [];
  return selectSummaries(ctx, inArray(entries.id, [...ids]), { order: orders.title, limit: ids.length, offset: 0 });
}

interface Filter {
  type?: EntryType | 'CONTENT' | undefined;
  state?: EntryState | 'CHANGED' | undefined;
  q: string;
  author?: string | undefined;
  category?: string | undefined;
}

async function countMatches(ctx: Context, where: SQL | undefined): Promise<number> {
  const counted = select(ctx).where(where).as('counted');
  const [count] = await ctx.db.select({ total: sql<number>`count(*)::int` }).from(counted);
  return count?.total ?? 0;
}

/**
 * Returns SQL for the words of a text, as the search of the site reads them. Minus signs are removed, because no index
 * finds the texts without a word. For a subquery the planner has no estimate, so that it uses the index also for words
 * that most texts contain.
 */
const createWordsSql = (q: string) => sql`(select ${matchAllWords(q.replace(/(?<=^|\s)-+/g, ''))})`;

/**
 * Returns the condition that the title or slug contains a text, or that the draft or the present revision has all its
 * words, as the search of the site reads them. The words are looked up in the indexes, because reading the body of each
 * entry takes a second for 10,000 entries.
 */
function createTextCondition(q: string): SQL | undefined {
  const pattern = createContainsPattern(q);
  const words = createWordsSql(q);
  return or(
    sql`${title} ilike ${pattern}`,
    sql`${entries.slug} ilike ${pattern}`,
    sql`${revisions.id} in (select id from ${revisions} where search @@ ${words})`,
    sql`${drafts.entryId} in (select entry_id from ${draftTexts} where search @@ ${words})`,
  );
}

function toCondition(filter: Filter): SQL | undefined {
  return and(
    filter.type === 'CONTENT' ? ne(entries.type, 'SETTING') : filter.type && eq(entries.type, filter.type),
    filter.state === 'CHANGED'
      ? and(isNotNull(drafts.entryId), isNotNull(entries.publishedAt))
      : filter.state === 'SCHEDULED'
        ? isScheduled
        : filter.state
          ? sql`${state} = ${filter.state}`
          : undefined,
    filter.author ? sql`${author} = ${filter.author}` : undefined,
    filter.category ? eq(categories.slug, filter.category) : undefined,
    filter.q ? createTextCondition(filter.q) : undefined,
  );
}

interface ListInput extends Filter {
  /** `match`: those whose titles contain `q` before those whose texts do. */
  sort: keyof typeof orders | 'match';
  page: number;
  size: number;
}

/** How many entries are compared before the best are taken. */
const candidates = 40;

/**
 * Condition: a revision is what visitors see or will see of its entry. `coalesce` hides the second condition from the
 * planner, which would otherwise estimate a single row and read all revisions instead of the newest ones.
 */
const isPresent = sql`e.id = r.entry_id and coalesce(r.id = coalesce(e.next_revision_id, e.live_revision_id), false)`;

/** Returns SQL for the newest entries whose titles or slugs contain a text, or whose texts contain its words. */
function createCandidatesSql(q: string, where: 'title' | 'text'): SQL {
  const present = sql`from ${revisions} r join ${entries} e on ${isPresent}`;
  if (where === 'text')
    return sql`(select entry_id as id from ${draftTexts} where search @@ ${createWordsSql(q)} limit ${candidates}) union
      (select e.id ${present} where r.search @@ ${createWordsSql(q)} limit ${candidates})`;
  const pattern = createContainsPattern(q);
  return sql`(select entry_id as id from ${draftTexts} where title ilike ${pattern} limit ${candidates}) union
    (select id from ${entries} where slug ilike ${pattern} order by id desc limit ${candidates}) union
    (select e.id ${present} where r.title ilike ${pattern} order by r.id desc limit ${candidates})`;
}

/**
 * Returns the entries that match a text best; without a text those that were saved last. Each key asks for it, so it
 * sorts a few candidates only: of the newest titles with the text and, if there are too few, of the texts.
 */
export async function findContent(ctx: Context, q: string, limit: number) {
  const read = async (candidatesSql: SQL) => {
    const { rows } = await ctx.db.execute<{ id: string }>(candidatesSql);
    const ids = rows.map(({ id }) => Number(id));
    return ids.length > 0 ? selectSummaries(ctx, inArray(entries.id, ids), { order: createMatchOrder(q), limit }) : [];
  };
  const newest = sql`(select entry_id as id from ${drafts} order by saved_at desc limit ${candidates}) union
    (select entry_id from ${revisions} order by id desc limit ${candidates})`;
  const found = await read(q ? createCandidatesSql(q, 'title') : newest);
  const others = q && found.length < limit ? await read(createCandidatesSql(q, 'text')) : [];
  const all = new Map([...found, ...others].map((entry) => [entry.id, entry]));
  return [...all.values()].slice(0, limit).map(({ id, title: name, type }) => ({ id, title: name, type }));
}

/** Returns the order in which entries whose titles contain a text come before others. */
const createMatchOrder = (q: string) => sql`${title} ilike ${createContainsPattern(q)} desc, ${orders.saved}`;

/** Returns one page of entries of all types. `q` searches titles, slugs, summaries and bodies of drafts and texts. */
export async function listContent(ctx: Context, { sort, page, size, ...filter }: ListInput) {
  const where = toCondition(filter);
  const order = sort === 'match' ? createMatchOrder(filter.q) : orders[sort];
  const items = await selectSummaries(ctx, where, { order, limit: size, offset: page * size });
  const isLastPage = items.length < size && (items.length > 0 || page === 0);
  const total = isLastPage ? page * size + items.length : await countMatches(ctx, where);
  return { items, page, size, total };
}
