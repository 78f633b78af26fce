import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { entryTypes } from '../../../contract/content/entry-types.ts';
import { listedTypes } from '../../../contract/content/list-settings.ts';
import type { Context } from '../../context.ts';
import { entries, sharedValues } from '../../db/index.ts';

/** The key of the stored value: the address of the site (SITE_URL) at the last start, with which new ids begin. */
const originKey = 'feed_id_origin';

const origin = sql`coalesce((select ${sharedValues.value} from ${sharedValues} where ${eq(sharedValues.name, originKey)}), '')`;
const itemPath = sql`case ${entries.type} ${sql.join(
  listedTypes.map((type) => sql`when ${type} then ${entryTypes[type].itemPath}::text`),
  sql` `,
)} end`;

/** Returns the address of the site, without a path; null where SITE_URL has never been set. */
export async function readSiteOrigin({ db }: Context): Promise<string | null> {
  const [row] = await db.select().from(sharedValues).where(eq(sharedValues.name, originKey));
  return row?.value ?? null;
}

/**
 * Stores the address of published entries as their ids in feeds, unless they have one. A type whose feed is off has ids
 * too, so that they never change once the feed is on. An address that was the id of
 * another entry before its rename is not an id again.
 */
async function fixIds({ db }: Context, where?: SQL): Promise<void> {
  const published = and(isNotNull(entries.publishedAt), inArray(entries.type, listedTypes), where);
  await db.execute(sql`
    insert into feed_ids (entry_id, id)
    select entry_id, case when exists (select from feed_ids taken where taken.id = address)
      then 'urn:uuid:' || gen_random_uuid() else address end
    from (select ${entries.id} as entry_id, ${origin} || ${itemPath} || ${entries.slug} as address
      from ${entries} where ${published} order by ${entries.id}) as published
    where not exists (select from feed_ids present where present.entry_id = published.entry_id)
    on conflict do nothing`);
}

/** Stores the id of a published entry without one. Call before its slug changes, and after it is published. */
export function fixFeedId(ctx: Context, id: number): Promise<void> {
  return fixIds(ctx, eq(entries.id, id));
}

/**
 * Stores the ids of entries that were published without one, by an earlier release, and completes ids from the time at
 * which the site had no address. They begin with the address that the site has had so far; later ids with `siteUrl`.
 */
export async function completeFeedIds(ctx: Context, siteUrl: string | undefined): Promise<void> {
  await ctx.db.transaction(async (db) => {
    if (siteUrl) await db.insert(sharedValues).values({ name: originKey, value: siteUrl }).onConflictDoNothing();
    await db.execute(sql`update feed_ids set id = ${origin} || id where id like '/%' and ${origin} <> ''`);
    await fixIds({ db });
    if (siteUrl) await db.update(sharedValues).set({ value: siteUrl }).where(eq(sharedValues.name, originKey));
  });
}
