import { eq, lt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { media, revisions } from '../db/tables.ts';
import { rendererVersion, renderMarkdown } from '../markdown/render.ts';

/** Makes the stored HTML again where an older renderer made it. The text of a revision is never changed. */
export async function rerenderOutdated({ db }: Context): Promise<void> {
  const outdated = await db
    .select({ id: revisions.id, body: revisions.body })
    .from(revisions)
    .where(lt(revisions.renderer, rendererVersion));
  if (outdated.length === 0) return;
  const pictures = await db.select({ name: media.name, width: media.width, height: media.height }).from(media);
  const sizes = new Map(pictures.map((row) => [row.name, row]));
  for (const { id, body } of outdated) {
    const { html, toc, words } = await renderMarkdown(body, (name) => {
      const size = sizes.get(name);
      return size?.width && size.height ? { width: size.width, height: size.height } : null;
    });
    await db.update(revisions).set({ html, toc, words, renderer: rendererVersion }).where(eq(revisions.id, id));
  }
}
