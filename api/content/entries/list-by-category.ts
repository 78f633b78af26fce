import type { EntryType } from '../../../contract/entry-types.ts';
import type { Context } from '../../context.ts';
import { findCategory } from '../categories/find.ts';
import { listEntries } from './list.ts';

/** Returns one page of a category's enabled entries. `not_found` for a category that the type does not have. */
export async function listEntriesByCategory(
  ctx: Context,
  type: EntryType,
  input: { categoryId: string; page: number; size: number },
) {
  const category = await findCategory(ctx, type, input.categoryId);
  return listEntries(ctx, type, input, category.id);
}
