import { inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../context.ts';
import { media, pictureUses } from '../db/media-tables.ts';
import { categories, entries, interests, personas, positions, teamMembers } from '../db/tables.ts';
import type { ContentSources } from './read.ts';

type Row = Record<string, unknown>;

/** Deletes all rows of a table except those with the given keys. */
async function removeOthers(
  { db }: Context,
  table: PgTable & { id: PgColumn },
  keyOf: (row: Row) => string,
  kept: ReadonlySet<string>,
): Promise<number> {
  const rows: Row[] = await db.select().from(table);
  const others = rows.filter((row) => !kept.has(keyOf(row))).map(({ id }) => Number(id));
  if (others.length > 0) await db.delete(table).where(inArray(table.id, others));
  return others.length;
}

/**
 * Deletes everything that a folder of content does not contain; returns the number of rows. Call in the import's
 * transaction.
 */
export async function pruneContent(ctx: Context, folder: ContentSources): Promise<number> {
  const slugs = (rows: readonly { slug: string }[]) => new Set(rows.map(({ slug }) => slug));
  const typed = (rows: readonly { type: string; slug: string }[]) =>
    new Set(rows.map(({ type, slug }) => `${type}/${slug}`));
  const slugOf = ({ slug }: Row) => String(slug);
  const typedOf = ({ type, slug }: Row) => `${type}/${slug}`;
  // Entries first: they refer to categories and members.
  let removed = await removeOthers(ctx, entries, typedOf, typed([...folder.entries, ...folder.drafts]));
  removed += await removeOthers(ctx, categories, typedOf, typed(folder.categories));
  removed += await removeOthers(ctx, teamMembers, slugOf, slugs(folder.members));
  removed += await removeOthers(ctx, positions, slugOf, slugs(folder.positions));
  removed += await removeOthers(ctx, personas, slugOf, slugs(folder.personas));
  removed += await removeOthers(ctx, interests, slugOf, slugs(folder.interests));
  // A picture of the library stays while a draft of an entry that is left shows it.
  const kept = new Set(folder.media.map(({ name }) => name));
  const used = await ctx.db.selectDistinct({ name: pictureUses.name }).from(pictureUses);
  for (const { name } of used) if (name) kept.add(name);
  const stored = await ctx.db.select({ name: media.name }).from(media);
  const gone = stored.map(({ name }) => name).filter((name) => !kept.has(name));
  if (gone.length > 0) await ctx.db.delete(media).where(inArray(media.name, gone));
  return removed + gone.length;
}
