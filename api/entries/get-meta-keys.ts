import type { EntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { getEntry } from './get.ts';

/** Returns the fields of an entry for a page head. Errors as `getEntry`. */
export async function getEntryMetaKeys(ctx: Context, type: EntryType, { slug }: { slug: string }) {
  const entry = await getEntry(ctx, type, { slug });
  return { slug: entry.slug, title: entry.title, description: entry.summary, keywords: entry.keywords };
}
