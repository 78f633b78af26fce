import { and, eq } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { OpenedEntry } from '../../../contract/studio/shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { categories } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { recordAct } from '../acts.ts';
import { getCurrentContent } from '../drafts/find.ts';
import { runEntryChange } from '../drafts/open.ts';
import { storeDraft } from '../drafts/store.ts';
import { changeEntry } from './change-entry.ts';

async function findCategory({ db }: Context, type: EntryType, slug: string) {
  const [category] = await db
    .select()
    .from(categories)
    .where(and(eq(categories.type, type), eq(categories.slug, slug)));
  if (category) return category;
  const message = `${slug} is not a category of this type.`;
  throw new ApiError('unprocessable', message, [{ path: 'category', message }]);
}

/**
 * Gives an entry another category at once, for visitors and in its draft. The category belongs to the entry and not to
 * its text, so no text is published. `unprocessable` for a category of another type.
 */
export async function categoriseEntry(
  ctx: Context,
  { id, category }: { id: number; category: string },
  caller: Caller,
): Promise<OpenedEntry> {
  return runEntryChange(ctx, id, caller, async (tx, entry, { userId }) => {
    const { id: categoryId } = await findCategory(tx, entry.type, category);
    const { draft } = await getCurrentContent(tx, entry);
    await changeEntry(tx, id, { categoryId });
    const before = draft && { content: draft.content, baseRevisionId: draft.baseRevisionId };
    if (before)
      await storeDraft(tx, { entryId: id, ...before, content: { ...before.content, category }, savedBy: userId });
    await recordAct(tx, 'CATEGORISE', entry, before, userId);
  });
}
