import { formatNumber } from '../../contract/content/number-text.ts';
import chipStyles from './chip.module.css';
import styles from './chip-links.module.css';
import { inPlaceState } from './in-place-navigation.ts';
import { Link } from './link.tsx';

export interface Chip {
  href: string;
  label: string;
  count?: number;
  /** Whether the page shows this selection. */
  isCurrent: boolean;
}

interface ChipLinksProps {
  /** Name of the group for screen readers, also shown if `isLabelVisible` is set. */
  label: string;
  chips: readonly Chip[];
  /** What the counts of the chips count, in the plural, for screen readers. */
  countedNoun?: string;
  isLabelVisible?: boolean;
  /** Whether the links change only a part of the page, so that scroll position and focus are kept. */
  isInPlace?: boolean;
}

/** Renders a group of links that select what the page shows. Each selection has a URL and works without JavaScript. */
export function ChipLinks({
  label,
  chips,
  countedNoun = 'entries',
  isLabelVisible = false,
  isInPlace = false,
}: ChipLinksProps) {
  if (chips.length === 0) return null;
  return (
    <nav aria-label={label} className={styles.group}>
      {isLabelVisible && (
        <p className={styles.label} aria-hidden="true">
          {label}
        </p>
      )}
      <ul className={chipStyles.chips}>
        {chips.map((chip) => (
          <li key={chip.label}>
            <Link
              dir="auto"
              to={chip.href}
              className={`${chipStyles.chip} ${styles.chip}`}
              aria-current={chip.isCurrent ? 'true' : undefined}
              preventScrollReset={isInPlace}
              state={isInPlace ? inPlaceState : undefined}
              // Stores a click until the page is hydrated and replays it then: a full page load would scroll to the
              // top.
              data-held={isInPlace ? '' : undefined}
            >
              {chip.label}
              {chip.count !== undefined && (
                <span className={styles.count}>
                  <span className="visually-hidden">, {countedNoun}: </span>
                  {formatNumber(chip.count)}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
