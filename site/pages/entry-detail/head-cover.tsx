import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import { Cover } from '../../parts/cover.tsx';
import { firstFigureId, hasFirstFigure } from './first-figure.ts';

interface HeadCoverProps {
  entry: EntryDetail;
  /** The query with the token of a preview. */
  query: string;
}

/**
 * Renders the cover of an entry at the top of its page: a plate, a copy of the figure that the text contains inline, or
 * a picture of its own, which phones do not load.
 */
export function HeadCover({ entry, query }: HeadCoverProps) {
  // Without a view box of its own, the element shows all of the figure, as large as possible.
  if (entry.cover && hasFirstFigure(entry)) {
    return (
      <svg aria-hidden="true">
        <use href={`#${firstFigureId}`} />
      </svg>
    );
  }
  return <Cover entry={entry} isInitiallyVisible query={query} isHiddenOnPhones={entry.cover !== null} />;
}
