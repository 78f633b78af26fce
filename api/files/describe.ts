import { fileSize } from '../../contract/uploads.ts';
import type { LinkedFile } from './link.ts';

/** What the company's mail says of a submission's files, as lines of it. */
export function fileDetails(
  linked: LinkedFile[],
  lostFiles: string | undefined,
): [name: string, value: string | undefined][] {
  return [
    ['Files', linked.map(({ name, bytes }) => `${name} (${fileSize(bytes)})`).join(', ')],
    ['Files that did not arrive; the sender was asked to reply with them', lostFiles],
  ];
}

/** Returns what a receipt says of the files, as paragraphs; empty without files. It names none: a sender chose their names. */
export function fileNotes(linked: LinkedFile[], lostFiles: string | undefined): string {
  const came = linked.length === 1 ? '1 file came with it.' : `${linked.length} files came with it.`;
  return [
    linked.length > 0 && `${came}\n\n`,
    lostFiles &&
      'Some files did not arrive, because our file store could not be reached. Please reply to this mail and attach them.\n\n',
  ]
    .filter(Boolean)
    .join('');
}
