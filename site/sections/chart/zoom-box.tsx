import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadCode } from '../../hydration/load-code.ts';
import drawing from '../../parts/drawing.module.css';
import { type DrawingHeights, getViewBoxes } from '../../parts/drawing.tsx';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import type { ZoomControl } from './zoom.ts';
import styles from './zoom-box.module.css';

interface ZoomBoxProps {
  /** Unique within the page. */
  id: string;
  /** Title of the drawing, for the names of the controls. */
  title: string;
  /** Heights of the drawings, from which the box gets its own. */
  heights: DrawingHeights;
  children: ReactNode;
}

/**
 * Renders a drawing that can be zoomed: with buttons, with keys while it has the focus, with Ctrl and the wheel, and
 * with two fingers. The zoom code is loaded after hydration. Until then the drawing is in a scrolling box.
 */
export function ZoomBox({ id, title, heights, children }: ZoomBoxProps) {
  const stage = useRef<HTMLDivElement>(null);
  const viewBox = getViewBoxes(heights);
  const hint = `${id}-hint`;
  const [zoom, setZoom] = useState<ZoomControl | null>(null);
  const [level, setLevel] = useState(1);

  useEffect(() => {
    let control: ZoomControl | undefined;
    let isUnmounted = false;
    void loadCode(() => import('./zoom.ts')).then(
      ({ startZoom }) => {
        if (isUnmounted || !stage.current) return;
        control = startZoom(stage.current, setLevel);
        setZoom(control);
      },
      // If the code cannot be loaded, the buttons stay disabled, and the drawing has a link to its file.
      () => undefined,
    );
    return () => {
      isUnmounted = true;
      control?.stop();
    };
  }, []);

  function renderButton(sign: string, name: string, isEnabled: boolean, press: (control: ZoomControl) => void) {
    // `disabled` would remove the focus from the button at the last step.
    return (
      <button
        type="button"
        className={styles.button}
        aria-disabled={!zoom || !isEnabled}
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
        <div className={styles.placeholder} aria-hidden="true">
          <svg viewBox={viewBox.wide} className={`${drawing.drawing} ${drawing.wide}`} />
          <svg viewBox={viewBox.narrow} className={`${drawing.drawing} ${drawing.narrow}`} />
        </div>
        <ScrollBox label={`Chart: ${title}`} describedBy={hint} className={styles.scrollBox}>
          {children}
        </ScrollBox>
      </div>
      <div className={styles.controls}>
        {renderButton('−', 'Zoom out', level > 1, (control) => control.step(-1))}
        <output className={styles.level}>
          <span className="visually-hidden">Zoom </span>
          {Math.round(level * 100)} %
        </output>
        {renderButton('+', 'Zoom in', level < (zoom?.maxLevel ?? 1), (control) => control.step(1))}
        {/* Pressed from the start: a chart fits its box until the visitor zooms in. */}
        <button
          type="button"
          className={styles.button}
          aria-pressed={level === 1}
          aria-label={`Fit chart: ${title}`}
          onClick={() => zoom?.reset()}
        >
          Fit
        </button>
        <p id={hint} className={styles.hint}>
          Zoom with Ctrl and the wheel, two fingers, or the keys + − 0
        </p>
      </div>
    </div>
  );
}
