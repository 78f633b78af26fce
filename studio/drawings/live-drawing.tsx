import { useEffect, useId, useRef, useState } from 'react';
import { ScrollBox } from '../../site/parts/scroll-box.tsx';
import type { DrawingKind, FieldDrawing } from './draw-field.ts';
import styles from './live-drawing.module.css';

/** Loads the drawing code when a drawing is first shown. The build for the server leaves it out. */
const loadDrawField = import.meta.env.SSR ? null : () => import('./draw-field.ts');

const views = ['wide', 'narrow'] as const;

/** The loaded drawing code, so that a drawing that is shown again is there at once and moves nothing. */
let loaded: { field: DrawField } | null = null;

type Drawn = Extract<FieldDrawing, { problems?: undefined }>;
type DrawField = (kind: DrawingKind, value: unknown) => FieldDrawing;

/**
 * Renders the drawing of a field as visitors will see it. While the value cannot be drawn, the last good drawing stays,
 * dimmed, and the problems are listed.
 */
export function LiveDrawing({ kind, value, label }: { kind: DrawingKind; value: unknown; label: string }) {
  const [draw, setDraw] = useState(loaded);
  const lastGood = useRef<Drawn | null>(null);
  const id = useId();
  useEffect(() => {
    let isUnmounted = false;
    // Without the code the form works as before, so a failed download is ignored.
    loadDrawField?.().then(
      ({ drawField }) => {
        loaded = { field: drawField };
        if (!isUnmounted) setDraw(loaded);
      },
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, []);
  if (!draw) return null;
  const drawing = draw.field(kind, value);
  if (!drawing.problems) lastGood.current = drawing;
  const shown = lastGood.current;
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id} className={styles.caption}>
        {label}
      </figcaption>
      {shown && (
        <ScrollBox className={styles.box} label={label}>
          {views.map((view) => (
            <svg
              key={view}
              viewBox={shown[view].viewBox}
              role="img"
              aria-label={shown.title}
              className={`${styles[view]} ${drawing.problems ? styles.outdated : ''}`}
            >
              {shown[view].marks}
            </svg>
          ))}
        </ScrollBox>
      )}
      {drawing.problems && (
        <div>
          <p>{shown ? 'Last drawing that was possible. Not drawn, because:' : 'Not drawn yet, because:'}</p>
          <ul className={styles.problems}>
            {[...new Set(drawing.problems)].map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
    </figure>
  );
}
