import { and, eq, ne } from 'drizzle-orm';
import { isPermitted } from '../../../contract/studio/token-scopes.ts';
import type { Caller, Context } from '../../context.ts';
import { type media, pictureUses } from '../../db/index.ts';
import { requireActor } from '../../people/index.ts';

/** Returns whether the caller may change what visitors see: the file of a picture that texts show. */
export function canReplacePicture(caller: Pick<Caller, 'actor'>): boolean {
  return isPermitted(requireActor(caller), 'publish');
}

/** Returns whether a text that visitors see, or will see by its schedule, shows a picture. */
async function isPublished({ db }: Context, name: string): Promise<boolean> {
  return (await db.$count(pictureUses, and(eq(pictureUses.name, name), ne(pictureUses.place, 'DRAFT')))) > 0;
}

/**
 * Returns why the caller may not change how a picture is shown, in words that follow “because”; null if they may.
 * Authors may change the pictures that they uploaded, until an editor publishes a text that shows them.
 */
export async function findChangeRefusal(
  ctx: Context,
  { name, storedBy }: Pick<typeof media.$inferSelect, 'name' | 'storedBy'>,
  caller: Pick<Caller, 'actor'>,
): Promise<string | null> {
  const actor = requireActor(caller);
  const { userId } = actor;
  if (isPermitted(actor, 'publish')) return null;
  if (!isPermitted(actor, 'write-drafts') || storedBy !== userId) return 'somebody else uploaded it';
  return (await isPublished(ctx, name)) ? 'a published or scheduled text shows it' : null;
}
