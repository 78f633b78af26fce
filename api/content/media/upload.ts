import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { getNarrowName, getWideName } from '../../../contract/content/picture-variants.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { PictureChange, UploadedPicture } from '../../../contract/studio/picture-operations.ts';
import { isPermitted } from '../../../contract/studio/token-scopes.ts';
import type { Caller, Context } from '../../context.ts';
import { advisoryLockKeys, media, users } from '../../db/index.ts';
import { createQuotaError } from '../../errors.ts';
import { getNetwork } from '../../limit-rates.ts';
import { recordToLog } from '../../log/index.ts';
import { makeSlug } from '../../make-slug.ts';
import { createFileError, type ReceivedFile } from '../../messages/index.ts';
import { requireActor } from '../../people/index.ts';
import { rerenderRevisionsWithPicture } from '../import-export/rerender.ts';
import { findPictures } from './library.ts';
import { findChangeRefusal } from './permissions.ts';
import { getPictureExtension, readPicture, type SafePicture } from './read-picture.ts';

const mebibyte = 1024 * 1024;

/** The most bytes of pictures over all time, their former files included. */
export const pictureLimits = {
  library: 4096 * mebibyte,
  /** Of one author, so that an author cannot fill the library. Counts as `uploadQuota` does. */
  author: 1024 * mebibyte,
} as const;

/** How much one user may upload within 24 hours: an eighth of the library. */
export const uploadQuota = {
  /** Bytes as stored. */
  bytes: 512 * mebibyte,
  /** The least number of bytes that a picture counts as, so that the number of pictures is limited too. */
  perPicture: mebibyte / 16,
} as const;

const uploadLimit = 20;

export const hashFile = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * Throws `forbidden` if the caller may not change how a wide drawing is shown. Phones show a narrow drawing at once, in
 * published texts too.
 */
async function checkNarrowDrawing({ db }: Context, narrowName: string, wideName: string, caller: Caller) {
  const { name, storedBy } = media;
  const [wide] = await db.select({ name, storedBy }).from(media).where(eq(name, wideName));
  const refusal = wide && (await findChangeRefusal({ db }, wide, caller));
  if (!refusal) return;
  const reason = `Phones would show ${narrowName} in place of ${wideName}. You cannot change ${wideName}, because ${refusal}.`;
  throw createFileError('forbidden', `${reason} Ask an editor to upload this file, or give it another name.`);
}

/** A stored picture of a user, and how many seconds it is old. */
interface OwnPicture {
  bytes: number;
  age: number;
}

/** Throws `too_many_requests` if a user's pictures of the last 24 hours take up too many bytes. */
function enforceUploadQuota(own: readonly OwnPicture[]): void {
  const day = 24 * 60 * 60;
  let sum = 0;
  for (const { bytes, age } of own.toSorted((a, b) => a.age - b.age)) {
    if (age >= day) return;
    sum += Math.max(bytes, uploadQuota.perPicture);
    if (sum >= uploadQuota.bytes) throw createQuotaError('pictures of the last 24 hours', day - age);
  }
}

/**
 * Throws `unavailable` if the library has no room for `bytes` more, and `forbidden` if an author has stored too much.
 */
async function checkPictureLimits({ db }: Context, bytes: number, caller: Caller): Promise<void> {
  const actor = requireActor(caller);
  const { userId } = actor;
  const ownSize = sql`greatest(size, ${uploadQuota.perPicture}::int)`;
  const { rows } = await db.execute<{ library: number; own: number }>(sql`
    select coalesce(sum(size), 0)::float8 as library,
      coalesce(sum(${ownSize}) filter (where stored_by = ${userId}), 0)::float8 as own
    from (
      select octet_length(bytes) as size, stored_by from media
      union all select octet_length(bytes), replaced_by from former_media
    ) as files`);
  const stored = rows[0] ?? { library: 0, own: 0 };
  if (stored.library + bytes > pictureLimits.library)
    throw createFileError('unavailable', 'The library is full: all pictures together take more than 4 GB.');
  if (!isPermitted(actor, 'publish') && stored.own + bytes > pictureLimits.author) {
    const reason = 'Your pictures take up 1 GB, the most that an author may store.';
    throw createFileError('forbidden', `${reason} Ask an editor to remove pictures that no text shows.`);
  }
}

/**
 * Stores a picture under a free name and returns the name. A file that the library has already keeps its name.
 * `forbidden` for a narrow drawing of a drawing that the caller may not change; `too_many_requests` above the quota;
 * as `checkPictureLimits`.
 */
async function storePicture({ db }: Context, baseName: string, picture: SafePicture, caller: Caller): Promise<string> {
  const { userId: storedBy } = requireActor(caller);
  const sha256 = hashFile(picture.bytes);
  return db.transaction(async (tx) => {
    // One upload at a time chooses a name and counts the bytes.
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockKeys.pictures})`);
    const [same] = await tx.select({ name: media.name }).from(media).where(eq(media.sha256, sha256)).limit(1);
    if (same) return same.name;
    const rows = await tx
      .select({
        name: media.name,
        bytes: sql<number>`octet_length(${media.bytes})`,
        age: sql<number>`ceil(extract(epoch from now() - ${media.storedAt}))::float8`,
        storedBy: media.storedBy,
        role: users.role,
      })
      .from(media)
      .leftJoin(users, eq(users.id, media.storedBy));
    await checkPictureLimits({ db: tx }, picture.bytes.length, caller);
    enforceUploadQuota(rows.filter((row) => row.storedBy === storedBy));
    const stored = new Map(rows.map((row) => [row.name, row]));
    const isFree = (name: string) => {
      const narrow = stored.get(getNarrowName(name) ?? '');
      // An author's drawing does not become the narrow one of somebody else's drawing unasked.
      const isOfAuthor = narrow?.role && !hasPermission(narrow.role, 'publish') && narrow.storedBy !== storedBy;
      return !stored.has(name) && !isOfAuthor;
    };
    const extension = getPictureExtension(picture.contentType);
    let name = `${baseName}.${extension}`;
    for (let number = 2; !isFree(name); number++) name = `${baseName}-${number}.${extension}`;
    const wideName = getWideName(name);
    if (wideName) await checkNarrowDrawing({ db: tx }, name, wideName, caller);
    await tx.insert(media).values({ name, ...picture, sha256, storedBy });
    await recordToLog({ db: tx }, { kind: 'picture.UPLOAD', by: storedBy, id: name });
    if (wideName) await rerenderRevisionsWithPicture({ db: tx }, name);
    return name;
  });
}

/**
 * Stores uploaded pictures and returns them in order, with what was changed in each. Pictures before a refused one
 * stay, because each is complete. Errors: see `readPicture` and `storePicture`; `payload_too_large` for more than 20
 * pictures; `unavailable` for a full library.
 */
export async function uploadPictures(
  ctx: Context,
  received: AsyncIterable<ReceivedFile> | Iterable<ReceivedFile>,
  caller: Caller,
): Promise<{ items: UploadedPicture[] }> {
  const stored: { name: string; changes: PictureChange[] }[] = [];
  for await (const file of received) {
    if (stored.length === uploadLimit)
      throw createFileError('payload_too_large', `You can upload at most ${uploadLimit} pictures at once.`);
    const { picture, changes } = await readPicture(file, getNetwork(caller.address));
    const baseName = await makeSlug(file.name.replace(/\.[^.]*$/, ''), 'picture');
    stored.push({ name: await storePicture(ctx, baseName, picture, caller), changes });
  }
  if (stored.length === 0) throw createFileError('bad_request', 'No picture was sent.');
  const summaries = await findPictures(
    ctx,
    stored.map(({ name }) => name),
  );
  const byName = new Map(summaries.map((summary) => [summary.name, summary]));
  return {
    items: stored.flatMap(({ name, changes }) => {
      const summary = byName.get(name);
      return summary ? { ...summary, changes } : [];
    }),
  };
}
