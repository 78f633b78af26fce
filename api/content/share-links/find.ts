import { and, eq } from 'drizzle-orm';
import { upgradeText } from '../../../contract/studio/content-versions.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { Context } from '../../context.ts';
import { entries, shareLinks } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { hashToken } from '../../secret-token.ts';
import { getCurrentContent } from '../drafts/find.ts';
import { createPreviewToken } from '../entries/preview-token.ts';
import { isValidLink } from './list.ts';

/** What a guest sees by a link. */
export interface SharedVersion {
  entryId: number;
  content: DraftContent;
  isPinned: boolean;
  expiresAt: Date;
  /**
   * The preview token that shows the same text at the entry's own address, for an hour at most. Null for a draft, which
   * is no stored revision.
   */
  token: string | null;
}

/**
 * Returns what a link shows. Throws `not_found` with the same text for an unknown, wrong, expired or revoked link, so
 * that nobody learns which of these it is.
 */
export async function findSharedVersion(ctx: Context, id: number, key: string): Promise<SharedVersion> {
  const [row] = await ctx.db
    .select({ link: shareLinks, entry: entries })
    .from(shareLinks)
    .innerJoin(entries, eq(entries.id, shareLinks.entryId))
    .where(and(eq(shareLinks.id, id), eq(shareLinks.keySha256, hashToken(key)), isValidLink));
  if (!row)
    throw new ApiError(
      'not_found',
      'This link has expired, was revoked, or was not copied whole. Ask whoever sent it for a new one.',
    );
  const { link, entry } = row;
  const { pinnedVersion, pinnedContent, schemaVersion, expiresAt } = link;
  const pinned = pinnedContent && upgradeText(entry, schemaVersion, pinnedContent);
  const current = await getCurrentContent(ctx, entry);
  const version = pinnedVersion ?? current.version;
  const revisionId = /^revision-(\d+)$/.exec(version)?.[1];
  const life = expiresAt.getTime() - Date.now();
  return {
    entryId: entry.id,
    content: pinned ?? current.content,
    isPinned: pinned !== null,
    expiresAt,
    token: revisionId ? await createPreviewToken(ctx, entry.id, Number(revisionId), life) : null,
  };
}
