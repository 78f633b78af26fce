import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../api/errors.ts';
import { cleanName } from '../api/files/clean-name.ts';
import type { IncomingFiles } from '../api/files/incoming.ts';
import { uploadSlots } from '../api/files/limits.ts';
import type { ReceivedFile } from '../api/files/upload.ts';
import { readMultipart } from '../api/http/read-multipart.ts';
import { createSlots } from '../api/slots.ts';
import { type Client, isApiFailure } from '../contract/client.ts';
import { type AttachedFile, uploadLimits, uploadProblem } from '../contract/uploads.ts';
import { keptField, type TakenFiles, takenField } from '../site/forms/attachment-fields.ts';

const slots = createSlots(uploadSlots.forms, 'forms with files');

/** A file kept from an earlier try; what a stranger made up is none, or names a token that the API refuses. */
function readKept(value: string): AttachedFile | null {
  try {
    const { token, name, size } = JSON.parse(value) as Record<string, unknown>;
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(token))) return null;
    return { token: String(token), name: cleanName(String(name)), size: Number(size) || 0 };
  } catch {
    return null;
  }
}

/** Stores a file through the API's door; what is wrong with it comes back as a sentence, a store that is down as `null`. */
async function storeFile(
  client: Client,
  { name: given, bytes, isTooLarge, isLost }: ReceivedFile,
): Promise<AttachedFile | string | null> {
  if (isLost) return null;
  const name = cleanName(given);
  const problem = uploadProblem(name, isTooLarge ? Number.POSITIVE_INFINITY : bytes.length);
  if (problem) return problem;
  try {
    const [stored] = await client.upload([new File([bytes as Buffer<ArrayBuffer>], name)]);
    return stored ?? null;
  } catch (error) {
    if (isApiFailure(error) && error.kind === 'client') return error.fields[0]?.message ?? error.message;
    return null;
  }
}

/**
 * A page's form with files, sent without JavaScript: the files are stored as they arrive, and the form goes on with their
 * tokens (`files`), the names of those that our store did not take (`lostFiles`), and what became of all (`takenField`).
 * `payload_too_large` where the typed fields together are larger than `fieldLimit` bytes.
 */
export async function takeFormWithFiles(
  request: FastifyRequest,
  { client, incoming, fieldLimit }: { client: Client; incoming: IncomingFiles; fieldLimit: number },
): Promise<URLSearchParams> {
  const form = new URLSearchParams();
  const taken: TakenFiles = { attached: [], refused: [], digests: [] };
  const lost: string[] = [];
  let left = fieldLimit;
  for await (const part of readMultipart(request, { incoming, slots })) {
    if ('field' in part) {
      left -= Buffer.byteLength(part.value);
      if (left < 0)
        throw new ApiError('payload_too_large', 'This is more than we can take at once. Please shorten it.');
      const kept = part.field === keptField ? readKept(part.value) : null;
      if (kept && taken.attached.length < uploadLimits.files) {
        taken.attached.push(kept);
        taken.digests.push(kept.token);
      } else if (part.field === 'lostFiles') lost.push(part.value);
      else if (![keptField, takenField, 'files'].includes(part.field)) form.append(part.field, part.value);
      continue;
    }
    const name = cleanName(part.file.name);
    if (taken.attached.length >= uploadLimits.files) {
      taken.refused.push(`${name} is one too many: at most ${uploadLimits.files} files go together.`);
      continue;
    }
    const stored = await storeFile(client, part.file);
    if (typeof stored === 'string') taken.refused.push(stored);
    else if (stored) {
      taken.attached.push(stored);
      taken.digests.push(createHash('sha256').update(name).update(part.file.bytes).digest('hex'));
    } else lost.push(name);
  }
  const still = lost.filter((name) => !taken.attached.some((file) => file.name === name));
  if (taken.attached.length > 0) form.set('files', taken.attached.map(({ token }) => token).join(','));
  if (still.length > 0) form.set('lostFiles', [...new Set(still)].join(', '));
  form.set(takenField, JSON.stringify(taken));
  return form;
}
