import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { ButtonLink } from './button.tsx';
import { Icon } from './icon.tsx';
import pagerStyles from './pager.module.css';
import styles from './table.module.css';

/** Renders a table. Its caption is read by screen readers alone; a column without a name has the acts of the rows. */
export function Table({
  caption,
  columns,
  ...body
}: Omit<ComponentProps<'tbody'>, 'className'> & {
  caption: string;
  columns: readonly string[];
}) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((name) =>
            name === '' ? (
              <td key={name} />
            ) : (
              <th key={name} scope="col">
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody {...body} />
    </table>
  );
}

/** Renders links to the previous and the next page of a list, with the other parameters of its address. */
export function Pager({ page, size, total }: { page: number; size: number; total: number }) {
  const { pathname, search } = useLocation();
  const last = Math.max(0, Math.ceil(total / size) - 1);
  if (last === 0) return null;
  const to = (target: number) => {
    const parameters = new URLSearchParams(search);
    parameters.set('page', String(target));
    return `${pathname}?${parameters}`;
  };
  return (
    <nav aria-label="Pages of the list" className={pagerStyles.pager}>
      {page > 0 && <ButtonLink to={to(page - 1)} icon={ChevronLeft} label="Previous" />}
      <span>
        Page {page + 1} of {last + 1}
      </span>
      {page < last && (
        <ButtonLink to={to(page + 1)}>
          Next
          <Icon of={ChevronRight} />
        </ButtonLink>
      )}
    </nav>
  );
}
