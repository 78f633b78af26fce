import { isUtf8 } from 'node:buffer';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formatFileSize, uploadField, uploadLimits } from '../../contract/forms/uploads.ts';
import type { FieldError } from '../../contract/http/errors.ts';
import { ApiError } from '../errors.ts';
import type { FairSemaphore } from '../fair-semaphore.ts';
import { getNetwork } from '../limit-rates.ts';
import { borrowBuffer, type IncomingFiles, NoSpaceError, type ReceivedFile, returnBuffer } from '../messages/index.ts';

const notUtf8 = 'The body contains bytes that are not UTF-8. Please send it as UTF-8.';

/** Decodes a body as UTF-8; throws `bad_request` for invalid bytes, which Node would silently replace. */
export function decodeBody(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new ApiError('bad_request', notUtf8);
  return bytes.toString();
}

/** The maximum number of fields that an error names. */
const mostFields = 10;

/**
 * Returns an error for each text with half a surrogate pair in a JSON value. Such a text has no UTF-8 form, so neither
 * the database nor a mail can store it.
 */
function findBrokenTexts(value: unknown): FieldError[] {
  const errors: FieldError[] = [];
  // A list instead of recursion: a body may be nested very deeply.
  const left: { path: string; value: unknown }[] = [{ path: '', value }];
  for (let next = left.pop(); next && errors.length < mostFields; next = left.pop()) {
    const { path, value: found } = next;
    if (typeof found === 'string' && !found.isWellFormed()) {
      errors.push({ path, message: 'This contains half a character (a lone surrogate).' });
    } else if (typeof found === 'object' && found !== null) {
      for (const [name, inner] of Object.entries(found)) {
        if (name.isWellFormed()) left.push({ path: path ? `${path}.${name}` : name, value: inner });
        else errors.push({ path, message: 'A name in this contains half a character (a lone surrogate).' });
      }
    }
  }
  return errors.slice(0, mostFields);
}

/** Accepts JSON bodies; refuses invalid UTF-8 and texts without a UTF-8 form with 400. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = decodeBody(bytes as Buffer);
    parse(request, text, (error, value) => {
      // In valid UTF-8 only an escape sequence can produce half a surrogate pair.
      const fields = !error && /\\u[dD][89a-fA-F]/.test(text) ? findBrokenTexts(value) : [];
      if (fields.length === 0) return done(error, value);
      done(new ApiError('bad_request', 'The request contains text that cannot be stored.', fields), undefined);
    });
  });
}

/** The maximum number of fields of a form. `URLSearchParams` takes quadratic time: seconds for a million fields. */
const maxFormFields = 2_000;

/**
 * Parses a form as browsers encode it. Throws `payload_too_large` for too many fields, and `bad_request` for invalid
 * UTF-8, percent-encoded or not.
 */
export function parseForm(bytes: Buffer): URLSearchParams {
  const text = decodeBody(bytes);
  let separators = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    separators += 1;
    if (separators >= maxFormFields) throw new ApiError('payload_too_large', 'This form has too many fields.');
  }
  for (const [encoded] of text.matchAll(/(?:%[\da-f]{2})+/gi)) {
    if (!isUtf8(Buffer.from(encoded.replaceAll('%', ''), 'hex'))) throw new ApiError('bad_request', notUtf8);
  }
  return new URLSearchParams(text);
}

/** `tooLong` is the error for a field of which only the beginning was read. */
export type MultipartPart = { field: string; value: string; tooLong?: ApiError } | { file: ReceivedFile };

// Far above the limits of any form; the handler reports smaller excesses with the file's name.
const limits = { fileSize: uploadLimits.bytes, files: 50, fields: 100, fieldNameSize: 100, fieldSize: 128 * 1024 };

/** Accepts `multipart/form-data` in the routes of a scope. */
export async function acceptMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits, throwFileSizeLimit: false });
}

/** The incoming files of a request, and the permits to hold files in memory. */
export interface MultipartOptions {
  incoming: IncomingFiles;
  permits: FairSemaphore;
}

const tooMany = `A form can have at most ${limits.fields} fields and ${limits.files} files. Please send fewer at once.`;
const tooLong = `This field is longer than ${formatFileSize(limits.fieldSize)}. Please shorten it and send it again.`;
const brokenOff = 'The upload was interrupted. Please send it again.';

/** Reads a file to its end, then waits for a slot and loads the file into memory. */
async function* readFile(
  request: FastifyRequest,
  part: MultipartFile,
  { incoming, permits }: MultipartOptions,
): AsyncGenerator<MultipartPart> {
  const network = getNetwork(request.ip);
  const name = part.filename ?? '';
  const arrived = await incoming.receive(part.file, network).catch((error: unknown) => {
    if (error instanceof NoSpaceError) return error;
    throw new ApiError('bad_request', brokenOff);
  });
  if (arrived instanceof NoSpaceError) {
    request.log.warn({ err: arrived }, 'a file was not taken');
    return yield { file: { name, bytes: Buffer.alloc(0), isTooLarge: false, isLost: true } };
  }
  try {
    const release = await permits.acquire(network);
    const buffer = borrowBuffer();
    try {
      const bytes = await arrived.read(buffer);
      const isChosen = bytes.length > 0 || name !== '';
      if (isChosen) yield { file: { name, bytes, isTooLarge: part.file.truncated } };
    } finally {
      returnBuffer(buffer);
      release();
    }
  } finally {
    await arrived.remove();
  }
}

/**
 * Reads the parts of a multipart body (RFC 7578) in order. A file takes a memory slot only when it is complete, so that
 * slow senders hold none. Empty file fields are left out. Throws `bad_request` for an incomplete or invalid body.
 */
export async function* readMultipart(
  request: FastifyRequest,
  options: MultipartOptions,
): AsyncGenerator<MultipartPart> {
  const parts = request.parts();
  try {
    for (;;) {
      const { value: part, done } = await parts.next().catch((error: { statusCode?: number; message: string }) => {
        if (error.statusCode === 413) throw new ApiError('payload_too_large', tooMany);
        throw new ApiError('bad_request', brokenOff);
      });
      if (done) return;
      if (part.type === 'field') {
        const value = String(part.value);
        if (part.valueTruncated) {
          const fields = [{ path: part.fieldname, message: tooLong }];
          // The last character may be cut.
          const beginning = value.replace(/\uFFFD$/, '');
          yield {
            field: part.fieldname,
            value: beginning,
            tooLong: new ApiError('payload_too_large', tooLong, fields),
          };
          continue;
        }
        // The parser's replacement for invalid UTF-8.
        if (`${part.fieldname}${value}`.includes('\uFFFD'))
          throw new ApiError('bad_request', 'The form contains bytes that are not UTF-8. Please send it as UTF-8.');
        yield { field: part.fieldname, value };
        continue;
      }
      yield* readFile(request, part, options);
    }
  } finally {
    // Drains a refused body, because a client does not read the answer while it is still sending.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** Reads only the files, of a request that must be an upload. */
export async function* readUploadedFiles(
  request: FastifyRequest,
  options: MultipartOptions,
): AsyncGenerator<ReceivedFile> {
  if (!request.isMultipart())
    throw new ApiError('bad_request', 'No file was sent.', [{ path: 'files', message: 'No file was sent.' }]);
  for await (const part of readMultipart(request, options)) {
    if ('file' in part) yield part.file;
    else {
      const message = `There is no field ${part.field}; send files as ${uploadField}.`;
      throw new ApiError('bad_request', message, [{ path: part.field, message }]);
    }
  }
}
