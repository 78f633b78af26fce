import type { EntryCard } from '../../contract/entry-shapes.ts';
import styles from './card-grid.module.css';
import { EntryCardView } from './entry-card.tsx';

interface CardGridProps {
  cards: readonly EntryCard[];
  headingLevel?: 2 | 3 | 4;
  /** The cards are of several types. */
  isMixed?: boolean;
  /** The page begins with them: the first two are seen at once, even on a phone. */
  isLeading?: boolean;
}

/** Cards side by side, parted by hairlines only. */
export function CardGrid({ cards, headingLevel = 3, isMixed, isLeading = false }: CardGridProps) {
  // A last row that is full reads as a drawing; one with a single card reads as a mistake.
  const columns = cards.length % 4 === 0 ? styles.four : styles.three;
  return (
    <div className={styles.clip}>
      <ul className={`${styles.grid} ${columns}`}>
        {cards.map((card, index) => (
          <li key={`${card.type} ${card.slug}`} className={styles.cell}>
            <EntryCardView
              card={card}
              headingLevel={headingLevel}
              isMixed={isMixed}
              isSeenFirst={isLeading && index < 2}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
