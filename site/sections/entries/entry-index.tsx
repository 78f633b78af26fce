import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { getEntryPath, getEntryType } from '../../../contract/content/entry-types.ts';
import { getLeadText } from '../../parts/entry-card.tsx';
import { Link } from '../../parts/link.tsx';
import stretchedLink from '../../parts/stretched-link.module.css';
import styles from './entry-index.module.css';

interface EntryIndexProps {
  cards: readonly EntryCard[];
  heading: 'h2' | 'h3' | 'h4';
}

/** Renders a numbered list of entries. */
export function EntryIndex({ cards, heading: Heading }: EntryIndexProps) {
  return (
    <ol>
      {cards.map((card, position) => (
        <li key={card.slug} className={styles.row}>
          <span className={styles.number} aria-hidden="true">
            {getEntryType(card.type).label[0]}
            {String(position + 1).padStart(2, '0')}
          </span>
          <Heading dir="auto" className={styles.title}>
            <Link to={getEntryPath(card.type, card.slug)} viewTransition className={stretchedLink.link}>
              {card.title}
            </Link>
          </Heading>
          <p dir="auto" className={styles.tagline}>
            {getLeadText(card)}
          </p>
        </li>
      ))}
    </ol>
  );
}
