import { z } from 'zod';
import type { Context } from '../../context.ts';
import { createSignedToken, readSignedToken } from '../../tokens.ts';

/**
 * A preview token permits one revision of one entry until `expires` (milliseconds since 1970), at most an hour ahead.
 */
export interface PreviewTokenContent {
  entryId: number;
  revisionId: number;
  expires: number;
}

const maxPreviewMilliseconds = 60 * 60 * 1000;
const payload = z.tuple([z.int(), z.int(), z.int()]);

/** Creates a token for the `admin` query parameter, see `signed-token.ts`. */
export function createPreviewToken(
  ctx: Context,
  entryId: number,
  revisionId: number,
  life = maxPreviewMilliseconds,
): Promise<string> {
  return createSignedToken(ctx, 'preview', [entryId, revisionId, Date.now() + Math.min(life, maxPreviewMilliseconds)]);
}

/** Returns the content of a valid preview token; null for other texts and expired tokens. */
export async function readPreviewToken(ctx: Context, token: string): Promise<PreviewTokenContent | null> {
  const parsed = payload.safeParse(await readSignedToken(ctx, 'preview', token));
  if (!parsed.success) return null;
  const [entryId, revisionId, expires] = parsed.data;
  const now = Date.now();
  return expires > now && expires <= now + maxPreviewMilliseconds ? { entryId, revisionId, expires } : null;
}
