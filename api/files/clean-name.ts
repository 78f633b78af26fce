import { uploadLimits } from '../../contract/uploads.ts';

// Control characters (NUL and line ends among them), line separators, and marks that turn text round, by which `gpj.exe` reads `exe.jpg`.
const unprintable = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * A file's name as people will read it: the last part of whatever path it came with, in one line, at most 120
 * characters with its extension kept. It is never part of a path of ours.
 */
export function cleanName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = last.replace(unprintable, '').replace(/\s+/g, ' ').trim() || 'file';
  const letters = [...name];
  if (letters.length <= uploadLimits.nameLength) return name;
  const [extension = ''] = /\.[^.\s]{1,10}$/.exec(name) ?? [];
  return letters.slice(0, uploadLimits.nameLength - extension.length).join('') + extension;
}
