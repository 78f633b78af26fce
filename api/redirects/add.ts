import { and, eq } from 'drizzle-orm';
import { parseEntryPath } from '../../contract/site-paths.ts';
import type { Redirect } from '../../contract/studio/redirect-operations.ts';
import type { Caller, Context } from '../context.ts';
import { redirects } from '../db/editorial-tables.ts';
import { entries, formerSlugs } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import { requireActor } from '../sessions/require-actor.ts';
import { findRedirect, isLivePath } from './find.ts';
import { presentRedirect } from './list.ts';

/** Addresses that the server answers without asking for a page. */
const answeredWithoutPage =
  /^\/(?:api|assets|drawings|healthz|media|metrics|readyz|social-images|studio|violations)(?:\/|$)|\.(?:xml|json|txt|ico)$/;

const refuse = (path: 'path' | 'target', message: string) =>
  new ApiError('unprocessable', 'The redirect was not added.', [{ path, message }]);

async function checkPath(ctx: Context, path: string): Promise<void> {
  if (answeredWithoutPage.test(path)) throw refuse('path', 'is an address of the site itself');
  if (await isLivePath(ctx, path)) throw refuse('path', 'is the address of a page that visitors see');
  if (await ctx.db.$count(redirects, eq(redirects.path, path))) throw refuse('path', 'leads to another page already');
  const named = parseEntryPath(path);
  const isFormer =
    named &&
    (await ctx.db.$count(formerSlugs, and(eq(formerSlugs.type, named.type), eq(formerSlugs.slug, named.slug))));
  if (isFormer) throw refuse('path', 'leads to an entry that was renamed');
}

/**
 * Adds a redirect to a page that visitors see. A target that is redirected itself is replaced by the page to which it
 * leads, and an entry is stored by its id, so that a rename changes nothing. `unprocessable` if a page or a redirect is
 * at the path.
 */
export async function addRedirect(
  ctx: Context,
  { path, target }: { path: string; target: string },
  caller: Caller,
): Promise<Redirect> {
  const { userId } = requireActor(caller);
  return ctx.db.transaction(async (db) => {
    const tx = { db };
    await checkPath(tx, path);
    const page = (await isLivePath(tx, target)) ? target : await findRedirect(tx, target);
    if (page === null) throw refuse('target', 'is not a page that visitors see');
    const named = parseEntryPath(page);
    const [entry] = named
      ? await db
          .select({ id: entries.id })
          .from(entries)
          .where(and(eq(entries.type, named.type), eq(entries.slug, named.slug)))
      : [];
    const [stored] = await db
      .insert(redirects)
      .values({ path, entryId: entry?.id ?? null, target: entry ? null : page, createdBy: userId })
      .onConflictDoNothing()
      .returning({ path: redirects.path });
    if (!stored) throw refuse('path', 'leads to another page already');
    return presentRedirect(tx, path);
  });
}
