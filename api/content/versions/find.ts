import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { VersionSummary } from '../../../contract/studio/history-operations.ts';
import type { Context } from '../../context.ts';
import { draftSaves, drafts, entries, keptVersions, revisions, users } from '../../db/index.ts';

const keepers = alias(users, 'keepers');
const enders = alias(users, 'enders');

/** Returns the revisions that match a condition. */
export async function findRevisions({ db }: Context, where: SQL | undefined): Promise<VersionSummary[]> {
  const rows = await db
    .select({
      id: revisions.id,
      number: revisions.number,
      label: keptVersions.label,
      title: revisions.title,
      createdAt: revisions.createdAt,
      publishedBy: users.name,
      keptBy: keepers.name,
      liveRevisionId: entries.liveRevisionId,
      nextRevisionId: entries.nextRevisionId,
    })
    .from(revisions)
    .innerJoin(entries, eq(entries.id, revisions.entryId))
    .leftJoin(keptVersions, eq(keptVersions.revisionId, revisions.id))
    .leftJoin(users, eq(users.id, revisions.publishedBy))
    .leftJoin(keepers, eq(keepers.id, keptVersions.keptBy))
    .where(where);
  return rows.map(({ id, number, label, title, createdAt, publishedBy, keptBy, ...entry }) => ({
    version: `revision-${id}`,
    number,
    label,
    title,
    storedAt: createdAt.toISOString(),
    storedBy: label === null ? publishedBy : keptBy,
    isDraft: false,
    isLive: id === entry.liveRevisionId,
    isNext: id === entry.nextRevisionId,
    outcome: null,
    endedAt: null,
    endedBy: null,
  }));
}

/** Returns the saves that match a condition. */
export async function findSaves({ db }: Context, where: SQL | undefined): Promise<VersionSummary[]> {
  const rows = await db
    .select({
      version: draftSaves.version,
      title: sql<string>`${draftSaves.content} ->> 'title'`,
      savedAt: draftSaves.savedAt,
      savedBy: users.name,
      outcome: draftSaves.outcome,
      endedAt: draftSaves.endedAt,
      endedBy: enders.name,
      isDraft: sql<boolean>`${drafts.entryId} is not null`,
    })
    .from(draftSaves)
    .leftJoin(drafts, and(eq(drafts.entryId, draftSaves.entryId), eq(drafts.version, draftSaves.version)))
    .leftJoin(users, eq(users.id, draftSaves.savedBy))
    .leftJoin(enders, eq(enders.id, draftSaves.endedBy))
    .where(where);
  return rows.map(({ version, savedAt, savedBy, endedAt, ...row }) => ({
    ...row,
    version: `draft-${version}`,
    number: null,
    label: null,
    storedAt: savedAt.toISOString(),
    storedBy: savedBy,
    isLive: false,
    isNext: false,
    endedAt: endedAt?.toISOString() ?? null,
  }));
}
