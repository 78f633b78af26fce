import { createHash, randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { type UploadedFile, uploadLimits } from '../../contract/uploads.ts';
import type { FilesContext } from '../context.ts';
import { files } from '../db/tables.ts';
import { checkType } from './check-type.ts';
import { cleanName } from './clean-name.ts';
import { reencodePicture } from './reencode-picture.ts';
import { refuseFile } from './refuse.ts';

/** A file as it arrived. */
export interface ReceivedFile {
  /** As the sender called it, not cleaned. */
  name: string;
  bytes: Buffer;
  /** There was more of it than the limit; `bytes` is what came before. */
  isTooLarge: boolean;
}

/** Stores one file: its row first, its bytes then, so that no bytes ever lie there that no row knows. */
async function storeFile({ db, files: store }: FilesContext, received: ReceivedFile): Promise<UploadedFile> {
  const name = cleanName(received.name);
  if (received.isTooLarge) throw refuseFile('payload_too_large', `${name} is larger than 10 MB.`);
  if (received.bytes.length === 0) throw refuseFile('bad_request', `${name} is empty.`);
  const contentType = await checkType(name, received.bytes);
  const isPicture = contentType.startsWith('image/');
  const bytes = isPicture ? await reencodePicture(name, contentType, received.bytes) : received.bytes;
  const [token, storageKey] = [randomUUID(), randomUUID()];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await db.insert(files).values({ token, name, contentType, bytes: bytes.length, sha256, storageKey });
  try {
    await store.put(storageKey, bytes, contentType);
  } catch (cause) {
    // Where the row stays, the cleaning finds it in a day.
    await db
      .delete(files)
      .where(eq(files.token, token))
      .catch(() => undefined);
    throw refuseFile('unavailable', `${name} could not be stored just now. Please try again shortly.`, cause);
  }
  return { token, name, size: bytes.length, contentType };
}

/** Takes away what was stored before the rest was refused; what fails here the cleaning does in a day. */
async function undo({ db, files: store }: FilesContext, stored: UploadedFile[]): Promise<void> {
  const tokens = stored.map(({ token }) => token);
  if (tokens.length === 0) return;
  const rows = await db.select().from(files).where(inArray(files.token, tokens));
  for (const { storageKey } of rows) await store.remove(storageKey);
  await db.delete(files).where(inArray(files.token, tokens));
}

/**
 * Stores uploaded files, all or none; answers their tokens, by which a form names them within a day. Errors, each
 * naming the file at the field `files`: `bad_request` for none or an empty one, `payload_too_large` for more than 10 MiB, more
 * than 5, or too many pixels, `unsupported_media_type` for another type, `unavailable` where the store does not take it.
 */
export async function uploadFiles(
  ctx: FilesContext,
  received: AsyncIterable<ReceivedFile>,
): Promise<{ files: UploadedFile[]; error: null }> {
  const stored: UploadedFile[] = [];
  try {
    for await (const file of received) {
      if (stored.length === uploadLimits.files) {
        const name = cleanName(file.name);
        throw refuseFile(
          'payload_too_large',
          `${name} is one too many: at most ${uploadLimits.files} files go together.`,
        );
      }
      stored.push(await storeFile(ctx, file));
    }
    if (stored.length === 0) throw refuseFile('bad_request', 'No file was sent.');
    return { files: stored, error: null };
  } catch (error) {
    await undo(ctx, stored).catch(() => undefined);
    throw error;
  }
}
