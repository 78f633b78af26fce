import type { EntryType } from '../../../contract/content/entry-types.ts';
import { type DraftContent, trimContent } from '../../../contract/studio/draft-content.ts';

/**
 * Returns a body in the form of files: without empty lines around it, with Unix line endings and a final newline.
 * Imports and exports both use this form, because Git and editors change line endings, and every line would then count
 * as changed. Drafts, files of drafts and revisions keep every byte.
 */
export function trimBody(body: string): string {
  return `${body
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()}\n`;
}

/** Returns a content in the form of files, so that two contents with the same file are equal. */
export function trimForFile(type: EntryType, content: DraftContent): DraftContent {
  const { revisedAt } = content;
  return {
    ...trimContent(type, content),
    body: trimBody(content.body),
    revisedAt: revisedAt === null ? null : new Date(revisedAt).toISOString(),
  };
}
