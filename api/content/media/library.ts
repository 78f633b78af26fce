import { and, desc, eq, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { PictureFilter } from '../../../contract/studio/picture-filters.ts';
import type { OpenedPicture, PictureSummary } from '../../../contract/studio/picture-operations.ts';
import type { Caller, Context } from '../../context.ts';
import { createContainsPattern, formerMedia, media, pictureUses, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { toIsoTimes } from '../../iso-times.ts';
import { canReplacePicture, findChangeRefusal } from './permissions.ts';

const uses = sql<number>`(select count(distinct ${pictureUses.entryId}) from ${pictureUses} where ${pictureUses.name} = ${media.name})::int`;
const bytes = sql<number>`octet_length(${media.bytes})`;

/** A narrow drawing is described by the wide one, whose place it takes on phones. */
const hasWideDrawing = sql<boolean>`exists (
  select from ${media} as wide where ${media.name} like '%-narrow.svg' and
    wide.name = regexp_replace(${media.name}, '-narrow\\.svg$', '.svg'))`;

function selectPictures({ db }: Context, where: SQL | undefined) {
  return db
    .select({
      name: media.name,
      contentType: media.contentType,
      isAnimated: media.isAnimated,
      width: media.width,
      height: media.height,
      bytes,
      alt: media.alt,
      storedAt: media.storedAt,
      storedBy: users.name,
      uses,
      isNarrow: hasWideDrawing,
    })
    .from(media)
    .leftJoin(users, eq(users.id, media.storedBy))
    .where(where)
    .orderBy(desc(media.storedAt), media.name);
}

/** Returns the pictures of the given names, the newest first. */
export async function findPictures(ctx: Context, names: readonly string[]): Promise<PictureSummary[]> {
  return (await selectPictures(ctx, sql`${media.name} = any(${sql.param(names)})`)).map(toIsoTimes);
}

const filters: Record<PictureFilter, SQL | undefined> = {
  USED: sql`${uses} > 0`,
  UNUSED: sql`${uses} = 0`,
  UNDESCRIBED: and(isNull(media.alt), not(hasWideDrawing)),
};

/**
 * Returns one page of the library; `q` is searched in names and alternative texts. A narrow drawing with a wide one is
 * returned only by a search, so that the same drawing is not listed twice.
 */
export async function listLibrary(
  ctx: Context,
  { q, only, page, size }: { q: string; only?: PictureFilter | undefined; page: number; size: number },
) {
  const pattern = createContainsPattern(q);
  const where = and(
    q ? sql`(${media.name} ilike ${pattern} or ${media.alt} ilike ${pattern})` : not(hasWideDrawing),
    only && filters[only],
  );
  const rows = await selectPictures(ctx, where)
    .limit(size)
    .offset(page * size);
  return { items: rows.map(toIsoTimes), page, size, total: await ctx.db.$count(media, where) };
}

/** Returns a picture with everything that the library knows about it; `not_found` for an unknown name. */
export async function openPicture(ctx: Context, { name }: { name: string }, caller: Caller): Promise<OpenedPicture> {
  const { db } = ctx;
  const [row] = await selectPictures(ctx, eq(media.name, name));
  const [more] = await db
    .select({ version: media.version, focusX: media.focusX, focusY: media.focusY, storedBy: media.storedBy })
    .from(media)
    .where(eq(media.name, name));
  if (!row || !more) throw new ApiError('not_found', 'There is no such picture. Somebody may have removed it.');
  const usedIn = await db
    .select({ id: pictureUses.entryId, type: pictureUses.type, title: pictureUses.title, place: pictureUses.place })
    .from(pictureUses)
    .where(eq(pictureUses.name, name))
    .orderBy(pictureUses.title, pictureUses.entryId, pictureUses.place)
    .limit(200);
  const former = await db
    .select({
      id: formerMedia.id,
      bytes: sql<number>`octet_length(${formerMedia.bytes})`,
      width: formerMedia.width,
      height: formerMedia.height,
      replacedAt: formerMedia.replacedAt,
      replacedBy: users.name,
    })
    .from(formerMedia)
    .leftJoin(users, eq(users.id, formerMedia.replacedBy))
    .where(eq(formerMedia.name, name))
    .orderBy(desc(formerMedia.id));
  const { storedBy, ...rest } = more;
  return {
    picture: toIsoTimes(row),
    ...rest,
    usedIn: usedIn as OpenedPicture['usedIn'],
    former: former.map(toIsoTimes),
    canDescribe: (await findChangeRefusal(ctx, { name, storedBy }, caller)) === null,
    canReplace: canReplacePicture(caller),
  };
}

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
