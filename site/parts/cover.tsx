import type { EntryCard, EntryDetail } from '../../contract/content/entry-shapes.ts';
import { isListedType, type ListSummaries } from '../../contract/content/list-settings.ts';
import { listCoverVariants } from '../../contract/content/picture-variants.ts';
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
  /** Whether phones hide the cover, and so must not load it. */
  isHiddenOnPhones?: boolean;
}

/** The width of a cover in a list; the cover of an entry's own page is hardly wider. */
const shownWidth = '(min-width: 58rem) 33rem, (min-width: 38rem) 50vw, 100vw';

/**
 * Renders the cover of an entry, 800 × 420: a picture of pixels from the entry's text, the whole of the entry's own
 * drawing, or a plate. Drawings have no lettering, which would be too small to read. A plate that is visible without
 * scrolling is inline.
 */
export function Cover({ entry, isInitiallyVisible, query = '', isHiddenOnPhones = false }: CoverProps) {
  const { type, slug, cover } = entry;
  const src = `/drawings/cover/${type}/${slug}.svg${query}`;
  if (!cover && isInitiallyVisible)
    return <InlineDrawing src={src} draw={(inline) => inline.plate(entry)} viewBox="0 0 800 420" />;
  const variants = cover ? listCoverVariants(cover) : null;
  const image = <DecorativeImage src={cover && variants ? cover : src} width={800} height={420} />;
  if (!variants && !isHiddenOnPhones) return image;
  return (
    <picture>
      {/* Where `entry-head.module.css` hides the cover. Without JavaScript, lazy images are loaded there too. */}
      {isHiddenOnPhones && <source media="(max-width: 47.99rem)" srcSet="data:,x" />}
      {variants && <source type="image/avif" srcSet={variants} sizes={shownWidth} />}
      {image}
    </picture>
  );
}
