import { LongText } from '../../../parts/long-text.tsx';
import type { BodyProps, BodySheet } from '../entry-data.ts';

/** An article: its contents in the margin, the text at a measure one can read. */
export function blogBody({ entry }: BodyProps<'BLOG'>): BodySheet[] {
  const content = <LongText html={entry.html} contents={entry.toc} contentsTitle="In this article" />;
  return [{ id: 'article', title: 'Article', content, bare: true }];
}
