import type { EntryCard, EntryDetail } from '../../contract/content/entry-shapes.ts';
import { isListedType, type ListSummaries } from '../../contract/content/list-settings.ts';
import { DecorativeImage, InlineDrawing } from './drawing.tsx';

/** Returns whether the setting of an entry's type lets it show a cover. */
export function hasCover(
  lists: ListSummaries,
  { type, cover }: Pick<EntryCard | EntryDetail, 'type' | 'cover'>,
): boolean {
  const kind = isListedType(type) ? lists[type].cover : 'drawn';
  return kind === 'drawn' || (kind === 'picture' && cover !== null);
}

interface CoverProps {
  entry: EntryCard | EntryDetail;
  /** Whether the cover is visible without scrolling. */
  isInitiallyVisible: boolean;
  /** The query with the token of a preview. */
  query?: string;
}

/**
 * Renders the cover of an entry, 800 × 420: a picture of pixels from the entry's text, the whole of the entry's own
 * drawing, or a plate. Drawings have no lettering, which would be too small to read. A plate that is visible without
 * scrolling is inline.
 */
export function Cover({ entry, isInitiallyVisible, query = '' }: CoverProps) {
  const { type, slug, cover } = entry;
  const src = `/drawings/cover/${type}/${slug}.svg${query}`;
  if (!cover && isInitiallyVisible)
    return <InlineDrawing src={src} draw={(inline) => inline.plate(entry)} viewBox="0 0 800 420" />;
  return <DecorativeImage src={cover?.endsWith('.webp') ? cover : src} width={800} height={420} />;
}
