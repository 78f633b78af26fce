import { uploadLimits } from '../../../contract/forms/uploads.ts';

// Control characters (including NUL and line breaks), line separators, and direction marks, which make `gpj.exe` look
// like `exe.jpg`.
const unprintable = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Returns a file name for display: the last part of the given path, in one line, at most 120 characters with its
 * extension. The name is never part of a path on the server.
 */
export function cleanFileName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = last.replace(unprintable, '').replace(/\s+/g, ' ').trim() || 'file';
  const letters = [...name];
  if (letters.length <= uploadLimits.nameLength) return name;
  const [extension = ''] = /\.[^.\s]{1,10}$/.exec(name) ?? [];
  return letters.slice(0, uploadLimits.nameLength - extension.length).join('') + extension;
}
