import { eq } from 'drizzle-orm';
import { upgradeText } from '../../../contract/studio/content-versions.ts';
import type { Context } from '../../context.ts';
import { entries, revisions } from '../../db/index.ts';
import { createIndexedText } from './index-text.ts';
import { renderContent } from './render-content.ts';

/** Adds a revision to the search index again, because revisions that visitors do not see are removed from it. */
export async function indexRevision(ctx: Context, revisionId: number): Promise<void> {
  const [row] = await ctx.db
    .select({ revision: revisions, entry: entries })
    .from(revisions)
    .innerJoin(entries, eq(entries.id, revisions.entryId))
    .where(eq(revisions.id, revisionId));
  if (!row) return;
  const { revision, entry } = row;
  const text = upgradeText(entry, revision.schemaVersion, revision);
  const indexed = createIndexedText({ ...text, type: entry.type }, await renderContent(ctx, entry, entry.type, text));
  await ctx.db.update(revisions).set(indexed).where(eq(revisions.id, revisionId));
}
