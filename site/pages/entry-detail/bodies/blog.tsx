import { LongText } from '../../../parts/long-text.tsx';
import type { BodyProps, BodySection } from '../entry-data.ts';

/** Renders a blog article: its text with a table of contents. */
export function renderBlogBody({ entry }: BodyProps<'BLOG'>): BodySection[] {
  const content = <LongText html={entry.html} contents={entry.toc} />;
  return [{ id: 'text', title: 'Text', content, hasOwnFrame: true }];
}
