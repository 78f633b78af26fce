import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { getEntryPath } from '../../contract/content/entry-types.ts';
import { contentSchemaVersion } from '../../contract/studio/content-versions.ts';
import type { LogKind } from '../../contract/studio/log-kinds.ts';
import type { ActKind, LastAct } from '../../contract/studio/shapes.ts';
import type { ChosenWebhookEvent } from '../../contract/studio/webhook-events.ts';
import type { Context } from '../context.ts';
import { acts, draftTexts, entries, revisions, type StateBefore, users } from '../db/index.ts';
import { toIsoTimes } from '../iso-times.ts';
import { recordToLog } from '../log/index.ts';
import { recordWebhookEvent } from '../webhooks/index.ts';
import type { EntryRow } from './drafts/find.ts';

type EntryLogKind = Extract<LogKind, `entry.${string}`>;

/** What webhooks are told of an act. */
const actEvents: Partial<Record<EntryLogKind, ChosenWebhookEvent>> = {
  'entry.PUBLISH': 'entry.published',
  'entry.SHOW': 'entry.published',
  'entry.SCHEDULE': 'entry.scheduled',
  'entry.SCHEDULE_WITHDRAWAL': 'entry.scheduled',
  'entry.MOVE_SCHEDULE': 'entry.scheduled',
  'entry.CANCEL_SCHEDULE': 'entry.scheduled',
  'entry.WITHDRAW': 'entry.withdrawn',
  'entry.RENAME': 'entry.renamed',
  'entry.CATEGORISE': 'entry.changed',
  'entry.IMPORT': 'entry.changed',
  'entry.UNDO': 'entry.changed',
};

/** Records an event of an entry for webhooks, in the transaction in which it happens. */
export async function recordEntryEvent(
  ctx: Context,
  kind: ChosenWebhookEvent,
  { id, type, slug }: Pick<EntryRow, 'id' | 'type' | 'slug'>,
): Promise<void> {
  await recordWebhookEvent(ctx, kind, { id, type, slug, path: getEntryPath(type, slug) });
}

/**
 * Adds an act on an entry to the log, with the title that the entry has now, and tells webhooks of it. Call in the
 * transaction of the act.
 */
export async function recordEntry(
  { db }: Context,
  kind: EntryLogKind,
  entryId: number,
  by: number | null,
): Promise<void> {
  const [entry] = await db
    .select({
      type: entries.type,
      slug: entries.slug,
      title: sql<string>`coalesce(nullif(${draftTexts.title}, ''), ${revisions.title}, ${entries.slug})`,
    })
    .from(entries)
    .leftJoin(draftTexts, eq(draftTexts.entryId, entries.id))
    .leftJoin(revisions, eq(revisions.id, sql`coalesce(${entries.nextRevisionId}, ${entries.liveRevisionId})`))
    .where(eq(entries.id, entryId));
  const { type, title, slug = '' } = entry ?? {};
  await recordToLog({ db }, { kind, by, id: entryId, ...(type && title && { facts: { type, title } }) });
  const event = actEvents[kind];
  if (type && event) await recordEntryEvent({ db }, event, { id: entryId, type, slug });
}

/**
 * Stores what somebody did to an entry, with the state before, so that it can be undone. `doneBy` is null for an
 * import. Returns the id of the act. Call in the transaction that changed the entry, after the change.
 */
export async function recordAct(
  { db }: Context,
  kind: ActKind,
  entry: EntryRow,
  draft: StateBefore['draft'],
  doneBy: number | null,
): Promise<number> {
  const { id: entryId, slug, categoryId, position, liveRevisionId, nextRevisionId } = entry;
  const toIso = (time: Date | null) => time?.toISOString() ?? null;
  const before: StateBefore = {
    slug,
    categoryId,
    position,
    publishedAt: toIso(entry.publishedAt),
    withdrawnAt: toIso(entry.withdrawnAt),
    liveRevisionId,
    nextRevisionId,
    nextAt: toIso(entry.nextAt),
    draft: draft && { ...draft, schemaVersion: contentSchemaVersion },
  };
  const [after] = await db.select({ version: entries.version }).from(entries).where(eq(entries.id, entryId));
  if (!after) throw new Error('The entry of the act is gone');
  const [act] = await db
    .insert(acts)
    .values({ entryId, kind, doneBy, before, version: after.version })
    .returning({ id: acts.id });
  if (!act) throw new Error('The act was not stored');
  await recordEntry({ db }, `entry.${kind}`, entryId, doneBy);
  return act.id;
}

/** Returns the last act on an entry; null if it cannot be undone. `version` is the present version of the entry. */
export async function findLastAct({ db }: Context, entryId: number, version: number): Promise<LastAct | null> {
  const [act] = await db
    .select({ id: acts.id, kind: acts.kind, doneAt: acts.doneAt, doneBy: users.name })
    .from(acts)
    .leftJoin(users, eq(users.id, acts.doneBy))
    .where(and(eq(acts.entryId, entryId), eq(acts.version, version), isNull(acts.undoneAt)))
    .orderBy(desc(acts.id))
    .limit(1);
  return act ? toIsoTimes(act) : null;
}
