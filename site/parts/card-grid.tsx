import type { EntryCard } from '../../contract/entry-shapes.ts';
import styles from './card-grid.module.css';
import { EntryCardView } from './entry-card.tsx';

interface CardGridProps {
  cards: readonly EntryCard[];
  headingLevel?: 2 | 3 | 4;
}

/** Cards side by side, parted by hairlines only. */
export function CardGrid({ cards, headingLevel = 3 }: CardGridProps) {
  return (
    <div className={styles.clip}>
      <ul className={styles.grid}>
        {cards.map((card) => (
          <li key={`${card.type} ${card.slug}`} className={styles.cell}>
            <EntryCardView card={card} headingLevel={headingLevel} />
          </li>
        ))}
      </ul>
    </div>
  );
}
