import { eq, inArray, sql } from 'drizzle-orm';
import { type EntryType, getEntryPath } from '../../../contract/content/entry-types.ts';
import type { Context } from '../../context.ts';
import { categories, entries, feedIds, revisions } from '../../db/index.ts';
import { fieldTargets } from '../entries/check-references.ts';
import { presentEntryCard, readFields } from '../entries/present.ts';
import { cardColumns, isEnabled, isShownCategory, newestFirst, shownRevisionId } from '../entries/visibility.ts';
import { feedEntryTypes } from './feed-ids.ts';

/** Bytes of HTML in one answer. The texts after that are left out, so that no feed is too large for its readers. */
const maxTextBytes = 2 * 1024 * 1024;

/** Own fields that hold no words: the family of the cover, and slugs, which a rename rewrites. */
const wordlessFields = ['plate', ...Object.keys(fieldTargets)];

/**
 * When visitors first saw the present words of an entry: the end of the last state with other words. A text that
 * differs only in its links, which a rename rewrites, has the same words.
 */
const wordsSince = sql`(
  select max(state.ended_at) from (
    select live_revision_id as revision_id, least(until, next_at) as ended_at from entry_states
    where entry_id = ${entries.id}
    union all
    select next_revision_id, until from entry_states where entry_id = ${entries.id} and next_at < until
  ) as state join revisions as former on former.id = state.revision_id
  where state.ended_at <= now() and former.id <> ${revisions.id}
    and (former.title, former.summary, former.plain, former.fields - ${sql.param(wordlessFields)}::text[])
      is distinct from
      (${revisions.title}, ${revisions.summary}, ${revisions.plain}, ${revisions.fields} - ${sql.param(wordlessFields)}::text[]))`;

/**
 * Returns the newest entries of one type, or of all types with feeds, with their whole texts. The texts together are
 * limited.
 */
export async function listFeedItems({ db }: Context, { type, limit }: { type?: EntryType | undefined; limit: number }) {
  const rows = await db
    .select({
      ...cardColumns,
      revisionId: revisions.id,
      bytes: sql<number>`octet_length(${revisions.html})`,
      feedId: feedIds.id,
      changedAt: sql<Date>`greatest(${entries.publishedAt}, ${revisions.revisedAt}, ${wordsSince})`.mapWith(
        entries.publishedAt,
      ),
    })
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, shownRevisionId))
    .leftJoin(categories, isShownCategory)
    .leftJoin(feedIds, eq(feedIds.entryId, entries.id))
    .where(sql`${isEnabled} and ${inArray(entries.type, type ? [type] : feedEntryTypes)}`)
    .orderBy(...newestFirst)
    .limit(limit);
  let left = maxTextBytes;
  const fitting = rows.filter(({ bytes }) => {
    left -= bytes;
    return left >= 0;
  });
  const ids = fitting.map(({ revisionId }) => revisionId);
  const texts = await db
    .select({ id: revisions.id, html: revisions.html })
    .from(revisions)
    .where(inArray(revisions.id, ids));
  const html = new Map(texts.map((text) => [text.id, text.html]));
  return {
    items: rows.map((row) => ({
      ...presentEntryCard(row),
      fields: readFields(row),
      feedId: row.feedId ?? getEntryPath(row.type, row.slug),
      changedAt: row.changedAt.toISOString(),
      html: html.get(row.revisionId) ?? null,
    })),
  };
}
