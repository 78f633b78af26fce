import type { EntryCard, EntryDetail } from '../../contract/entry-shapes.ts';
import { DecorativeImage, InlineDrawing } from './drawing.tsx';

const viewBox = '0 0 800 420';

/** Returns whether a cover is a picture of pixels. Any other cover is drawn by the server. */
const isRaster = (cover: string) => cover.endsWith('.webp');

interface CardCoverProps {
  entry: EntryCard;
  /** Whether the cover is visible without scrolling. */
  isInitiallyVisible: boolean;
}

/**
 * Renders the cover of a card, 800 × 420: a picture from the entry's text, the whole of the entry's own drawing, or a
 * plate. Drawings have no lettering, which would be too small to read. A plate that is visible without scrolling is
 * inline.
 */
export function CardCover({ entry, isInitiallyVisible }: CardCoverProps) {
  const { type, slug, cover } = entry;
  const src = `/drawings/cover/${type}/${slug}.svg`;
  if (!cover && isInitiallyVisible)
    return <InlineDrawing src={src} draw={(inline) => inline.plate(entry, false)} viewBox={viewBox} />;
  return <DecorativeImage src={cover && isRaster(cover) ? cover : src} width={800} height={420} />;
}

interface HeadCoverProps {
  entry: EntryDetail;
  /** The query with the token of a preview. */
  query: string;
}

/**
 * Renders the cover of an entry in the head of its page, with its lettering. A figure from the text is a drawing with
 * `<use>` and not an `img`, which would not have the fonts of the page.
 */
export function HeadCover({ entry, query }: HeadCoverProps) {
  const { type, slug, cover } = entry;
  if (cover && isRaster(cover)) return <DecorativeImage src={cover} width={800} height={420} />;
  const kind = cover ? 'figure' : 'plate';
  return (
    <InlineDrawing
      src={`/drawings/${kind}/${type}/${slug}.svg${query}`}
      draw={cover ? undefined : (inline) => inline.plate(entry, true)}
      viewBox={viewBox}
    />
  );
}
