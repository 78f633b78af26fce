import { z } from 'zod';
import type { Context } from '../context.ts';
import { makeSignedToken, readSignedToken } from '../signed-token.ts';

/** A preview names one revision of one entry until a moment (milliseconds since 1970), at most an hour away. */
export interface Preview {
  entryId: number;
  revisionId: number;
  expires: number;
}

const longestLife = 60 * 60 * 1000;
const payload = z.tuple([z.int(), z.int(), z.int()]);

/** A token for the `admin` query parameter, see `signed-token.ts`. */
export function makePreviewToken(
  ctx: Context,
  entryId: number,
  revisionId: number,
  life = longestLife,
): Promise<string> {
  return makeSignedToken(ctx, 'preview', [entryId, revisionId, Date.now() + Math.min(life, longestLife)]);
}

/** What a token names, or null for anything that is not a token of ours or is too old. */
export async function readPreviewToken(ctx: Context, token: string): Promise<Preview | null> {
  const parsed = payload.safeParse(await readSignedToken(ctx, 'preview', token));
  if (!parsed.success) return null;
  const [entryId, revisionId, expires] = parsed.data;
  const now = Date.now();
  return expires > now && expires <= now + longestLife ? { entryId, revisionId, expires } : null;
}
