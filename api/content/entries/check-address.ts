import { and, eq, ne } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { isReservedPageSlug } from '../../../contract/content/page-slugs.ts';
import { isSettingSlug } from '../../../contract/content/settings.ts';
import type { Context } from '../../context.ts';
import { entries, formerSlugs } from '../../db/index.ts';

/**
 * Returns why an entry cannot have a slug: another address of the site has it, now or before a rename. Null if it is
 * free. `exceptId` is the entry itself; null for a new entry.
 */
export async function findAddressProblem(
  { db }: Context,
  type: EntryType,
  slug: string,
  exceptId: number | null = null,
): Promise<string | null> {
  if (type === 'SETTING' && !isSettingSlug(slug)) return 'There is no such setting.';
  if (type === 'PAGE' && isReservedPageSlug(slug)) return `/${slug} is an address of the site itself.`;
  const [taken] = await db
    .select({ id: entries.id })
    .from(entries)
    .where(
      and(eq(entries.type, type), eq(entries.slug, slug), exceptId === null ? undefined : ne(entries.id, exceptId)),
    );
  if (taken) return 'Another entry of this type has this address.';
  const [former] = await db
    .select({ id: formerSlugs.entryId })
    .from(formerSlugs)
    .where(and(eq(formerSlugs.type, type), eq(formerSlugs.slug, slug)));
  return former && former.id !== exceptId ? 'This address leads to an entry that was renamed.' : null;
}
