import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import sharp, { type Metadata } from 'sharp';
import type { z } from 'zod';
import { getNarrowName } from '../../../contract/content/picture-variants.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { Context } from '../../context.ts';
import { advisoryLockKeys, type ImportedPicture, media, users } from '../../db/index.ts';
import { makeSlug } from '../../make-slug.ts';
import { keepFormerFile } from '../media/change.ts';
import { readPictureType } from '../media/read-picture.ts';
import { hashFile } from '../media/upload.ts';
import { findAnimationProblem, findPictureProblem } from '../pictures/picture-problem.ts';
import { type ContentProblem, listFiles } from './problems.ts';
import { rerenderRevisionsWithPicture } from './rerender.ts';
import type { mediaFile } from './schemas.ts';

/** What `media.yaml` says about a picture. */
export type PictureDescription = z.output<typeof mediaFile>[number];

/**
 * A picture of a folder of content, with its size as displayed. `description`: null if `media.yaml` does not name it.
 */
export interface MediaSource {
  name: string;
  contentType: string;
  bytes: Buffer;
  width: number | null;
  height: number | null;
  isAnimated: boolean;
  description: PictureDescription | null;
}

const contentTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
};

/** Returns why a file cannot be stored as a picture, as an upload says it; null without a problem. */
async function findProblem(contentType: string | undefined, bytes: Buffer, header: Metadata | null) {
  const { type, problem } = await readPictureType(bytes);
  if (!contentType && !type.startsWith('image/hei'))
    return `does not have the name of a picture (${Object.keys(contentTypes).join(', ')})`;
  if (contentType === 'image/svg+xml') return header ? null : 'cannot be read as a picture';
  if (!header?.width || !header.height) return type && problem ? problem : 'cannot be read as a picture';
  return problem ?? findPictureProblem(header) ?? findAnimationProblem(header);
}

/** Reads the pictures of a folder of content; `problems` gets the problems of pictures and of their descriptions. */
export async function readMedia(
  root: string,
  descriptions: readonly PictureDescription[],
  problems: ContentProblem[],
): Promise<MediaSource[]> {
  const media: MediaSource[] = [];
  const names = await listFiles(join(root, 'media'));
  for (const name of names) {
    const file = `media/${name}`;
    const refuse = (message: string) => problems.push({ file, line: 1, field: '', message });
    const contentType = contentTypes[name.split('.').at(-1) ?? ''];
    const bytes = await readFile(join(root, file));
    const size = await sharp(bytes)
      .metadata()
      .catch(() => null);
    const problem = await findProblem(contentType, bytes, size);
    if (contentType && !/^[a-z0-9][a-z0-9._-]*$/.test(name)) {
      const [, base = '', ending = ''] = /^(.*)(\..*)$/.exec(name) ?? [];
      const example = `${await makeSlug(base, 'picture')}${ending}`;
      refuse(`a picture's name has lower-case letters, digits, dots and hyphens only, such as ${example}`);
    } else if (problem || !contentType || !size) refuse(problem ?? 'cannot be read as a picture');
    else {
      // The EXIF orientation of a portrait photo exchanges width and height.
      const { width, height } = size.autoOrient;
      const description = descriptions.find((each) => each.name === name) ?? null;
      const isAnimated = contentType !== 'image/svg+xml' && (size.pages ?? 1) > 1;
      const rounded = { width: Math.round(width), height: Math.round(height) };
      media.push({ name, contentType, bytes, ...rounded, isAnimated, description });
    }
  }
  for (const [index, { name }] of descriptions.entries()) {
    if (!names.includes(name))
      problems.push({ file: 'media.yaml', line: 1, field: `${index}.name`, message: `there is no media/${name}` });
  }
  return media;
}

type Picture = typeof media.$inferSelect;

const defaultDescription = { alt: null, focusX: 0.5, focusY: 0.5 };

/** Returns a picture of a folder as it will be recorded. Without a description it has that of the last import. */
function toImportedPicture({ bytes, description }: MediaSource, last: ImportedPicture | null): ImportedPicture {
  const { alt, focusX, focusY } = description ?? last ?? defaultDescription;
  return { sha256: hashFile(bytes), alt, focusX, focusY };
}

/** Returns the names of the values that both the Studio and the folder changed, to different values. */
function findConflicts(stored: Picture, given: ImportedPicture, last: ImportedPicture): (keyof ImportedPicture)[] {
  const names = ['sha256', 'alt', 'focusX', 'focusY'] as const;
  return names.filter(
    (name) => stored[name] !== last[name] && given[name] !== last[name] && stored[name] !== given[name],
  );
}

/** Merges a picture of the folder with the stored one. Returns a problem if both were changed. */
async function mergePicture({ db }: Context, source: MediaSource, stored: Picture): Promise<ContentProblem | null> {
  const { name, contentType, bytes, width, height, isAnimated } = source;
  const given = toImportedPicture(source, stored.imported);
  // A picture without an earlier import was uploaded: its description stays, and another file is a conflict.
  const last = stored.imported ?? { ...given, sha256: stored.sha256 };
  const conflicts = stored.imported || stored.sha256 === given.sha256 ? findConflicts(stored, given, last) : ['sha256'];
  if (conflicts.length > 0) {
    const what = conflicts.includes('sha256') ? 'the file' : 'the description';
    const message = `${what} was changed in the Studio too; export the content, and change that copy`;
    return { file: `media/${name}`, line: 1, field: '', message };
  }
  const merge = <N extends keyof ImportedPicture>(field: N): ImportedPicture[N] =>
    given[field] === last[field] ? stored[field] : given[field];
  const isNewFile = merge('sha256') !== stored.sha256;
  const described = { alt: merge('alt'), focusX: merge('focusX'), focusY: merge('focusY') };
  const { alt, focusX, focusY } = stored;
  const isDescribedAnew = described.alt !== stored.alt;
  const isChanged = isNewFile || !isDeepStrictEqual(described, { alt, focusX, focusY });
  const version = isChanged ? stored.version + 1 : stored.version;
  const file = isNewFile ? { contentType, bytes, sha256: given.sha256, width, height, isAnimated } : {};
  if (isNewFile) await keepFormerFile({ db }, stored, null);
  await db
    .update(media)
    .set({ ...file, ...described, version, imported: given })
    .where(eq(media.name, name));
  // Texts of the folder are rendered by the import, but others may show the picture too.
  if (isNewFile || isDescribedAnew) await rerenderRevisionsWithPicture({ db }, name);
  return null;
}

/**
 * Returns a problem if phones would show a drawing that an author uploaded in place of a drawing that is imported for
 * the first time. No import contained the author's drawing, so nobody who may publish has chosen it.
 */
async function findNarrowProblem(
  { db }: Context,
  name: string,
  sources: readonly MediaSource[],
): Promise<ContentProblem | null> {
  const narrow = getNarrowName(name);
  if (!narrow || sources.some((source) => source.name === narrow)) return null;
  const [uploaded] = await db
    .select({ role: users.role })
    .from(media)
    .innerJoin(users, eq(users.id, media.storedBy))
    .where(and(eq(media.name, narrow), isNull(media.imported)));
  if (!uploaded || hasPermission(uploaded.role, 'publish')) return null;
  const message = `phones would show ${narrow} instead, which an author uploaded in the Studio; remove it there, or give this drawing another name`;
  return { file: `media/${name}`, line: 1, field: '', message };
}

/**
 * Stores the pictures of a folder. Values that only the Studio changed since the last import stay, values that only the
 * folder changed are stored. `problems` gets those that both changed, and drawings that an author's narrow drawing
 * would replace on phones.
 */
export async function importMedia(ctx: Context, sources: MediaSource[], problems: ContentProblem[]): Promise<void> {
  // An upload checks the names of pictures too, so it waits for the end of the import.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${advisoryLockKeys.pictures})`);
  for (const source of sources) {
    const { name, contentType, bytes, width, height, isAnimated } = source;
    const [stored] = await ctx.db.select().from(media).where(eq(media.name, name)).for('update');
    const narrowProblem = stored?.imported ? null : await findNarrowProblem(ctx, name, sources);
    if (narrowProblem) problems.push(narrowProblem);
    if (stored) {
      const problem = await mergePicture(ctx, source, stored);
      if (problem) problems.push(problem);
    } else {
      const imported = toImportedPicture(source, null);
      await ctx.db.insert(media).values({ name, contentType, bytes, width, height, isAnimated, ...imported, imported });
    }
  }
}
