import { formatCount } from '../../../contract/content/number-text.ts';
import { formatFileSize } from '../../../contract/forms/uploads.ts';
import type { LinkedFile } from './link.ts';

/** Lists the files of a submission, for the mail to the company. */
export function listFileDetails(
  linked: LinkedFile[],
  lostFiles: string | undefined,
): [name: string, value: string | undefined][] {
  return [
    ['Files', linked.map(({ name, bytes }) => `${name} (${formatFileSize(bytes)})`).join(', ')],
    ['Files that did not arrive; the sender was asked to reply with them', lostFiles],
  ];
}

/**
 * Composes the paragraphs about files for the mail to the sender; empty without files. File names are left out, because
 * the sender chose them.
 */
export function composeFileNotes(linked: LinkedFile[], lostFiles: string | undefined): string {
  const came = `It included ${formatCount(linked.length, 'file')}.`;
  return [
    linked.length > 0 && `${came}\n\n`,
    lostFiles &&
      'Some files did not arrive, because our file store could not be reached. Please reply to this e-mail and attach them.\n\n',
  ]
    .filter(Boolean)
    .join('');
}
