import { Link } from './link.tsx';
import { countPages, getPageAddress, listPageNumbers } from './page-numbers.ts';
import styles from './pager.module.css';

interface PagerProps {
  /** Path of the list, without a query. */
  path: string;
  /** Zero-based, as the API answers. */
  page: number;
  size: number;
  total: number;
  /** Other parameters of the address, such as the search text. */
  query?: Record<string, string>;
}

/** Renders links to the pages of a list, or nothing if the list has one page. */
export function ListPager({ path, page, size, total, query = {} }: PagerProps) {
  const last = countPages(total, size);
  if (last < 2) return null;
  const current = page + 1;
  const getAddress = (number: number) => getPageAddress(path, number, query);
  return (
    <nav aria-label="Pages" className={styles.pager}>
      {current > 1 ? (
        <Link to={getAddress(current - 1)} rel="prev" className={styles.step}>
          Previous
        </Link>
      ) : (
        <span />
      )}
      <ol className={styles.numbers}>
        {listPageNumbers(current, last).map((number, index) =>
          number === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other key
            <li key={`gap-${index}`} className={styles.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <Link
                to={getAddress(number)}
                className={styles.number}
                aria-label={`Page ${number} of ${last}`}
                aria-current={number === current ? 'page' : undefined}
              >
                {number}
              </Link>
            </li>
          ),
        )}
      </ol>
      {current < last ? (
        <Link to={getAddress(current + 1)} rel="next" className={styles.step}>
          Next
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
