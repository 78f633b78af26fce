import styles from './drawing.module.css';

interface DrawingProps {
  /** Address of an SVG whose root has the id `drawing`; it takes on this page's colours. */
  src: string;
  viewBox: string;
  /** What it shows; left out, it is decoration. */
  label?: string;
  className?: string;
}

/** A picture drawn by the server; see `drawings/`. */
export function Drawing({ src, viewBox, label, className }: DrawingProps) {
  const name = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden
    <svg viewBox={viewBox} {...name} className={className ? `${styles.drawing} ${className}` : styles.drawing}>
      <use href={`${src}#drawing`} />
    </svg>
  );
}

interface PictureProps {
  /** Address of an SVG that follows the colour scheme by itself, see `drawings/tones.ts`. */
  src: string;
  width: number;
  height: number;
  /** It is seen as soon as the page is; others are fetched when they come near to it. */
  isEarly?: boolean;
}

/** A drawing that is decoration, one among many. */
export function Picture({ src, width, height, isEarly = false }: PictureProps) {
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt=""
      loading={isEarly ? undefined : 'lazy'}
      decoding="async"
      className={`${styles.drawing} ${styles.picture}`}
    />
  );
}
