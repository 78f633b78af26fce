import styles from './chip-links.module.css';
import { keepPlace } from './keep-place.ts';
import { Link } from './link.tsx';
import { formatNumber } from './number.ts';

export interface Chip {
  href: string;
  label: string;
  count?: number;
  current?: boolean;
}

interface ChipLinksProps {
  /** What the choice is about; read out, and shown where `showLabel` is set. */
  label: string;
  chips: readonly Chip[];
  showLabel?: boolean;
  /** True where a choice changes a part of the page and the visitor should stay where they are. */
  inPlace?: boolean;
}

/** A choice made with links: shareable, and no JavaScript needed. */
export function ChipLinks({ label, chips, showLabel = false, inPlace = false }: ChipLinksProps) {
  if (chips.length === 0) return null;
  return (
    <nav aria-label={label} className={styles.group}>
      {showLabel && (
        <p className={styles.label} aria-hidden="true">
          {label}
        </p>
      )}
      <ul className={styles.chips}>
        {chips.map((chip) => (
          <li key={chip.label}>
            <Link
              to={chip.href}
              className={styles.chip}
              aria-current={chip.current ? 'true' : undefined}
              preventScrollReset={inPlace}
              state={inPlace ? keepPlace : undefined}
              // Followed before the page is hydrated, it would lead back to the head of the page.
              data-held={inPlace ? '' : undefined}
            >
              {chip.label}
              {chip.count !== undefined && (
                <span className={styles.count}>
                  <span className="visually-hidden">, entries: </span>
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
