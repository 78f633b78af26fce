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

/** What a file is, in words, and what to know before opening it. */
interface FileDescription {
  type: string;
  /** Null if nothing has to be known. */
  warning: string | null;
  /** Whether it is a picture of a type that every browser shows. */
  isPicture: boolean;
}

const macros = 'It can contain macros, which run programs. Open it only if you expected it.';
const archive = 'It is an archive: what it contains was not checked. Open it only if you expected it.';
const program = 'It is a program. Do not open it.';
const page = 'It is a web page or a drawing that can run scripts. Open it only if you expected it.';

/** What a file is by the end of its name. */
const kinds: readonly [pattern: RegExp, type: string, warning: string | null][] = [
  [/\.pdf$/i, 'PDF document', null],
  [/\.png$/i, 'PNG picture', null],
  [/\.jpe?g$/i, 'JPEG picture', null],
  [/\.(?:gif|webp|avif|heic|tiff?|bmp)$/i, 'Picture', null],
  [/\.docx$/i, 'Word document', null],
  [/\.(?:doc|dot)$/i, 'Word document of an old version', macros],
  [/\.(?:docm|dotm)$/i, 'Word document with macros', macros],
  [/\.xlsx$/i, 'Excel spreadsheet', null],
  [/\.(?:xls|xlt)$/i, 'Excel spreadsheet of an old version', macros],
  [/\.(?:xlsm|xlsb|xltm|xlam)$/i, 'Excel spreadsheet with macros', macros],
  [/\.pptx$/i, 'PowerPoint presentation', null],
  [/\.(?:ppt|pptm|ppsm|potm)$/i, 'PowerPoint presentation with macros', macros],
  [/\.od[tsp]$/i, 'OpenDocument file', macros],
  [/\.(?:zip|7z|rar|tar|gz|tgz|bz2|xz|zst|cab|iso|img|dmg)$/i, 'Archive', archive],
  [/\.(?:exe|msi|com|scr|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|lnk|jar|apk|app|sh|reg)$/i, 'Program', program],
  [/\.(?:html?|xhtml|svg|mht|xml)$/i, 'Web page or drawing', page],
  [/\.(?:txt|csv|log|md)$/i, 'Text', null],
  [/\.ics$/i, 'Calendar file', null],
  [/\.eml$/i, 'E-mail', null],
];

/** Returns what a file is, by the end of its name and its checked media type. */
export function describeFileType(name: string, contentType: string): FileDescription {
  const found = kinds.find(([pattern]) => pattern.test(name));
  const isPicture = contentType === 'image/png' || contentType === 'image/jpeg';
  if (!found) return { type: 'File of an unknown type', warning: 'Open it only if you expected it.', isPicture };
  return { type: found[1], warning: found[2], isPicture };
}
