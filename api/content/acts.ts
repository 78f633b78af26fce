import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { contentSchemaVersion } from '../../contract/studio/content-versions.ts';
import type { ActKind, LastAct } from '../../contract/studio/shapes.ts';
import type { Context } from '../context.ts';
import { acts, entries, revisions, type StateBefore, users } from '../db/index.ts';
import { recordToLog } from '../log/index.ts';
import type { EntryRow } from './drafts/find.ts';

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
  const [after] = await db
    .select({ version: entries.version, type: entries.type, title: revisions.title })
    .from(entries)
    .leftJoin(revisions, eq(revisions.id, sql`coalesce(${entries.nextRevisionId}, ${entries.liveRevisionId})`))
    .where(eq(entries.id, entryId));
  if (!after) throw new Error('The entry of the act is gone');
  const [act] = await db
    .insert(acts)
    .values({ entryId, kind, doneBy, before, version: after.version })
    .returning({ id: acts.id });
  if (!act) throw new Error('The act was not stored');
  const facts = { type: after.type, title: after.title ?? slug };
  await recordToLog({ db }, { kind: `entry.${kind}`, by: doneBy, id: entryId, facts });
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
  return act ? { ...act, doneAt: act.doneAt.toISOString() } : null;
}
