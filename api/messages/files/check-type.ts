import { fileTypeFromBuffer } from 'file-type';
import { uploadTypeNames, uploadTypes } from '../../../contract/uploads.ts';
import { createFileError } from './file-error.ts';

/**
 * Returns the media type of a file whose content and extension agree on an accepted type. Throws
 * `unsupported_media_type` with the file's name otherwise.
 */
export async function checkFileType(name: string, bytes: Buffer): Promise<string> {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const expected = uploadTypes[extension];
  if (!expected) throw createFileError('unsupported_media_type', `${name} is not a ${uploadTypeNames} file.`);
  // Content made to break the parser has no type.
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found?.mime !== expected) {
    const message = `${name} ends in .${extension} but is not a ${extension.toUpperCase()} file.`;
    throw createFileError('unsupported_media_type', message);
  }
  return expected;
}
