import { and, eq, sql } from 'drizzle-orm';
import type { OpenedPicture } from '../../../contract/studio/picture-operations.ts';
import type { Caller, Context } from '../../context.ts';
import { formerMedia, media, pictureUses, revisions, teamMembers } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { getNetwork } from '../../limit-rates.ts';
import { requireActor } from '../../people/index.ts';
import { rerenderRevisionsWithPicture } from '../import-export/rerender.ts';
import type { Conversion } from '../pictures/convert.ts';
import { openPicture } from './library.ts';
import { findChangeRefusal } from './permissions.ts';
import { encodePicture } from './read-picture.ts';
import { hashFile } from './upload.ts';

/** The most former files of a picture that are kept. */
const keptFiles = 5;

/** Keeps the present file of a picture as a former one, before it is replaced; `replacedBy`: null for an import. */
export async function keepFormerFile(
  { db }: Context,
  { name, contentType, bytes, sha256, width, height, alt, isAnimated }: typeof media.$inferSelect,
  replacedBy: number | null,
): Promise<void> {
  await db.insert(formerMedia).values({ name, contentType, bytes, sha256, width, height, alt, isAnimated, replacedBy });
  await db.execute(sql`delete from ${formerMedia} where ${formerMedia.name} = ${name} and id not in (
    select id from ${formerMedia} where ${formerMedia.name} = ${name} order by id desc limit ${keptFiles})`);
}

type Picture = typeof media.$inferSelect;

const drawingType = 'image/svg+xml';

/** The picture that a change is about, as its editor saw it. */
interface PictureVersion {
  name: string;
  version: number;
}

/** Returns a picture, locked until the transaction ends; `not_found` for an unknown name. */
async function lockPicture({ db }: Context, name: string): Promise<Picture> {
  const [row] = await db.select().from(media).where(eq(media.name, name)).for('update');
  if (!row) throw new ApiError('not_found', `There is no picture ${name}. Somebody may have removed it.`);
  return row;
}

/** As `lockPicture`; `conflict` if somebody has changed the picture since the given version. */
async function lockPictureVersion(ctx: Context, { name, version }: PictureVersion): Promise<Picture> {
  const row = await lockPicture(ctx, name);
  if (row.version !== version)
    throw new ApiError('conflict', `Somebody else has changed ${name} in the meantime. Check it, then try again.`);
  return row;
}

/** Changes the alternative text and the focal point of a picture. */
export async function describePicture(
  ctx: Context,
  { alt, focusX, focusY, ...given }: PictureVersion & { alt: string | null; focusX: number; focusY: number },
  caller: Caller,
): Promise<OpenedPicture> {
  await ctx.db.transaction(async (db) => {
    const row = await lockPictureVersion({ db }, given);
    const refusal = await findChangeRefusal({ db }, row, caller);
    if (refusal)
      throw new ApiError('forbidden', `You cannot describe this picture, because ${refusal}. Ask an editor to do it.`);
    const version = row.version + 1;
    await db.update(media).set({ alt, focusX, focusY, version }).where(eq(media.name, row.name));
    if (alt !== row.alt) await rerenderRevisionsWithPicture({ db }, row.name);
  });
  return openPicture(ctx, given, caller);
}

/** Replaces the file of a picture, keeps the present file as a former one, and renders the texts that show it again. */
async function changeFile(
  ctx: Context,
  picture: Picture,
  file: Pick<Picture, 'contentType' | 'bytes' | 'sha256' | 'width' | 'height' | 'isAnimated'>,
  userId: number,
): Promise<void> {
  const { db } = ctx;
  const { name, version } = picture;
  await keepFormerFile(ctx, picture, userId);
  const change = { ...file, version: version + 1, storedAt: new Date(), storedBy: userId };
  await db.update(media).set(change).where(eq(media.name, name));
  await rerenderRevisionsWithPicture(ctx, name);
}

/** Returns the file of `source` in the format of `target`, because the name of `target` ends in its format. */
async function convertToTargetFormat(target: Picture, source: Picture, caller: Caller) {
  const { contentType, bytes, sha256, width, height, isAnimated } = source;
  if (target.contentType === contentType) return { contentType, bytes, sha256, width, height, isAnimated };
  if (target.contentType === drawingType || contentType === drawingType) {
    const message = 'A drawing (SVG) can be replaced only by a drawing, and a photograph only by a photograph.';
    throw new ApiError('unprocessable', message, [{ path: 'by', message }]);
  }
  if (isAnimated || target.contentType === 'image/gif') {
    const message = `${source.name} cannot replace ${target.name}, because its type is another one, and a conversion would remove the motion. Show ${source.name} in the texts instead.`;
    throw new ApiError('unprocessable', message, [{ path: 'by', message }]);
  }
  const to = target.contentType as Conversion['to'];
  const { picture } = await encodePicture({ name: source.name, bytes }, { to }, getNetwork(caller.address));
  return { ...picture, sha256: hashFile(picture.bytes) };
}

/** Throws `conflict` if a text shows the picture or showed it once, because that text would be broken without it. */
async function checkIsUnused({ db }: Context, name: string, what: string): Promise<void> {
  const [used] = await db
    .select({ title: pictureUses.title })
    .from(pictureUses)
    .where(eq(pictureUses.name, name))
    .limit(1);
  if (used) throw new ApiError('conflict', `“${used.title}” shows ${name}, so it cannot be ${what}.`);
  const [person] = await db.select().from(teamMembers).where(eq(teamMembers.portrait, name)).limit(1);
  if (person) throw new ApiError('conflict', `${name} is the portrait of ${person.name}, so it cannot be ${what}.`);
  const [before] = await db
    .select({ title: revisions.title })
    .from(revisions)
    .where(sql`${revisions.pictures} @> array[${name}]`)
    .limit(1);
  if (before) {
    const message = `An earlier revision of “${before.title}” shows ${name}, so it cannot be ${what}: restoring that revision would be impossible.`;
    throw new ApiError('conflict', message);
  }
}

/**
 * Replaces the file of the picture `name` by that of the picture `by`, and removes `by`. Texts that visitors see change
 * in the same transaction. `unprocessable` for a drawing in place of a photograph, `conflict` if a text shows `by`.
 */
export async function replacePicture(
  ctx: Context,
  { by, ...given }: PictureVersion & { by: string },
  caller: Caller,
): Promise<OpenedPicture> {
  const { userId } = requireActor(caller);
  if (by === given.name) throw new ApiError('bad_request', 'A picture cannot replace itself.');
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    const [target, source] = [await lockPictureVersion(tx, given), await lockPicture(tx, by)];
    await checkIsUnused(tx, by, 'moved to another name');
    await db.delete(media).where(eq(media.name, by));
    await changeFile(tx, target, await convertToTargetFormat(target, source, caller), userId);
  });
  return openPicture(ctx, given, caller);
}

/** Restores one of a picture's former files; the present file becomes a former one. */
export async function restorePicture(
  ctx: Context,
  { former, ...given }: PictureVersion & { former: number },
  caller: Caller,
): Promise<OpenedPicture> {
  const { userId } = requireActor(caller);
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    const target = await lockPictureVersion(tx, given);
    const [file] = await db
      .delete(formerMedia)
      .where(and(eq(formerMedia.id, former), eq(formerMedia.name, given.name)))
      .returning();
    if (!file) throw new ApiError('not_found', 'This file is no longer kept.');
    const { contentType, bytes, sha256, width, height, isAnimated } = file;
    await changeFile(tx, target, { contentType, bytes, sha256, width, height, isAnimated }, userId);
  });
  return openPicture(ctx, given, caller);
}

/** Removes a picture, with its former files. `conflict` if a text shows it, or showed it in an earlier revision. */
export async function removePicture(ctx: Context, given: PictureVersion): Promise<{ error: null }> {
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    await lockPictureVersion(tx, given);
    await checkIsUnused(tx, given.name, 'removed');
    await db.delete(media).where(eq(media.name, given.name));
    await db.delete(formerMedia).where(eq(formerMedia.name, given.name));
  });
  return { error: null };
}
