import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadCode } from '../../load-code.ts';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import type { Zoom } from './zoom.ts';
import styles from './zoom-box.module.css';

interface ZoomBoxProps {
  /** No other box of the page has it. */
  id: string;
  /** What is in it, for the names of its controls. */
  title: string;
  /** Of the drawing: the box keeps its place and height while the drawing grows. */
  viewBox: string;
  children: ReactNode;
}

/**
 * A drawing that can be looked at closely: by the buttons below it, by keys while it has the focus, by Ctrl and the wheel,
 * by two fingers. What zooms comes once the page is alive; until then, and without JavaScript, it is a box that scrolls.
 */
export function ZoomBox({ id, title, viewBox, children }: ZoomBoxProps) {
  const stage = useRef<HTMLDivElement>(null);
  const hint = `${id}-hint`;
  const [zoom, setZoom] = useState<Zoom | null>(null);
  const [level, setLevel] = useState(1);

  useEffect(() => {
    let made: Zoom | undefined;
    let isGone = false;
    void loadCode(() => import('./zoom.ts')).then(
      ({ startZoom }) => {
        if (isGone || !stage.current) return;
        made = startZoom(stage.current, setLevel);
        setZoom(made);
      },
      // Its buttons stay as they are, off, and the drawing can still be opened by itself.
      () => undefined,
    );
    return () => {
      isGone = true;
      made?.stop();
    };
  }, []);

  function button(sign: string, name: string, isOn: boolean, press: (made: Zoom) => void) {
    // Not `disabled`, which would let go of the focus at the last step.
    return (
      <button
        type="button"
        className={styles.button}
        aria-disabled={!zoom || !isOn}
        aria-label={`${name}: ${title}`}
        onClick={() => zoom && press(zoom)}
      >
        {sign}
      </button>
    );
  }

  return (
    <div className={styles.zoom}>
      <div ref={stage} className={styles.stage}>
        <div className={styles.place} aria-hidden="true">
          <svg viewBox={viewBox} />
        </div>
        <ScrollBox label={`Chart: ${title}`} describedBy={hint} className={styles.box}>
          {children}
        </ScrollBox>
      </div>
      <div className={styles.tools}>
        {button('−', 'Zoom out', level > 1, (made) => made.step(-1))}
        <output className={styles.level}>
          <span className="visually-hidden">Zoom </span>
          {Math.round(level * 100)} %
        </output>
        {button('+', 'Zoom in', level < (zoom?.most ?? 1), (made) => made.step(1))}
        {button('Whole', 'Whole chart', level > 1, (made) => made.reset())}
        <p id={hint} className={styles.hint}>
          Ctrl and wheel, two fingers, or the keys + − 0
        </p>
      </div>
    </div>
  );
}
