import type { EntryType } from '../../contract/entry-types.ts';
import { findCategory } from '../categories/find.ts';
import type { Context } from '../context.ts';
import { listEntries } from './list.ts';

/** One page of a category's enabled entries; `not_found` where the type has no such category. */
export async function listByCategory(
  ctx: Context,
  type: EntryType,
  input: { categoryId: string; page: number; size: number },
) {
  const category = await findCategory(ctx, type, input.categoryId);
  return listEntries(ctx, type, input, category.id);
}
