import styles from './captioned-picture.module.css';
import { Prose } from './prose.tsx';

interface CaptionedPictureProps {
  html: string | undefined;
  caption: string | undefined;
}

/** Renders a picture of the library with its caption. */
export function CaptionedPicture({ html = '', caption }: CaptionedPictureProps) {
  return (
    <figure className={styles.figure}>
      <Prose html={html} />
      {caption && (
        <figcaption dir="auto" className={styles.caption}>
          {caption}
        </figcaption>
      )}
    </figure>
  );
}
