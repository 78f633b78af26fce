import { and, desc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { EntryType } from '../../contract/content/entry-types.ts';
import { contentSchemaVersion, upgradeText } from '../../contract/studio/content-versions.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import type { EntrySummary } from '../../contract/studio/shapes.ts';
import { type ShareLink, shareLinksOfEntry } from '../../contract/studio/share-operations.ts';
import type { Caller, CompanyContext, Context } from '../context.ts';
import { entries, shareLinks, users } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { toIsoTimes } from '../iso-times.ts';
import { lockActor, requireActor } from '../people/index.ts';
import { createSecretToken, hashToken } from '../tokens.ts';
import { recordEntry } from './acts.ts';
import { type EntryRow, getCurrentContent, lockEntry } from './drafts/find.ts';
import { selectSummaries } from './drafts/list.ts';
import { checkCanWrite } from './drafts/save.ts';
import { createPreviewToken } from './entries/preview-token.ts';

/** Condition: the link has neither expired nor been revoked. */
const isValidLink = and(isNull(shareLinks.revokedAt), gt(shareLinks.expiresAt, sql`now()`)) as SQL;

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
  return { items: rows.map(toIsoTimes) };
}

interface NewShareLink {
  hours: number;
  /** Whether the link shows the present version for good. */
  isPinned: boolean;
  /** The user who shares; null for the server's operator. */
  createdBy: number | null;
}

/** Stores a link to a locked entry, and returns it with its key. Call in a transaction. */
async function storeShareLink(
  ctx: Context,
  entry: EntryRow,
  { hours, isPinned, createdBy }: NewShareLink,
): Promise<{ key: string; link: ShareLink }> {
  const entryId = entry.id;
  const { items } = await listShareLinks(ctx, { id: entryId });
  if (items.length >= shareLinksOfEntry)
    throw new ApiError(
      'conflict',
      `This entry has ${shareLinksOfEntry} links. Revoke one that is not needed any more.`,
    );
  const key = createSecretToken();
  const { version, content } = await getCurrentContent(ctx, entry);
  await ctx.db.insert(shareLinks).values({
    keySha256: hashToken(key),
    entryId,
    pinnedVersion: isPinned ? version : null,
    pinnedContent: isPinned ? content : null,
    schemaVersion: contentSchemaVersion,
    createdBy,
    expiresAt: sql`now() + make_interval(hours => ${hours})`,
  });
  const [link] = (await listShareLinks(ctx, { id: entryId })).items;
  if (!link) throw new Error('The link was not stored');
  await recordEntry(ctx, 'entry.SHARE', entryId, createdBy);
  return { key, link };
}

/** Returns the address of a link. The key is in the query, which the log leaves out (ASVS 5.0, 14.2.1). */
export function getShareAddress(siteUrl: string, id: number, key: string): string {
  return `${siteUrl}/studio/share/${id}?${new URLSearchParams({ key })}`;
}

/**
 * Creates a link for the server's operator: valid for an hour, to the latest version. Returns it with its key and what
 * it shows. `not_found` for an unknown slug.
 */
export function createOperatorShareLink(
  ctx: Context,
  { type, slug }: { type: EntryType; slug: string },
): Promise<{ key: string; link: ShareLink; entry: EntrySummary }> {
  return ctx.db.transaction(async (db) => {
    const tx = { db };
    const [found] = await selectSummaries(tx, and(eq(entries.type, type), eq(entries.slug, slug)));
    if (!found) throw new ApiError('not_found', `There is no ${type} with the slug ${slug}.`);
    const locked = await lockEntry(tx, found.id);
    return { ...(await storeShareLink(tx, locked, { hours: 1, isPinned: false, createdBy: null })), entry: found };
  });
}

/**
 * Creates a link by which people without an account see an entry before it is published. `forbidden` unless the caller
 * may write its drafts; `conflict` if the entry has too many links.
 */
export async function createShareLink(
  ctx: CompanyContext,
  { id, days, isPinned }: { id: number; days: number; isPinned: boolean },
  caller: Caller,
): Promise<{ address: string; link: ShareLink }> {
  const actor = requireActor(caller);
  const { key, link } = await ctx.db.transaction(async (db) => {
    const entry = await lockEntry({ db }, id);
    checkCanWrite(await lockActor({ db }, actor, 'write-drafts'), entry);
    return storeShareLink({ db }, entry, { hours: 24 * days, isPinned, createdBy: actor.userId });
  });
  return { address: getShareAddress(ctx.company.siteUrl(), link.id, key), link };
}

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

/** Makes a link invalid at once. `not_found` for a link that is not valid; `forbidden` as for creating it. */
export async function revokeShareLink(
  { db }: Context,
  { id }: { id: number },
  caller: Caller,
): Promise<{ error: null }> {
  const actor = requireActor(caller);
  const [link] = await db
    .select({ entryId: shareLinks.entryId })
    .from(shareLinks)
    .where(and(eq(shareLinks.id, id), isValidLink));
  if (!link) throw new ApiError('not_found', 'There is no such link any more.');
  await db.transaction(async (tx) => {
    checkCanWrite(actor, await lockEntry({ db: tx }, link.entryId));
    await tx.update(shareLinks).set({ revokedAt: sql`now()` }).where(eq(shareLinks.id, id));
    await recordEntry({ db: tx }, 'entry.UNSHARE', link.entryId, actor.userId);
  });
  return { error: null };
}

/** Removes links that have expired, with the versions that they kept; returns how many. */
export async function removeExpiredShareLinks({ db }: Context): Promise<number> {
  return (await db.delete(shareLinks).where(lt(shareLinks.expiresAt, sql`now()`))).rowCount ?? 0;
}
