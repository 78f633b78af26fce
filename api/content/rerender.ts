import { eq, lt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { entries, revisions, teamMembers } from '../db/tables.ts';
import { createSearchIndex, unindexSupersededRevisions } from '../entries/index-text.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { rendererVersion } from '../markdown/renderer-version.ts';
import { listPictureSizes } from '../media/list-sizes.ts';

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
  const sizes = await listPictureSizes(ctx);
  for (const { revision, type } of outdated) {
    const rendered = await renderMarkdown(revision.body, (name) => sizes.get(name) ?? null);
    const { html, toc, words } = rendered;
    const made = { html, toc, words, ...createSearchIndex({ ...revision, type }, rendered), renderer: rendererVersion };
    await db.update(revisions).set(made).where(eq(revisions.id, revision.id));
  }
  await unindexSupersededRevisions(ctx);
  for (const member of await db.select().from(teamMembers)) {
    const { html } = await renderMarkdown(member.body);
    await db.update(teamMembers).set({ html }).where(eq(teamMembers.id, member.id));
  }
}
