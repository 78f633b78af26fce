import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { getNarrowName } from '../../../contract/content/picture-variants.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { Context } from '../../context.ts';
import { advisoryLockKeys, type ImportedPicture, media, users } from '../../db/index.ts';
import { keepFormerFile } from '../media/former-files.ts';
import { hashFile } from '../media/upload.ts';
import type { ContentProblem } from './problems.ts';
import type { MediaSource } from './read-media.ts';
import { rerenderRevisionsWithPicture } from './rerender.ts';

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
