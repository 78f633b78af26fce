import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uploadField, uploadLimits } from '../../contract/uploads.ts';
import { ApiError } from '../errors.ts';
import type { ReceivedFile } from '../files/upload.ts';
import type { Slots } from '../slots.ts';

export type MultipartPart = { field: string; value: string } | { file: ReceivedFile };

// Far beyond any form of ours; what is too much for a form is said by whoever takes it, with the file's name.
const limits = { fileSize: uploadLimits.bytes, files: 50, fields: 100, fieldNameSize: 100, fieldSize: 128 * 1024 };

/** Lets the routes of a scope take `multipart/form-data`. */
export async function takeMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits, throwFileSizeLimit: false });
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/**
 * The parts of a multipart body (RFC 7578), one after the other, each file whole in memory while a slot is held, so that as many
 * buffers of at most 10 MiB exist as there are slots; whoever waits for one leaves the rest on the wire. A file field in
 * which nothing was chosen is left out. `bad_request` for a body that breaks off or is none.
 */
export async function* readMultipart(request: FastifyRequest, slots: Slots): AsyncGenerator<MultipartPart> {
  const parts = request.parts();
  try {
    for (;;) {
      const { value: part, done } = await parts.next().catch((error: { statusCode?: number; message: string }) => {
        if (error.statusCode === 413) throw new ApiError('payload_too_large', 'These are too many parts at once.');
        throw new ApiError('bad_request', 'The upload broke off before its end. Please send it again.');
      });
      if (done) return;
      if (part.type === 'field') {
        if (part.valueTruncated) throw new ApiError('payload_too_large', `The field ${part.fieldname} is too long.`);
        const value = String(part.value);
        // What the parser makes of bytes that are not UTF-8.
        if (`${part.fieldname}${value}`.includes('\uFFFD'))
          throw new ApiError('bad_request', 'The form holds bytes that are not UTF-8. Please send it as UTF-8.');
        yield { field: part.fieldname, value };
        continue;
      }
      const giveBack = await slots.take();
      try {
        const bytes = await collect(part.file).catch(() => {
          throw new ApiError('bad_request', 'The upload broke off before its end. Please send it again.');
        });
        const isChosen = bytes.length > 0 || Boolean(part.filename);
        if (isChosen) yield { file: { name: part.filename ?? '', bytes, isTooLarge: part.file.truncated } };
      } finally {
        giveBack();
      }
    }
  } finally {
    // What is left of a refused body is read and dropped: a sender that is still sending does not see the answer.
    request.raw.unpipe();
    request.raw.resume();
  }
}

/** The files alone, of a request that must be an upload. */
export async function* readFiles(request: FastifyRequest, slots: Slots): AsyncGenerator<ReceivedFile> {
  if (!request.isMultipart())
    throw new ApiError('bad_request', 'No file was sent.', [{ path: 'files', message: 'No file was sent.' }]);
  for await (const part of readMultipart(request, slots)) {
    if ('file' in part) yield part.file;
    else throw new ApiError('bad_request', `There is no field ${part.field}; files are sent as ${uploadField}.`);
  }
}
