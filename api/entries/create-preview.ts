import { and, eq, sql } from 'drizzle-orm';
import type { EntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { entries } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import { createPreviewToken } from './preview-token.ts';

export interface EntryPreview {
  /** The value of the `admin` query parameter in the entry's address. */
  token: string;
  /** The state of the previewed revision: scheduled, a draft, or already published. */
  shows: 'SCHEDULED' | 'DRAFT' | 'PUBLISHED';
  /** When visitors will see the revision; null for a draft. */
  at: Date | null;
}

/**
 * Creates a preview token, valid for an hour, for the newest revision of an entry: the scheduled revision if there is
 * one. `not_found` for an unknown slug.
 */
export async function createPreview(ctx: Context, type: EntryType, slug: string): Promise<EntryPreview> {
  const [row] = await ctx.db
    .select({ entry: entries, isShown: sql<boolean>`coalesce(${entries.publishedAt} <= now(), false)` })
    .from(entries)
    .where(and(eq(entries.type, type), eq(entries.slug, slug)));
  if (!row?.entry.liveRevisionId) throw new ApiError('not_found', `There is no ${type} with the slug ${slug}.`);
  const { id, liveRevisionId, nextRevisionId, nextAt, publishedAt } = row.entry;
  const token = await createPreviewToken(ctx, id, nextRevisionId ?? liveRevisionId);
  if (nextRevisionId) return { token, shows: 'SCHEDULED', at: nextAt };
  if (row.isShown) return { token, shows: 'PUBLISHED', at: publishedAt };
  return publishedAt ? { token, shows: 'SCHEDULED', at: publishedAt } : { token, shows: 'DRAFT', at: null };
}
