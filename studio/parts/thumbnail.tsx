import { getVariantPath, hasVariants, listVariantWidths } from '../../contract/content/picture-variants.ts';
import type { PictureSummary } from '../../contract/studio/picture-operations.ts';
import styles from './thumbnail.module.css';

/** Returns the address of a picture at the size of a phone. */
function getThumbnailPath({ name, width }: Pick<PictureSummary, 'name' | 'width'>): string {
  const [smallest] = width ? listVariantWidths(width) : [];
  return hasVariants(name) && smallest ? getVariantPath(name, smallest, 'webp') : `/media/${name}`;
}

/** Returns the address of a picture in its own size; of an animated picture, that of its first frame. */
export function getStillPath({ name, width, isAnimated }: PictureSummary): string {
  const widest = width && listVariantWidths(width).at(-1);
  return isAnimated && widest ? getVariantPath(name, widest, 'webp') : `/media/${name}`;
}

/** Renders a small picture beside its name; screen readers read the name alone. `large` is as wide as its place. */
export function Thumbnail({
  picture,
  size = 'small',
}: {
  picture: Pick<PictureSummary, 'name' | 'width' | 'storedAt'>;
  size?: 'small' | 'large';
}) {
  // The time is in the address, because a replaced picture keeps its name.
  const src = `${getThumbnailPath(picture)}?${Date.parse(picture.storedAt)}`;
  return (
    <img
      src={src}
      alt=""
      width={96}
      height={64}
      loading="lazy"
      decoding="async"
      className={styles.thumbnail}
      data-size={size}
    />
  );
}
