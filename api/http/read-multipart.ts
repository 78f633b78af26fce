import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uploadField } from '../../contract/paths.ts';
import { fileSize, uploadLimits } from '../../contract/uploads.ts';
import { ApiError } from '../errors.ts';
import { type IncomingFiles, NoSpaceError } from '../files/incoming.ts';
import type { ReceivedFile } from '../files/upload.ts';
import { borrowBuffer, returnBuffer } from '../files/whole-files.ts';
import type { Slots } from '../slots.ts';
import { networkOf } from './network-of.ts';

export type MultipartPart = { field: string; value: string } | { file: ReceivedFile };

// Far beyond any form of ours; what is too much for a form is said by whoever takes it, with the file's name.
const limits = { fileSize: uploadLimits.bytes, files: 50, fields: 100, fieldNameSize: 100, fieldSize: 128 * 1024 };

/** Lets the routes of a scope take `multipart/form-data`. */
export async function takeMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits, throwFileSizeLimit: false });
}

/** Where the files of a request are while they arrive, and how many are in memory at once afterwards. */
export interface MultipartOptions {
  incoming: IncomingFiles;
  slots: Slots;
}

const tooMany = `A form holds at most ${limits.fields} fields and ${limits.files} files. Please send fewer at once.`;
const tooLong = `This field is longer than ${fileSize(limits.fieldSize)}. Please shorten it and send it again.`;
const brokenOff = 'The upload broke off before its end. Please send it again.';

/** Takes a file to its end, then waits for a slot and hands it on, whole and in memory. */
async function* readFile(
  request: FastifyRequest,
  part: MultipartFile,
  { incoming, slots }: MultipartOptions,
): AsyncGenerator<MultipartPart> {
  const network = networkOf(request.ip);
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
    const giveBack = await slots.take(network);
    const buffer = borrowBuffer();
    try {
      const bytes = await arrived.read(buffer);
      const isChosen = bytes.length > 0 || name !== '';
      if (isChosen) yield { file: { name, bytes, isTooLarge: part.file.truncated } };
    } finally {
      returnBuffer(buffer);
      giveBack();
    }
  } finally {
    await arrived.remove();
  }
}

/**
 * Reads the parts of a multipart body (RFC 7578), one after the other. A file takes a slot only when it has arrived whole, so that
 * slow senders hold none, and is in memory as long as it holds the slot. A file field in which nothing was chosen is left
 * out. Throws `bad_request` for a body that breaks off or is none.
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
        if (part.valueTruncated)
          throw new ApiError('payload_too_large', tooLong, [{ path: part.fieldname, message: tooLong }]);
        const value = String(part.value);
        // What the parser makes of bytes that are not UTF-8.
        if (`${part.fieldname}${value}`.includes('\uFFFD'))
          throw new ApiError('bad_request', 'The form holds bytes that are not UTF-8. Please send it as UTF-8.');
        yield { field: part.fieldname, value };
        continue;
      }
      yield* readFile(request, part, options);
    }
  } finally {
    // What is left of a refused body is read and dropped: a sender that is still sending does not see the answer.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** The files alone, of a request that must be an upload. */
export async function* readFiles(request: FastifyRequest, options: MultipartOptions): AsyncGenerator<ReceivedFile> {
  if (!request.isMultipart())
    throw new ApiError('bad_request', 'No file was sent.', [{ path: 'files', message: 'No file was sent.' }]);
  for await (const part of readMultipart(request, options)) {
    if ('file' in part) yield part.file;
    else {
      const message = `There is no field ${part.field}; files are sent as ${uploadField}.`;
      throw new ApiError('bad_request', message, [{ path: part.field, message }]);
    }
  }
}
