import type { EntryCard, EntryDetail } from '../../contract/entry-shapes.ts';
import { DrawingImage, InlineDrawing } from './drawing.tsx';

interface CoverProps {
  entry: EntryCard | EntryDetail;
  /** Whether the cover is visible without scrolling. */
  isSeenFirst: boolean;
  /** The query with the token of a preview. */
  query?: string;
}

/**
 * Renders the cover of an entry, 800 × 420: the entry's own drawing, of which a higher one shows its upper part, or a
 * plate. A plate that is seen first is inline.
 */
export function Cover({ entry, isSeenFirst, query = '' }: CoverProps) {
  const { type, slug, cover } = entry;
  const src = cover ?? `/drawings/plate/${type}/${slug}.svg${query}`;
  if (cover || !isSeenFirst) return <DrawingImage src={src} width={800} height={420} />;
  return <InlineDrawing src={src} draw={(inline) => inline.plate(entry)} viewBox="0 0 800 420" />;
}
