import { createHash, randomUUID } from 'node:crypto';
import { eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { fileTypeFromBuffer } from 'file-type';
import { type UploadedFile, uploadLimits, uploadTypeNames, uploadTypes } from '../../../contract/forms/uploads.ts';
import type { Caller, FilesContext } from '../../context.ts';
import { advisoryLockKeys, files } from '../../db/index.ts';
import { getNetwork } from '../../limit-rates.ts';
import { signText } from '../../tokens.ts';
import { cleanFileName } from './file-names.ts';
import { createFileError, maxStoredBytes, unattachedFileLimits } from './incoming.ts';
import { reencodePicture } from './reencode-picture.ts';

const spare: Buffer[] = [];

/**
 * Lends a buffer for a whole file; return the buffer with `returnBuffer`. Reuse matters: with new buffers 150 MB wait
 * for garbage collection during uploads.
 */
export function borrowBuffer(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(uploadLimits.bytes);
}

/** Takes back a buffer that is no longer read. */
export function returnBuffer(buffer: Buffer): void {
  spare.push(buffer);
}

export interface ReceivedFile {
  /** The name from the sender, not cleaned. */
  name: string;
  /** Valid only until the next file is read: the buffer is used again. */
  bytes: Buffer;
  /** The file exceeds the limit; `bytes` is its beginning. */
  isTooLarge: boolean;
  /** The upload completed, but there was no space. */
  isLost?: boolean;
}

/**
 * Inserts the row of a file, unless too many files wait for their form, of its network (`too_many_requests`) or of all
 * networks (`unavailable`), or all files together take up too much (`unavailable`).
 */
async function insertRow({ db }: FilesContext, row: typeof files.$inferInsert & { network: string }): Promise<void> {
  const weigh = (filter: SQL) =>
    sql<number>`coalesce(sum(greatest(${files.bytes}, ${unattachedFileLimits.perFile})) filter (where ${filter}), 0)::float8`;
  await db.transaction(async (tx) => {
    // The lock serialises uploads, so that each counts the files of earlier uploads. Forms link files and add none.
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockKeys.unusedFiles})`);
    const [stored] = await tx
      .select({
        all: weigh(sql`true`),
        unused: weigh(isNull(files.submissionId)),
        own: weigh(eq(files.network, row.network)),
      })
      .from(files);
    const { all, unused, own } = stored ?? { all: 0, unused: 0, own: 0 };
    const bytes = Math.max(row.bytes, unattachedFileLimits.perFile);
    if (own + bytes > unattachedFileLimits.perNetwork) {
      const message = `${row.name} was not added: too many files from your network are waiting to be sent. Please send the form without it.`;
      throw createFileError('too_many_requests', message);
    }
    if (unused + bytes > unattachedFileLimits.total)
      throw createFileError('unavailable', `${row.name} could not be stored right now. Please try again shortly.`);
    if (all + bytes > maxStoredBytes) {
      const message = `${row.name} could not be stored, because there is no space for more files. Please send the form without it.`;
      throw createFileError('unavailable', message);
    }
    await tx.insert(files).values(row);
  });
}

/**
 * Stores one file, which belongs to nothing yet. The row comes before the bytes, so that no bytes exist without a row.
 * Errors as `uploadFiles`.
 */
export async function storeFile(ctx: FilesContext, received: ReceivedFile, network: string): Promise<UploadedFile> {
  const { db, files: store } = ctx;
  const name = cleanFileName(received.name);
  if (received.isLost)
    throw createFileError('unavailable', `${name} could not be stored right now. Please try again shortly.`);
  if (received.isTooLarge) throw createFileError('payload_too_large', `${name} is larger than 10 MB.`);
  if (received.bytes.length === 0) throw createFileError('bad_request', `${name} is empty.`);
  const contentType = await checkFileType(name, received.bytes);
  const isPicture = contentType === 'image/png' || contentType === 'image/jpeg';
  const bytes = isPicture
    ? (await reencodePicture({ name, to: contentType, bytes: received.bytes }, network)).bytes
    : received.bytes;
  const [token, storageKey] = [randomUUID(), randomUUID()];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await insertRow(ctx, { token, name, contentType, bytes: bytes.length, sha256, storageKey, network });
  try {
    await store.put(storageKey, bytes, contentType);
  } catch (cause) {
    // Where deleting the row fails, maintenance removes it after a day.
    await db
      .delete(files)
      .where(eq(files.token, token))
      .catch(() => undefined);
    throw createFileError('unavailable', `${name} could not be stored right now. Please try again shortly.`, cause);
  }
  return { token, name, size: bytes.length, contentType };
}

/** Removes the stored files of a refused upload. Maintenance removes after a day what cannot be removed here. */
async function removeStoredFiles({ db, files: store }: FilesContext, stored: UploadedFile[]): Promise<void> {
  const tokens = stored.map(({ token }) => token);
  if (tokens.length === 0) return;
  const rows = await db.select().from(files).where(inArray(files.token, tokens));
  for (const { storageKey } of rows) await store.remove(storageKey);
  await db.delete(files).where(inArray(files.token, tokens));
}

/**
 * Stores uploaded files, all or none; returns their tokens, which a form can use within a day. Errors name the file on
 * the field `files`: `bad_request` for no file or an empty one; `payload_too_large` for more than 10 MiB, 5 files, or
 * too many pixels; `unsupported_media_type` for another type; `too_many_requests` for too many unused files of a
 * network; `unavailable` where the store fails or is full.
 */
export async function uploadFiles(
  ctx: FilesContext,
  received: AsyncIterable<ReceivedFile> | Iterable<ReceivedFile>,
  { address }: Pick<Caller, 'address'>,
): Promise<{ files: UploadedFile[]; error: null }> {
  const stored: UploadedFile[] = [];
  const network = (await signText(ctx, 'unused-files', getNetwork(address))).toString('base64url');
  try {
    for await (const file of received) {
      if (stored.length === uploadLimits.files) {
        const name = cleanFileName(file.name);
        throw createFileError(
          'payload_too_large',
          `You can attach up to ${uploadLimits.files} files; ${name} was not added.`,
        );
      }
      stored.push(await storeFile(ctx, file, network));
    }
    if (stored.length === 0) throw createFileError('bad_request', 'No file was sent.');
    return { files: stored, error: null };
  } catch (error) {
    await removeStoredFiles(ctx, stored).catch(() => undefined);
    throw error;
  }
}

/** Bytes to which a DOCX of 10 MB can unpack. Word unpacks it whole. */
const maxUnpackedBytes = 200 * 1024 * 1024;
/** The beginning of a part's entry in the directory of a ZIP archive (APPNOTE.TXT, section 4.3.12). */
const directoryEntry = Buffer.from('PK\x01\x02');

/** Returns to how many bytes a ZIP archive says that it unpacks. */
function sumUnpackedBytes(bytes: Buffer): number {
  let sum = 0;
  for (let at = bytes.indexOf(directoryEntry); at >= 0 && at + 28 <= bytes.length; ) {
    sum += bytes.readUInt32LE(at + 24);
    at = bytes.indexOf(directoryEntry, at + 28);
  }
  return sum;
}

/**
 * Returns the media type of a file whose content and extension agree on an accepted type. Throws
 * `unsupported_media_type` with the file's name otherwise, and `payload_too_large` for a DOCX that unpacks to too much.
 */
async function checkFileType(name: string, bytes: Buffer): Promise<string> {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const expected = uploadTypes[extension];
  if (!expected) throw createFileError('unsupported_media_type', `${name} is not a ${uploadTypeNames} file.`);
  // Content made to break the parser has no type.
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found?.mime !== expected) {
    const message = `${name} ends in .${extension} but is not a ${extension.toUpperCase()} file.`;
    throw createFileError('unsupported_media_type', message);
  }
  if (extension === 'docx' && sumUnpackedBytes(bytes) > maxUnpackedBytes)
    throw createFileError('payload_too_large', `${name} unpacks to more than 200 MB.`);
  return expected;
}
