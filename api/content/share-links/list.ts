import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { ShareLink } from '../../../contract/studio/share-operations.ts';
import type { Context } from '../../context.ts';
import { shareLinks, users } from '../../db/index.ts';

/** Condition: the link has neither expired nor been revoked. */
export const isValidLink = and(isNull(shareLinks.revokedAt), gt(shareLinks.expiresAt, sql`now()`)) as SQL;

/** Returns the valid links of an entry, newest first. */
export async function listShareLinks({ db }: Context, { id }: { id: number }): Promise<{ items: ShareLink[] }> {
  const rows = await db
    .select({
      id: shareLinks.id,
      isPinned: sql<boolean>`${shareLinks.pinnedVersion} is not null`,
      createdAt: shareLinks.createdAt,
      createdBy: users.name,
      expiresAt: shareLinks.expiresAt,
    })
    .from(shareLinks)
    .leftJoin(users, eq(users.id, shareLinks.createdBy))
    .where(and(eq(shareLinks.entryId, id), isValidLink))
    .orderBy(desc(shareLinks.id));
  return {
    items: rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    })),
  };
}
