import type { Context } from '../context.ts';
import { media } from '../db/tables.ts';

/** Width and height in CSS pixels of every picture by its name; null where a picture has none of its own. */
export async function listPictureSizes({
  db,
}: Context): Promise<Map<string, { width: number; height: number } | null>> {
  const rows = await db.select({ name: media.name, width: media.width, height: media.height }).from(media);
  return new Map(rows.map(({ name, width, height }) => [name, width && height ? { width, height } : null]));
}
