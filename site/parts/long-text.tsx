import type { ReactNode } from 'react';
import type { TocItem } from '../../contract/entry-shapes.ts';
import { Contents } from './contents.tsx';
import styles from './long-text.module.css';
import { Prose } from './prose.tsx';

interface LongTextProps {
  html: string;
  contents: TocItem[];
  contentsTitle: string;
  /** What stands in the margin before the contents. */
  children?: ReactNode;
}

/** A text to be read at length: its contents stay in the margin, the lines at a measure one can read. */
export function LongText({ html, contents, contentsTitle, children }: LongTextProps) {
  return (
    <div className={styles.text}>
      <div className={styles.margin}>
        <div className={styles.stays}>
          {children}
          <Contents items={contents} title={contentsTitle} />
        </div>
      </div>
      <div className={styles.body}>
        <Prose html={html} />
      </div>
    </div>
  );
}
