import { fileTypeFromBuffer } from 'file-type';
import { uploadTypeNames, uploadTypes } from '../../contract/uploads.ts';
import { refuseFile } from './refuse.ts';

/**
 * The media type of a file whose content and extension say the same, and which is one of those we take; else
 * `unsupported_media_type` with the file's name.
 */
export async function checkType(name: string, bytes: Buffer): Promise<string> {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const expected = uploadTypes[extension];
  if (!expected) throw refuseFile('unsupported_media_type', `${name} is no ${uploadTypeNames} file.`);
  // Content made to break a parser has no type.
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found?.mime !== expected) {
    const message = `${name} is called a ${extension.toUpperCase()} file, but its content is none.`;
    throw refuseFile('unsupported_media_type', message);
  }
  return expected;
}
