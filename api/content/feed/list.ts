import { and, gt, ne, sql } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { Context } from '../../context.ts';
import { entries, revisions } from '../../db/index.ts';
import { listRecentEntries } from '../entries/list-recent.ts';
import { isEnabled, shownRevisionId } from '../entries/visibility.ts';
import { readFeedTypes } from '../settings.ts';

/** Returns the newest entries of one type, or of all types with feeds. */
export async function listLatestEntries(
  ctx: Context,
  { type, limit }: { type?: EntryType | undefined; limit: number },
) {
  return listRecentEntries(ctx, type ? [type] : await readFeedTypes(ctx), limit);
}

/** Returns type, slug and modification date of the enabled entries after an id, for the sitemap. */
export async function listEntryAddresses({ db }: Context, { after, limit }: { after: number; limit: number }) {
  const changed = sql<Date>`greatest(${entries.publishedAt}, ${revisions.revisedAt}, case when ${entries.nextAt} <= now() then ${entries.nextAt} end)`;
  const rows = await db
    .select({ id: entries.id, type: entries.type, slug: entries.slug, changedAt: changed.mapWith(entries.publishedAt) })
    .from(entries)
    .innerJoin(revisions, sql`${revisions.id} = ${shownRevisionId}`)
    .where(and(isEnabled, gt(entries.id, after), ne(entries.type, 'SETTING')))
    .orderBy(entries.id)
    .limit(limit);
  return { items: rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() })) };
}
