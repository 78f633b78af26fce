import { and, eq, sql } from 'drizzle-orm';
import type { EntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { entries } from '../db/tables.ts';
import { ApiError } from '../errors.ts';
import { makePreviewToken } from './preview-token.ts';

export interface MadePreview {
  /** For the `admin` query parameter of the entry's address. */
  token: string;
  /** What the token shows: the revision that takes over later, a draft, or what visitors see already. */
  shows: 'SCHEDULED' | 'DRAFT' | 'PUBLISHED';
  /** When visitors will see the revision; null for a draft. */
  at: Date | null;
}

/**
 * Makes a preview token, valid for an hour, for the newest revision of an entry: the scheduled one where there is one.
 * `not_found` where no entry has the slug.
 */
export async function makePreview(ctx: Context, type: EntryType, slug: string): Promise<MadePreview> {
  const [row] = await ctx.db
    .select({ entry: entries, isShown: sql<boolean>`coalesce(${entries.publishedAt} <= now(), false)` })
    .from(entries)
    .where(and(eq(entries.type, type), eq(entries.slug, slug)));
  if (!row?.entry.liveRevisionId) throw new ApiError('not_found', `There is no ${type} with the slug ${slug}.`);
  const { id, liveRevisionId, nextRevisionId, nextAt, publishedAt } = row.entry;
  const token = await makePreviewToken(ctx, id, nextRevisionId ?? liveRevisionId);
  if (nextRevisionId) return { token, shows: 'SCHEDULED', at: nextAt };
  if (row.isShown) return { token, shows: 'PUBLISHED', at: publishedAt };
  return publishedAt ? { token, shows: 'SCHEDULED', at: publishedAt } : { token, shows: 'DRAFT', at: null };
}
