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

/** What the sender's receipt says of the files, as paragraphs; empty without files. */
export function fileNotes(linked: LinkedFile[], lostFiles: string | undefined): string {
  const came = linked.map(({ name, bytes }) => `- ${name} (${fileSize(bytes)})\n`).join('');
  const lost = lostFiles?.replace(/\p{Cc}+/gu, ' ');
  return [
    came && `\nWith it came:\n\n${came}`,
    lost &&
      `\nThis did not arrive, because our file store was not to be reached: ${lost}. Please reply to this mail and attach it.\n`,
  ]
    .filter(Boolean)
    .join('');
}
