import type { EntryCard } from '../../contract/content/entry-shapes.ts';
import styles from './card-grid.module.css';
import { EntryCardView } from './entry-card.tsx';

interface CardGridProps {
  cards: readonly EntryCard[];
  headingLevel?: 2 | 3;
  /** Whether the cards show entries of several types. */
  isMixed?: boolean;
  /** Whether the grid starts the page, so that its first two cards are visible without scrolling, even on a phone. */
  isPageStart?: boolean;
}

/** Renders a list of entries as a grid of cards, separated by hairlines. */
export function CardGrid({ cards, headingLevel = 3, isMixed, isPageStart = false }: CardGridProps) {
  // Four columns where they leave no gap in the last row.
  const columns = cards.length % 4 === 0 ? styles.fourColumns : styles.threeColumns;
  return (
    <div className={styles.clip}>
      <ul className={`${styles.grid} ${columns}`} data-part="cards">
        {cards.map((card, index) => (
          <li key={`${card.type} ${card.slug}`} className={styles.cell}>
            <EntryCardView
              card={card}
              headingLevel={headingLevel}
              isMixed={isMixed}
              isInitiallyVisible={isPageStart && index < 2}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
