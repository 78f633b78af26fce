import { and, eq } from 'drizzle-orm';
import { parseEntryPath } from '../../../contract/content/site-paths.ts';
import type { Context } from '../../context.ts';
import { formerSlugs, redirects } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';

/** Removes the redirect of a renamed entry. Returns whether there was one. */
async function deleteFormerSlug({ db }: Context, path: string): Promise<boolean> {
  const named = parseEntryPath(path);
  if (!named) return false;
  const { type, slug } = named;
  const { rowCount } = await db.delete(formerSlugs).where(and(eq(formerSlugs.type, type), eq(formerSlugs.slug, slug)));
  return Boolean(rowCount);
}

/** Removes a redirect of an editor, or of a renamed entry. `not_found` if there is none. */
export async function removeRedirect(ctx: Context, { path }: { path: string }): Promise<{ path: string }> {
  const { rowCount } = await ctx.db.delete(redirects).where(eq(redirects.path, path));
  if (!rowCount && !(await deleteFormerSlug(ctx, path)))
    throw new ApiError('not_found', 'There is no redirect at this address. Somebody may have deleted it.');
  return { path };
}
