import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { media } from '../db/media-tables.ts';
import type { StoredPicture } from '../markdown/pictures.ts';

/** Returns every picture by its name. */
export async function listPictures({ db }: Context): Promise<Map<string, StoredPicture>> {
  const rows = await db
    .select({
      name: media.name,
      width: media.width,
      height: media.height,
      svg: sql<Buffer | null>`case when ${media.contentType} = 'image/svg+xml' then ${media.bytes} end`,
    })
    .from(media);
  return new Map(
    rows.map(({ name, width, height, svg }) => [
      name,
      { size: width && height ? { width, height } : null, svg: svg?.toString('utf8') ?? null },
    ]),
  );
}
