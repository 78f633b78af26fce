import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../api/errors.ts';
import { parseForm } from '../../api/http/read-body.ts';
import { formatFileSize } from '../../contract/forms/uploads.ts';
import type { ReceivedFiles } from '../../site/forms/attachment-fields.ts';

/** A form that a page sent without JavaScript. */
export interface ReceivedForm {
  form: URLSearchParams;
  /** Null for a form without files. */
  files: ReceivedFiles | null;
  /** Why the form is too large; `form` then holds the part that was read. Null for every other form. */
  tooLarge: ApiError | null;
}

/**
 * Reads a form without files, `application/x-www-form-urlencoded`. Of a form with more than `limit` bytes only the
 * beginning is held in memory, so that the page can show it again.
 */
export async function readForm(stream: FastifyRequest['raw'], limit: number): Promise<ReceivedForm> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limit) break;
    }
  } catch {
    throw new ApiError('bad_request', 'The form was interrupted. Please send it again.');
  }
  const bytes = Buffer.concat(chunks);
  if (size <= limit) return { form: parseForm(bytes), files: null, tooLarge: null };
  // Drains the rest, because a browser does not read the answer while it is still sending.
  stream.resume();
  // The last character may be cut. A form is ASCII, with other characters percent-encoded.
  const beginning = bytes
    .toString('latin1', 0, limit)
    .replace(/%[\da-f]?$/i, '')
    .replace(/%[c-f][\da-f](?:%[89ab][\da-f]){0,3}$/i, '');
  const message = `This is larger than ${formatFileSize(limit)}. Please shorten it and send it again.`;
  return {
    form: parseForm(Buffer.from(beginning, 'latin1')),
    files: null,
    tooLarge: new ApiError('payload_too_large', message),
  };
}
