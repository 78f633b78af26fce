import { and, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { EntryFields } from '../../../contract/content/entry-fields.ts';
import { type EntryType, getEntryPath } from '../../../contract/content/entry-types.ts';
import { mapReferences } from '../../../contract/content/field-references.ts';
import { upgradeFields, type VersionedEntry } from '../../../contract/studio/content-versions.ts';
import { isSame } from '../../../contract/studio/match-items.ts';
import type { ApiContext, Context } from '../../context.ts';
import { categories, entries, feedIds, revisions } from '../../db/index.ts';
import { presentEntryCard, readFields } from '../entries/get.ts';
import { listRecentEntries } from '../entries/list.ts';
import {
  type CardRow,
  cardColumns,
  isEnabled,
  isShownCategory,
  newestFirst,
  selectShownCards,
  shownRevisionId,
} from '../entries/visibility.ts';
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

/** Bytes of HTML in one answer. The texts after that are left out, so that no feed is too large for its readers. */
const maxTextBytes = 2 * 1024 * 1024;

/** A former state of an entry whose text differs from the present one. */
interface FormerState {
  /** In milliseconds since 1970. */
  endedAt: number;
  /** The own fields, where title, summary and body have the present words; else null. */
  fields: Record<string, unknown> | null;
  schemaVersion: number;
}

interface FeedRow extends CardRow {
  former: FormerState[];
}

/** The former states of an entry that visitors saw, and whose words can differ from the present ones, latest first. */
const formerStates = sql<FormerState[]>`(
  select coalesce(json_agg(json_build_object(
    'endedAt', extract(epoch from state.ended_at) * 1000, 'schemaVersion', former.schema_version,
    'fields', case when (former.title, former.summary, former.plain)
      is not distinct from (${revisions.title}, ${revisions.summary}, ${revisions.plain}) then former.fields end)
    order by state.ended_at desc), '[]')
  from (
    select live_revision_id as revision_id, least(until, next_at) as ended_at from entry_states
    where entry_id = ${entries.id}
    union all
    select next_revision_id, until from entry_states where entry_id = ${entries.id} and next_at < until
  ) as state join revisions as former on former.id = state.revision_id
  where state.ended_at <= now() and former.id <> ${revisions.id}
    and (former.title, former.summary, former.plain, former.fields)
      is distinct from (${revisions.title}, ${revisions.summary}, ${revisions.plain}, ${revisions.fields}))`;

/** Returns the words of own fields: without the family of the cover, and references, which a rename rewrites. */
function getWords(entry: VersionedEntry, version: number, fields: Record<string, unknown>): object {
  const { plate: _, ...words } = mapReferences(
    entry.type,
    upgradeFields(entry, version, fields),
    ({ refersTo, value }) => (refersTo === 'LINK' && !value.startsWith('/') ? value : ''),
  );
  return words;
}

/**
 * Returns when visitors first saw the present words of an entry, or the later date that an editor gave them. The words
 * are as old as the end of the last state with other words. A text that differs only in its links has the same words.
 */
function findTimeOfChange(row: FeedRow): Date {
  const { publishedAt, revisedAt, schemaVersion, fields, former } = row;
  const present = getWords(row, schemaVersion, fields);
  const hasOtherWords = (state: FormerState) =>
    state.fields === null || !isSame(getWords(row, state.schemaVersion, state.fields), present);
  const endedAt = former.find(hasOtherWords)?.endedAt ?? 0;
  return new Date(Math.max(publishedAt?.getTime() ?? 0, revisedAt?.getTime() ?? 0, endedAt));
}

/**
 * Returns the newest entries of one type, or of all types with feeds, with their whole texts. The texts together are
 * limited.
 */
export async function listFeedItems(ctx: Context, { type, limit }: { type?: EntryType | undefined; limit: number }) {
  const { db } = ctx;
  const types = type ? [type] : await readFeedTypes(ctx);
  const rows = await db
    .select({
      ...cardColumns,
      revisionId: revisions.id,
      bytes: sql<number>`octet_length(${revisions.html})`,
      feedId: feedIds.id,
      former: formerStates,
    })
    .from(entries)
    .innerJoin(revisions, eq(revisions.id, shownRevisionId))
    .leftJoin(categories, isShownCategory)
    .leftJoin(feedIds, eq(feedIds.entryId, entries.id))
    .where(sql`${isEnabled} and ${inArray(entries.type, types)}`)
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
      changedAt: findTimeOfChange(row).toISOString(),
      html: html.get(row.revisionId) ?? null,
    })),
  };
}

/**
 * Returns the question of the day, or null. The day begins in the company's time zone. All servers pick the same entry;
 * a new entry changes the pick only if the new entry is picked itself.
 */
export async function getTriviaOfTheDay({ db, company }: Pick<ApiContext, 'db' | 'company'>) {
  const day = sql`(now() at time zone ${company.timeZone})::date`;
  const order = [sql`md5(${entries.slug} || ${day}::text)`];
  const [row] = await selectShownCards(db, eq(entries.type, 'TRIVIA'), order, 1);
  if (!row) return { item: null };
  const { question, options, answer } = upgradeFields(row, row.schemaVersion, row.fields) as EntryFields['TRIVIA'];
  return { item: { slug: row.slug, question, options, answer } };
}
