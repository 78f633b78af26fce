import type { EntryType } from '../../contract/entry-types.ts';
import { toSlug } from '../../contract/slug.ts';
import { createEmptyContent, type DraftContent } from '../../contract/studio/draft-content.ts';
import type { Caller, Context } from '../context.ts';
import { findAddressProblem } from '../entries/check-address.ts';
import { insertEntry } from '../entries/insert-entry.ts';
import { ApiError } from '../errors.ts';
import { requireActor } from '../sessions/require-actor.ts';
import { storeDraft } from './store.ts';

const slugLength = 80;

/** Returns the slug that a title suggests: plain letters and digits, words joined by hyphens. */
export function suggestSlug(title: string): string {
  const plain = toSlug(title.normalize('NFKD').replace(/\p{M}/gu, ''));
  const words = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return words.slice(0, slugLength).replace(/-+$/, '') || 'untitled';
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

interface NewEntry {
  type: EntryType;
  title: string;
  slug?: string | undefined;
  content?: DraftContent | undefined;
}

/**
 * Creates an entry that visitors do not see, with an empty draft or a given one. `conflict` if its address is taken.
 */
export async function createEntry(
  ctx: Context,
  { type, title, slug = suggestSlug(title), content = createEmptyContent(title) }: NewEntry,
  caller: Caller,
): Promise<{ id: number }> {
  const { userId } = requireActor(caller);
  return ctx.db.transaction(async (db) => {
    const tx = { db };
    await checkSlugIsFree(tx, type, slug);
    const entry = await insertEntry(tx, { type, slug, createdBy: userId });
    await storeDraft(tx, { entryId: entry.id, content, baseRevisionId: null, savedBy: userId });
    return { id: entry.id };
  });
}
