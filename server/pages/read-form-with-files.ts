import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../api/errors.ts';
import { createFairSemaphore } from '../../api/fair-semaphore.ts';
import { readMultipart } from '../../api/http/read-body.ts';
import { cleanFileName } from '../../api/messages/files/file-names.ts';
import { type IncomingFiles, uploadSlots } from '../../api/messages/files/incoming.ts';
import type { ReceivedFile } from '../../api/messages/files/upload.ts';
import { type AttachedFile, findUploadProblem, formatFileSize, uploadLimits } from '../../contract/forms/uploads.ts';
import { isApiFailure } from '../../contract/http/client.ts';
import { errorStatus } from '../../contract/http/errors.ts';
import { keptField, type ReceivedFiles } from '../../site/forms/attachment-fields.ts';
import type { ReceivedForm } from './read-form.ts';
import type { StoreFile } from './store-file.ts';

const permits = createFairSemaphore(uploadSlots.forms, 'forms with files');

/**
 * Parses the form field of a file that an earlier attempt stored. Returns null for a malformed value. A token that a
 * visitor has invented is refused later, by the API.
 */
function parseKeptFile(value: string): AttachedFile | null {
  try {
    const { token, name, size } = JSON.parse(value) as Record<string, unknown>;
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(token))) return null;
    return { token: String(token), name: cleanFileName(String(name)), size: Number(size) || 0 };
  } catch {
    return null;
  }
}

/** Returns the message for the visitor if the API refused the file; null for a failure of the store or the server. */
function describeRefusal(error: unknown): string | null {
  const isRefusal =
    (error instanceof ApiError && errorStatus[error.code] < 500) || (isApiFailure(error) && error.kind === 'client');
  return isRefusal ? (error.fields[0]?.message ?? error.message) : null;
}

/** Stores a file. Returns a message for the visitor if the file was refused, and null if it could not be stored. */
async function storeFile(
  request: FastifyRequest,
  store: StoreFile,
  file: ReceivedFile,
): Promise<AttachedFile | string | null> {
  if (file.isLost) return null;
  const name = cleanFileName(file.name);
  const problem = findUploadProblem(name, file.isTooLarge ? Number.POSITIVE_INFINITY : file.bytes.length);
  if (problem) return problem;
  try {
    return (await store({ ...file, name }, request)) ?? null;
  } catch (error) {
    const refusal = describeRefusal(error);
    if (refusal === null) request.log.warn({ err: error }, 'a file of a form was not stored');
    return refusal;
  }
}

/**
 * Reads a page's form with files, sent without JavaScript, and stores the files as they arrive. The returned form holds
 * their tokens (`files`) and the names of those that could not be stored (`lostFiles`). Also returns what happened to
 * each file. A form is too large if it has too many parts, or if its typed fields together exceed `fieldLimit` bytes.
 */
export async function readFormWithFiles(
  request: FastifyRequest,
  { store, incoming, fieldLimit }: { store: StoreFile; incoming: IncomingFiles; fieldLimit: number },
): Promise<ReceivedForm> {
  const form = new URLSearchParams();
  let tooLarge: ApiError | null = null;
  const taken: ReceivedFiles = { attached: [], refused: [], digests: [] };
  const lost: string[] = [];
  let left = fieldLimit;
  const tooLongTogether = `The fields are longer than ${formatFileSize(fieldLimit)} together. Please shorten the longest and send them again.`;
  try {
    for await (const part of readMultipart(request, { incoming, permits })) {
      if ('field' in part) {
        const { value } = part;
        const room = left;
        left -= Buffer.byteLength(value);
        if (left < 0 || part.tooLong) {
          form.append(part.field, value.slice(0, room));
          throw part.tooLong ?? new ApiError('payload_too_large', tooLongTogether);
        }
        const kept = part.field === keptField ? parseKeptFile(value) : null;
        if (kept && taken.attached.length < uploadLimits.files) {
          taken.attached.push(kept);
          taken.digests.push(kept.token);
        } else if (part.field === 'lostFiles') lost.push(value);
        else if (![keptField, 'files'].includes(part.field)) form.append(part.field, value);
        continue;
      }
      const name = cleanFileName(part.file.name);
      if (taken.attached.length >= uploadLimits.files) {
        taken.refused.push(`You can attach up to ${uploadLimits.files} files; ${name} was not added.`);
        continue;
      }
      const stored = await storeFile(request, store, part.file);
      if (typeof stored === 'string') taken.refused.push(stored);
      else if (stored) {
        taken.attached.push(stored);
        taken.digests.push(createHash('sha256').update(name).update(part.file.bytes).digest('hex'));
      } else lost.push(name);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'payload_too_large') throw error;
    tooLarge = error;
  }
  const stillLost = lost.filter((name) => !taken.attached.some((file) => file.name === name));
  if (taken.attached.length > 0) form.set('files', taken.attached.map(({ token }) => token).join(','));
  if (stillLost.length > 0) form.set('lostFiles', [...new Set(stillLost)].join(', '));
  return { form, files: taken, tooLarge };
}
