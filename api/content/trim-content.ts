import type { EntryType } from '../../contract/entry-types.ts';
import { type DraftContent, trimContent } from '../../contract/studio/draft-content.ts';

/** Returns a body as a file holds it: without empty lines around it, and with the line endings of Unix. */
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
