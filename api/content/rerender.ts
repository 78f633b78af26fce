import { eq, lt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { revisions, teamMembers } from '../db/tables.ts';
import { indexText } from '../entries/index-text.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { rendererVersion } from '../markdown/renderer-version.ts';
import { listPictureSizes } from '../media/list-sizes.ts';

/**
 * Makes everything again that an older renderer made of Markdown: HTML, contents, plain text and search. What people wrote is
 * never changed.
 */
export async function rerenderOutdated(ctx: Context): Promise<void> {
  const { db } = ctx;
  const outdated = await db.select().from(revisions).where(lt(revisions.renderer, rendererVersion));
  if (outdated.length === 0) return;
  const sizes = await listPictureSizes(ctx);
  for (const revision of outdated) {
    const { html, toc, words, plain: body } = await renderMarkdown(revision.body, (name) => sizes.get(name) ?? null);
    const made = { html, toc, words, ...indexText(revision, body), renderer: rendererVersion };
    await db.update(revisions).set(made).where(eq(revisions.id, revision.id));
  }
  for (const member of await db.select().from(teamMembers)) {
    const { html } = await renderMarkdown(member.body);
    await db.update(teamMembers).set({ html }).where(eq(teamMembers.id, member.id));
  }
}
