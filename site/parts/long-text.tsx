import type { ReactNode } from 'react';
import type { TocItem } from '../../contract/content/entry-shapes.ts';
import styles from './long-text.module.css';
import { Prose } from './prose.tsx';
import { TableOfContents } from './table-of-contents.tsx';

interface LongTextProps {
  html: string;
  contents: readonly TocItem[];
  /** Content of the margin above the table of contents. */
  children?: ReactNode;
  /** Content below the text. */
  after?: ReactNode;
}

/** Renders a long text at a readable line length, with its table of contents in the margin. */
export function LongText({ html, contents, children, after }: LongTextProps) {
  return (
    <div className={styles.text}>
      <div className={styles.margin}>
        <div className={styles.sticky}>
          {children}
          <TableOfContents items={contents} title="On this page" />
        </div>
      </div>
      <div className={styles.body}>
        <Prose html={html} />
        {after}
      </div>
    </div>
  );
}
