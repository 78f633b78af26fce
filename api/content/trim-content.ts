import type { EntryType } from '../../contract/entry-types.ts';
import { type DraftContent, trimContent } from '../../contract/studio/draft-content.ts';

/**
 * Returns a body as a file holds it: without empty lines around it, with the line endings of Unix and a final newline.
 * Imports and exports both do this, so line endings change once, when a file is imported. An edit in the Studio never
 * changes them: the export before it has the same form. Drafts, their files and revisions keep every byte. Line endings
 * are not kept in files because Git and editors change them, and every line of an import would be a change.
 */
export function trimBody(body: string): string {
  return `${body
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()}\n`;
}

/** Returns a content as a file holds it, so that two contents that have the same file are the same. */
export function trimForFile(type: EntryType, content: DraftContent): DraftContent {
  const { revisedAt } = content;
  return {
    ...trimContent(type, content),
    body: trimBody(content.body),
    revisedAt: revisedAt === null ? null : new Date(revisedAt).toISOString(),
  };
}
