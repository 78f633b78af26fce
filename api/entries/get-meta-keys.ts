import type { EntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { getEntry } from './get.ts';

/** What a page head needs of an entry; errors as `getEntry`. */
export async function getMetaKeys(ctx: Context, type: EntryType, { slug }: { slug: string }) {
  const entry = await getEntry(ctx, type, { slug });
  return { slug: entry.slug, title: entry.title, description: entry.summary, keywords: entry.keywords };
}
