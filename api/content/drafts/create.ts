import { eq } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { isSettingSlug } from '../../../contract/content/settings.ts';
import { createEmptyContent, type DraftContent } from '../../../contract/studio/draft-content.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { teamMembers } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { makeSlug } from '../../make-slug.ts';
import { requireActor } from '../../people/index.ts';
import { recordEntry } from '../acts.ts';
import { findAddressProblem } from '../entries/check-address.ts';
import { insertEntry, insertEntryAtFreeSlug } from '../entries/store-revision.ts';
import { createSettingContent } from '../settings.ts';
import { checkContentVersion, getCurrentContent } from './find.ts';
import { runEntryChange } from './open.ts';
import { removeDraft } from './remove.ts';
import { checkCanWrite } from './save.ts';
import { storeDraft } from './store.ts';

/**
 * Removes the draft of a published entry; its saves are kept. `conflict` if the draft is not the version that was seen.
 */
export async function discardDraft(
  ctx: Context,
  { id, version }: { id: number; version: string },
  caller: Caller,
): Promise<OpenedEntry> {
  return runEntryChange(ctx, id, caller, async (tx, entry, actor) => {
    checkCanWrite(actor, entry);
    const current = await getCurrentContent(tx, entry);
    checkContentVersion(current, version, 'discard');
    if (!current.draft) throw new ApiError('conflict', 'There is no draft to discard.');
    if (current.revisionId === null)
      throw new ApiError('conflict', 'This entry has never been published: its draft is all there is.');
    await removeDraft(tx, current.draft, 'DISCARDED', actor.userId);
    await recordEntry(tx, 'entry.DISCARD', id, actor.userId);
  });
}

/** Throws `conflict` if another address of the site has this slug, now or before a rename. */
export async function checkSlugIsFree(
  ctx: Context,
  type: EntryType,
  slug: string,
  exceptId: number | null = null,
): Promise<void> {
  const message = await findAddressProblem(ctx, type, slug, exceptId);
  if (message) throw new ApiError('conflict', message, [{ path: 'slug', message }]);
}

/** Returns the slug of the person of the team who has a name; null without one. */
async function findAuthor({ db }: Context, name: string): Promise<string | null> {
  const [own] = await db.select({ slug: teamMembers.slug }).from(teamMembers).where(eq(teamMembers.name, name));
  return own?.slug ?? null;
}

interface NewEntry {
  type: EntryType;
  title: string;
  slug?: string | undefined;
  content?: DraftContent | undefined;
}

/**
 * Creates an entry that visitors do not see, with an empty draft or a given one. Without a slug, its address is made
 * from its title, or from its type if the title has no letters. `conflict` if the given address is taken.
 */
export async function createEntry(
  ctx: Context,
  { type, title, slug, content: given }: NewEntry,
  caller: Caller,
): Promise<{ id: number }> {
  const { userId, name } = requireActor(caller);
  const made = slug ?? (await makeSlug(title, type.toLowerCase()));
  const isSetting = type === 'SETTING' && isSettingSlug(made);
  const content = given ?? (isSetting ? createSettingContent(made) : createEmptyContent(title));
  return ctx.db.transaction(async (db) => {
    const tx = { db };
    if (slug !== undefined || type === 'SETTING') await checkSlugIsFree(tx, type, made);
    const insert = slug === undefined ? insertEntryAtFreeSlug : insertEntry;
    const entry = await insert(tx, { type, slug: made, createdBy: userId });
    // Most people write articles under their own name.
    const author = type === 'BLOG' && !given ? await findAuthor(tx, name) : content.author;
    await storeDraft(tx, { entryId: entry.id, content: { ...content, author }, baseRevisionId: null, savedBy: userId });
    await recordEntry(tx, 'entry.CREATE', entry.id, userId);
    return { id: entry.id };
  });
}
