import { LongText } from '../../../parts/long-text.tsx';
import type { BodyProps, BodySheet } from '../entry-data.ts';

/** A blog: its contents in the margin, the text at a measure one can read. */
export function blogBody({ entry }: BodyProps<'BLOG'>): BodySheet[] {
  const content = <LongText html={entry.html} contents={entry.toc} contentsTitle="On this page" />;
  return [{ id: 'text', title: 'Text', content, bare: true }];
}
