import { and, eq } from 'drizzle-orm';
import { parseEntryPath } from '../../../contract/content/site-paths.ts';
import type { NewRedirect, Redirect } from '../../../contract/studio/redirect-operations.ts';
import type { Caller, Context } from '../../context.ts';
import { formerSlugs, redirects } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from '../../people/index.ts';
import { findRedirect, isLivePath } from './find.ts';
import { presentRedirect } from './list.ts';
import { findTarget, isAnsweredWithoutPage, storeRedirect } from './store.ts';

const createRefusal = (path: 'path' | 'target', message: string) =>
  new ApiError('unprocessable', 'The redirect was not added.', [{ path, message }]);

async function checkPath(ctx: Context, path: string): Promise<void> {
  if (isAnsweredWithoutPage(path)) throw createRefusal('path', 'is an address of the site itself');
  if (await isLivePath(ctx, path)) throw createRefusal('path', 'is the address of a page that visitors see');
  if (await ctx.db.$count(redirects, eq(redirects.path, path)))
    throw createRefusal('path', 'leads to another page already');
  const named = parseEntryPath(path);
  const isFormer =
    named &&
    (await ctx.db.$count(formerSlugs, and(eq(formerSlugs.type, named.type), eq(formerSlugs.slug, named.slug))));
  if (isFormer) throw createRefusal('path', 'leads to an entry that was renamed');
}

/**
 * Adds a redirect to a page that visitors see. A target that is redirected itself is replaced by the page to which it
 * leads, and an entry is stored by its id, so that a rename changes nothing. `unprocessable` if a page or a redirect is
 * at the path.
 */
export async function addRedirect(ctx: Context, { path, target }: NewRedirect, caller: Caller): Promise<Redirect> {
  const { userId } = requireActor(caller);
  return ctx.db.transaction(async (db) => {
    const tx = { db };
    await checkPath(tx, path);
    const page = (await isLivePath(tx, target)) ? target : await findRedirect(tx, target);
    if (page === null) throw createRefusal('target', 'is not a page that visitors see');
    const isStored = await storeRedirect(tx, { path, ...(await findTarget(tx, page)), createdBy: userId });
    if (!isStored) throw createRefusal('path', 'leads to another page already');
    return presentRedirect(tx, path);
  });
}
