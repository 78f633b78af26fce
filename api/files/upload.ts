import { createHash, randomUUID } from 'node:crypto';
import { eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type UploadedFile, uploadLimits } from '../../contract/uploads.ts';
import type { Caller, FilesContext } from '../context.ts';
import { advisoryLocks } from '../db/advisory-locks.ts';
import { files } from '../db/tables.ts';
import { networkOf } from '../http/network-of.ts';
import { signText } from '../signed-token.ts';
import { checkType } from './check-type.ts';
import { cleanName } from './clean-name.ts';
import { unusedLimits } from './limits.ts';
import { reencodePicture } from './reencode-picture.ts';
import { refuseFile } from './refuse.ts';

/** A file as it arrived. */
export interface ReceivedFile {
  /** As the sender called it, not cleaned. */
  name: string;
  /** To be read only until the next file is asked for: their buffer is used again. */
  bytes: Buffer;
  /** There was more of it than the limit; `bytes` is what came before. */
  isTooLarge: boolean;
  /** It arrived, and there was no place for it. */
  isLost?: boolean;
}

/**
 * Inserts the row of a file, unless too many files wait for their form: of its network (`too_many_requests`) or of all
 * (`unavailable`).
 */
async function insertRow({ db }: FilesContext, row: typeof files.$inferInsert & { network: string }): Promise<void> {
  const weigh = (filter: SQL) =>
    sql<number>`coalesce(sum(greatest(${files.bytes}, ${unusedLimits.perFile})) filter (where ${filter}), 0)::float8`;
  await db.transaction(async (tx) => {
    // One after the other, so that nobody counts what another is about to add.
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.unusedFiles})`);
    const [unused] = await tx
      .select({ all: weigh(sql`true`), own: weigh(eq(files.network, row.network)) })
      .from(files)
      .where(isNull(files.submissionId));
    const bytes = Math.max(row.bytes, unusedLimits.perFile);
    if ((unused?.own ?? 0) + bytes > unusedLimits.perNetwork) {
      const message = `${row.name} is one too many: other files from your network still wait for their form. Please send the form without it.`;
      throw refuseFile('too_many_requests', message);
    }
    if ((unused?.all ?? 0) + bytes > unusedLimits.total)
      throw refuseFile('unavailable', `${row.name} could not be stored just now. Please try again shortly.`);
    await tx.insert(files).values(row);
  });
}

/** Stores one file: its row first, its bytes then, so that no bytes ever lie there that no row knows. */
async function storeFile(ctx: FilesContext, received: ReceivedFile, network: string): Promise<UploadedFile> {
  const { db, files: store } = ctx;
  const name = cleanName(received.name);
  if (received.isLost)
    throw refuseFile('unavailable', `${name} could not be stored just now. Please try again shortly.`);
  if (received.isTooLarge) throw refuseFile('payload_too_large', `${name} is larger than 10 MB.`);
  if (received.bytes.length === 0) throw refuseFile('bad_request', `${name} is empty.`);
  const contentType = await checkType(name, received.bytes);
  const isPicture = contentType === 'image/png' || contentType === 'image/jpeg';
  const bytes = isPicture
    ? await reencodePicture({ name, contentType, bytes: received.bytes }, network)
    : received.bytes;
  const [token, storageKey] = [randomUUID(), randomUUID()];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await insertRow(ctx, { token, name, contentType, bytes: bytes.length, sha256, storageKey, network });
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
 * than 5, or too many pixels, `unsupported_media_type` for another type, `too_many_requests` where too many of its network's
 * files wait for their form, `unavailable` where the store does not take it.
 */
export async function uploadFiles(
  ctx: FilesContext,
  received: AsyncIterable<ReceivedFile> | Iterable<ReceivedFile>,
  { address }: Pick<Caller, 'address'>,
): Promise<{ files: UploadedFile[]; error: null }> {
  const stored: UploadedFile[] = [];
  const network = (await signText(ctx, 'unused-files', networkOf(address))).toString('base64url');
  try {
    for await (const file of received) {
      if (stored.length === uploadLimits.files) {
        const name = cleanName(file.name);
        throw refuseFile(
          'payload_too_large',
          `${name} is one too many: at most ${uploadLimits.files} files go together.`,
        );
      }
      stored.push(await storeFile(ctx, file, network));
    }
    if (stored.length === 0) throw refuseFile('bad_request', 'No file was sent.');
    return { files: stored, error: null };
  } catch (error) {
    await undo(ctx, stored).catch(() => undefined);
    throw error;
  }
}
