import { and, eq, type SQL, sql } from 'drizzle-orm';
import { upgradeText } from '../../../contract/studio/content-versions.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { Context } from '../../context.ts';
import { categories, entries, entryStates, keptVersions, revisions, teamMembers } from '../../db/index.ts';

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
