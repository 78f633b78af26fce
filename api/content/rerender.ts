import { eq, lt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { entries, revisions, teamMembers } from '../db/tables.ts';
import { createSearchIndex, unindexSupersededRevisions } from '../entries/index-text.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { rendererVersion } from '../markdown/renderer-version.ts';
import { listPictures } from '../media/list-pictures.ts';

/**
 * Renders all revisions of an older renderer again: HTML, table of contents, plain text and search vectors. The
 * Markdown is not changed.
 */
export async function rerenderOutdatedRevisions(ctx: Context): Promise<void> {
  const { db } = ctx;
  const outdated = await db
    .select({ revision: revisions, type: entries.type })
    .from(revisions)
    .innerJoin(entries, eq(entries.id, revisions.entryId))
    .where(lt(revisions.renderer, rendererVersion));
  if (outdated.length === 0) return;
  const pictures = await listPictures(ctx);
  for (const { revision, type } of outdated) {
    const rendered = await renderMarkdown(revision.body, (name) => pictures.get(name));
    const { html, toc, words, cover } = rendered;
    const indexed = createSearchIndex({ ...revision, type }, rendered);
    const made = { html, toc, words, cover, ...indexed, renderer: rendererVersion };
    await db.update(revisions).set(made).where(eq(revisions.id, revision.id));
  }
  await unindexSupersededRevisions(ctx);
  for (const member of await db.select().from(teamMembers)) {
    const { html } = await renderMarkdown(member.body);
    await db.update(teamMembers).set({ html }).where(eq(teamMembers.id, member.id));
  }
}
