import { eq, lt, type SQL, sql } from 'drizzle-orm';
import { getWideName } from '../../../contract/content/picture-variants.ts';
import { upgradeText } from '../../../contract/studio/content-versions.ts';
import type { Context } from '../../context.ts';
import { entries, revisions, teamMembers } from '../../db/index.ts';
import { createIndexedText, type TextToIndex, unindexSupersededRevisions } from '../entries/index-text.ts';
import { type RenderedContent, renderContent } from '../entries/render-content.ts';
import { getRenderedColumns } from '../entries/store-revision.ts';
import { renderInThread } from '../markdown/render-in-thread.ts';
import { rendererVersion } from '../markdown/renderer-version.ts';
import { returnTextError, TextError } from '../markdown/text-error.ts';
import { listPictures } from '../media/list-pictures.ts';

/** Returns the columns of a revision that are made from its text. */
function createColumns(text: TextToIndex, rendered: RenderedContent) {
  return { ...getRenderedColumns(rendered), ...createIndexedText(text, rendered) };
}

/**
 * Renders revisions again: HTML, table of contents, plain text, names of pictures and search vectors. The Markdown is
 * not changed. A text that cannot be rendered any more keeps its HTML. Returns the number of revisions.
 */
async function rerender(ctx: Context, where: SQL): Promise<number> {
  const { db } = ctx;
  const found = await db.select({ id: revisions.id }).from(revisions).where(where).orderBy(revisions.id);
  if (found.length === 0) return 0;
  const pictures = await listPictures(ctx);
  // One revision at a time, because the texts of all revisions may not fit into memory.
  for (const { id } of found) {
    const [row] = await db
      .select({ revision: revisions, entry: entries })
      .from(revisions)
      .innerJoin(entries, eq(entries.id, revisions.entryId))
      .where(eq(revisions.id, id));
    if (!row) continue;
    const { revision, entry } = row;
    const text = upgradeText(entry, revision.schemaVersion, revision);
    const rendered = await renderContent(ctx, entry, entry.type, text, pictures).catch(returnTextError);
    const isFailed = rendered instanceof TextError;
    const columns = isFailed ? {} : createColumns({ ...text, type: entry.type }, rendered);
    await db
      .update(revisions)
      .set({ ...columns, renderer: rendererVersion })
      .where(eq(revisions.id, id));
  }
  await unindexSupersededRevisions(ctx);
  return found.length;
}

/** Renders all revisions of an older renderer again, and then the texts about the team. */
export async function rerenderOutdatedRevisions(ctx: Context): Promise<void> {
  if ((await rerender(ctx, lt(revisions.renderer, rendererVersion))) === 0) return;
  const { db } = ctx;
  for (const member of await db.select().from(teamMembers)) {
    const rendered = await renderInThread(member.body, null).catch(returnTextError);
    if (rendered instanceof TextError) continue;
    await db.update(teamMembers).set({ html: rendered.html }).where(eq(teamMembers.id, member.id));
  }
}

/**
 * Renders all revisions again that show a picture whose file is new or has changed, so that they have its size and its
 * drawing. For a narrow drawing, these are the revisions that show the wide one.
 */
export async function rerenderRevisionsWithPicture(ctx: Context, name: string): Promise<void> {
  await rerender(ctx, sql`${revisions.pictures} @> array[${getWideName(name) ?? name}]`);
}
