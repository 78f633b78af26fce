import styles from './drawing.module.css';
import { trustedHtml } from './trusted-html.ts';

interface DrawingProps {
  /** Address of an SVG whose marks have the id `drawing`. */
  src: string;
  /** The marks, where the server makes the page, see `drawings/in-page.ts`; a browser that makes one fetches them. */
  marks: string | null;
  viewBox: string;
  /** What it shows; left out, it is decoration. */
  label?: string;
  className?: string;
}

/** A picture drawn by the server, which takes on this page's colours; see `drawings/`. */
export function Drawing({ src, marks, viewBox, label, className }: DrawingProps) {
  const name = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    <svg
      viewBox={viewBox}
      {...name}
      className={className ? `${styles.drawing} ${className}` : styles.drawing}
      // What came with the page stays when React takes it over.
      dangerouslySetInnerHTML={{ __html: marks ?? trustedHtml(`<use href="${src}#drawing"/>`) }}
      suppressHydrationWarning
    />
  );
}

interface PictureProps {
  /** Address of an SVG that follows the colour scheme by itself, see `drawings/tones.ts`. */
  src: string;
  width: number;
  height: number;
}

/** A drawing that is decoration, one among many: it is fetched when it comes near to being seen. */
export function Picture({ src, width, height }: PictureProps) {
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt=""
      loading="lazy"
      decoding="async"
      className={`${styles.drawing} ${styles.picture}`}
    />
  );
}
