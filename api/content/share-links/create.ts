import { and, eq, sql } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { contentSchemaVersion } from '../../../contract/studio/content-versions.ts';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';
import { type ShareLink, shareLinksOfEntry } from '../../../contract/studio/share-operations.ts';
import type { Caller, CompanyContext, Context } from '../../context.ts';
import { entries, shareLinks } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { lockActor, requireActor } from '../../people/index.ts';
import { createSecretToken, hashToken } from '../../secret-token.ts';
import { type EntryRow, getCurrentContent, lockEntry } from '../drafts/find.ts';
import { selectSummaries } from '../drafts/list.ts';
import { checkCanWrite } from '../drafts/save.ts';
import { listShareLinks } from './list.ts';

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
