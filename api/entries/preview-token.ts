import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { sharedValues } from '../db/tables.ts';

/** A preview names one revision of one entry until a moment (milliseconds since 1970), at most an hour away. */
export interface Preview {
  entryId: number;
  revisionId: number;
  expires: number;
}

const longestLife = 60 * 60 * 1000;
const payload = z.tuple([z.int(), z.int(), z.int()]);

async function sign({ db }: Context, text: string): Promise<Buffer> {
  const [row] = await db.select().from(sharedValues).where(eq(sharedValues.name, 'preview_key'));
  if (!row) throw new Error('The database holds no preview_key');
  return createHmac('sha256', row.value).update(text).digest();
}

/** A token for the `admin` query parameter: payload and HMAC-SHA256, both base64url, a dot between. */
export async function makePreviewToken(
  ctx: Context,
  entryId: number,
  revisionId: number,
  life = longestLife,
): Promise<string> {
  const expires = Date.now() + Math.min(life, longestLife);
  const text = Buffer.from(JSON.stringify([entryId, revisionId, expires])).toString('base64url');
  return `${text}.${(await sign(ctx, text)).toString('base64url')}`;
}

/** What a token names, or null for anything that is not a token of ours or is too old. */
export async function readPreviewToken(ctx: Context, token: string): Promise<Preview | null> {
  const [, text, mac] = /^([\w-]{1,200})\.([\w-]{43})$/.exec(token) ?? [];
  if (!text || !mac) return null;
  const given = Buffer.from(mac, 'base64url');
  const expected = await sign(ctx, text);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const parsed = payload.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (!parsed.success) return null;
  const [entryId, revisionId, expires] = parsed.data;
  const now = Date.now();
  return expires > now && expires <= now + longestLife ? { entryId, revisionId, expires } : null;
}
