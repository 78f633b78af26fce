import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { media } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';

const createNotFoundError = () => new ApiError('not_found', 'There is no such picture.');

/**
 * Returns a picture's content type, SHA-256 (hex), width in pixels and focal point (shares of the sides) by its name;
 * `not_found` for an unknown picture.
 */
export async function getMedia({ db }: Context, name: string) {
  const [row] = await db
    .select({
      contentType: media.contentType,
      sha256: media.sha256,
      width: media.width,
      focusX: media.focusX,
      focusY: media.focusY,
    })
    .from(media)
    .where(eq(media.name, name));
  if (!row) throw createNotFoundError();
  return row;
}

/** Returns the bytes of a picture by their SHA-256; `not_found` where an editor has just replaced them. */
export async function getMediaBytes({ db }: Context, sha256: string): Promise<Buffer> {
  const [row] = await db.select({ bytes: media.bytes }).from(media).where(eq(media.sha256, sha256)).limit(1);
  if (!row) throw createNotFoundError();
  return row.bytes;
}
