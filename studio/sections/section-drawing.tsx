import { sectionDrawings } from './drawings.ts';
import styles from './section-drawing.module.css';

/** Renders the small drawing of a kind of section; an empty sheet for a kind that this version does not know. */
export function SectionDrawing({ kind }: { kind: string }) {
  const { soft, ink, accent } = Object.entries(sectionDrawings).find(([name]) => name === kind)?.[1] ?? {};
  return (
    <svg viewBox="0 0 48 32" width="48" height="32" aria-hidden="true" className={styles.drawing}>
      {soft && <path className={styles.soft} d={soft} />}
      {ink && <path className={styles.ink} d={ink} />}
      {accent && <path className={styles.accent} d={accent} />}
    </svg>
  );
}
