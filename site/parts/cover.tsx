import type { EntryCard, EntryDetail } from '../../contract/entry-shapes.ts';
import { DrawingImage, InlineDrawing } from './drawing.tsx';

interface CoverProps {
  entry: EntryCard | EntryDetail;
  /** Whether the cover is visible without scrolling. */
  isSeenFirst: boolean;
  /** The query with the token of a preview. */
  query?: string;
}

/** Whether a cover is a picture of pixels. Any other cover is drawn by the server. */
const isRaster = (cover: string) => cover.endsWith('.webp');

/**
 * Renders the cover of an entry, 800 × 420: a picture of its text, the whole of its own drawing, or a plate. A plate
 * that is seen first is inline.
 */
export function Cover({ entry, isSeenFirst, query = '' }: CoverProps) {
  const { type, slug, cover } = entry;
  if (!cover && isSeenFirst)
    return (
      <InlineDrawing
        src={`/drawings/plate/${type}/${slug}.svg${query}`}
        draw={(inline) => inline.plate(entry)}
        viewBox="0 0 800 420"
      />
    );
  const src = cover && isRaster(cover) ? cover : `/drawings/cover/${type}/${slug}.svg${query}`;
  return <DrawingImage src={src} width={800} height={420} />;
}
