import { type MouseEvent, useState } from 'react';
import { coverSize, findRegion, hasVariants } from '../../../contract/content/picture-variants.ts';
import form from '../../parts/form.module.css';
import { FieldFrame } from '../../parts/text-field.tsx';
import styles from './screen.module.css';

interface Size {
  width: number;
  height: number;
}

/** A point of the picture, as shares of its sides. */
interface Point {
  x: number;
  y: number;
}

/** Returns the part of a picture that its cover shows, as a view box. */
function findCoverBox(size: Size, { x, y }: Point): string {
  const crop = { ratio: coverSize.width / coverSize.height, focusX: x, focusY: y };
  const { left, top, width, height } = findRegion(size, crop);
  return [left, top, width, height].join(' ');
}

function FocalPointSlider({ label, name, value, isReadOnly, onChange }: SliderProps) {
  return (
    <FieldFrame label={label}>
      {(control) => (
        <input
          {...control}
          type="range"
          name={name}
          min={0}
          max={1}
          step={0.01}
          value={value}
          disabled={isReadOnly}
          onChange={({ target }) => onChange(Number(target.value))}
        />
      )}
    </FieldFrame>
  );
}

interface SliderProps {
  label: string;
  name: string;
  value: number;
  isReadOnly: boolean;
  onChange: (value: number) => void;
}

/**
 * Shows a picture with its focal point, which covers keep in view. A click on the picture sets the point, and so do two
 * sliders, for the keyboard.
 */
export function FocalPointField({
  name,
  src: path,
  version,
  size,
  focus,
  isReadOnly,
}: {
  name: string;
  src: string;
  version: number;
  size: Size | null;
  focus: Point;
  isReadOnly: boolean;
}) {
  const [{ x, y }, setPoint] = useState(focus);
  const src = `${path}?${version}`;
  if (!size || !hasVariants(name))
    return (
      <div className={styles.sheet}>
        <img src={src} alt="" className={styles.picture} width={size?.width} height={size?.height} />
        <input type="hidden" name="focusX" value={x} />
        <input type="hidden" name="focusY" value={y} />
      </div>
    );
  const { width, height } = size;
  const image = <image href={src} width={width} height={height} />;

  function setByClick({ currentTarget, clientX, clientY }: MouseEvent<SVGElement>): void {
    if (isReadOnly) return;
    const box = currentTarget.getBoundingClientRect();
    const toShare = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
    setPoint({ x: toShare((clientX - box.left) / box.width), y: toShare((clientY - box.top) / box.height) });
  }

  return (
    <div className={styles.focus}>
      <div className={styles.sheet}>
        <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className={styles.picture} onClick={setByClick}>
          {image}
          <circle cx={x * width} cy={y * height} r={Math.max(width, height) / 30} className={styles.point} />
        </svg>
      </div>
      <p className={form.small}>
        {isReadOnly ? 'The ring marks' : 'Press on the picture to choose'} what stays in view when it is cropped.
      </p>
      <div className={styles.sliders}>
        <div>
          <FocalPointSlider
            label="Focal point, from left to right"
            name="focusX"
            value={x}
            isReadOnly={isReadOnly}
            onChange={(value) => setPoint({ x: value, y })}
          />
          <FocalPointSlider
            label="Focal point, from top to bottom"
            name="focusY"
            value={y}
            isReadOnly={isReadOnly}
            onChange={(value) => setPoint({ x, y: value })}
          />
        </div>
        <div>
          <p className={form.small}>As a cover</p>
          <svg aria-hidden="true" viewBox={findCoverBox(size, { x, y })} className={styles.cover}>
            {image}
          </svg>
        </div>
      </div>
    </div>
  );
}
