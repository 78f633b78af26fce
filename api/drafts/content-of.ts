import { eq, sql } from 'drizzle-orm';
import { upgradeText } from '../../contract/studio/content-versions.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import type { Context } from '../context.ts';
import { categories, entries, revisions, teamMembers } from '../db/tables.ts';

/** Returns the content of a revision as an editor writes it, with the category and the place that its entry has. */
export async function getRevisionContent({ db }: Context, revisionId: number): Promise<DraftContent | null> {
  const [row] = await db
    .select({
      revision: revisions,
      type: entries.type,
      position: entries.position,
      author: teamMembers.slug,
      category: categories.slug,
    })
    .from(revisions)
    .innerJoin(entries, eq(entries.id, revisions.entryId))
    .leftJoin(teamMembers, eq(teamMembers.id, revisions.authorId))
    .leftJoin(categories, eq(categories.id, entries.categoryId))
    .where(eq(revisions.id, revisionId));
  if (!row) return null;
  const { schemaVersion, revisedAt } = row.revision;
  const { title, summary, body, keywords, interests, fields } = upgradeText(row.type, schemaVersion, row.revision);
  const { author, category, position } = row;
  return {
    title,
    summary,
    body,
    author,
    category,
    keywords,
    interests,
    position,
    revisedAt: revisedAt?.toISOString() ?? null,
    fields,
  };
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
