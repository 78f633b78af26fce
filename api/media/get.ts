import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { media } from '../db/tables.ts';
import { ApiError } from '../errors.ts';

/** A picture by its name: its bytes, content type, SHA-256 (hex) and width in pixels; `not_found` where there is none. */
export async function getMedia({ db }: Context, name: string) {
  const [row] = await db
    .select({ contentType: media.contentType, bytes: media.bytes, sha256: media.sha256, width: media.width })
    .from(media)
    .where(eq(media.name, name));
  if (!row) throw new ApiError('not_found', 'There is no such picture.');
  return row;
}
