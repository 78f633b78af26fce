import { eq } from 'drizzle-orm';
import { upgradeText } from '../../contract/studio/content-versions.ts';
import type { Context } from '../context.ts';
import { entries, revisions } from '../db/tables.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { listPictures } from '../media/list-pictures.ts';
import { createIndexedText } from './index-text.ts';

/** Adds a revision to the search index again, because revisions that visitors do not see are removed from it. */
export async function indexRevision(ctx: Context, revisionId: number): Promise<void> {
  const [row] = await ctx.db
    .select({ revision: revisions, type: entries.type })
    .from(revisions)
    .innerJoin(entries, eq(entries.id, revisions.entryId))
    .where(eq(revisions.id, revisionId));
  if (!row) return;
  const pictures = await listPictures(ctx);
  const text = upgradeText(row.type, row.revision.schemaVersion, row.revision);
  const rendered = await renderMarkdown(text.body, (name) => pictures.get(name));
  const indexed = createIndexedText({ ...text, type: row.type }, rendered);
  await ctx.db.update(revisions).set(indexed).where(eq(revisions.id, revisionId));
}
