import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { media } from '../../db/index.ts';
import { maxInlineLength } from '../markdown/inline-drawing.ts';
import type { StoredPicture } from '../markdown/pictures.ts';

/** The most bytes of a drawing that texts can contain: a character of UTF-16 has at most three bytes in UTF-8. */
const maxInlineBytes = 3 * maxInlineLength;

/** Returns every picture by its name. Sources of larger drawings stay in the database, because no text needs them. */
export async function listPictures({ db }: Context): Promise<Map<string, StoredPicture>> {
  const rows = await db
    .select({
      name: media.name,
      width: media.width,
      height: media.height,
      isAnimated: media.isAnimated,
      alt: media.alt,
      svg: sql<Buffer | null>`case when ${media.contentType} = 'image/svg+xml'
        and octet_length(${media.bytes}) <= ${maxInlineBytes} then ${media.bytes} end`,
    })
    .from(media);
  return new Map(
    rows.map(({ name, width, height, isAnimated, alt, svg }) => [
      name,
      { size: width && height ? { width, height } : null, isAnimated, alt, svg: svg?.toString('utf8') ?? null },
    ]),
  );
}
