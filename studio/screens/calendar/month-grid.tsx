import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../contract/content/number-text.ts';
import form from '../../parts/form.module.css';
import { addDays, formatCalendarDate, formatDayName, listMonthDays } from './dates.ts';
import styles from './month-grid.module.css';
import { useDayKeys } from './use-day-keys.ts';

/** Renders a month as a table of weeks, and as a list of days where there is no room. Each day is a link. */
export function MonthGrid<T>({
  month,
  today,
  chosen,
  noun,
  mostShown,
  getAddress,
  getMonthAddress,
  listItems,
  children,
}: {
  month: string;
  today: string;
  /** The day that is shown beside the month; null if none is. */
  chosen: string | null;
  /** The singular noun for an item, for labels such as “3 changes”. */
  noun: string;
  /** The most items that are shown of a day. The link of the day leads to all. */
  mostShown: number;
  getAddress: (day: string) => string;
  /** Returns the address to open when an arrow key leads to a day of another month. */
  getMonthAddress: (day: string) => string;
  listItems: (day: string) => T[];
  children: (items: T[]) => ReactNode;
}) {
  const days = listMonthDays(month);
  const table = useRef<HTMLTableElement>(null);
  const first = chosen ?? (today.startsWith(month) ? today : `${month}-01`);
  const { getTabIndex, ...keys } = useDayKeys(table, days, first, getMonthAddress);
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));

  function renderDay(day: string) {
    const own = listItems(day);
    const more = own.length - mostShown;
    return (
      <td
        key={day}
        className={styles.day}
        data-empty={own.length === 0 || undefined}
        data-other={day.startsWith(month) ? undefined : true}
        data-chosen={day === chosen || undefined}
        aria-current={day === today ? 'date' : undefined}
      >
        <Link
          to={getAddress(day)}
          data-day={day}
          tabIndex={getTabIndex(day)}
          aria-label={`${formatDayName(day)}, ${formatCount(own.length, noun)}`}
          aria-current={day === chosen ? 'true' : undefined}
          className={`${form.cover} ${styles.number}`}
        >
          <span className={styles.short}>{formatCalendarDate(day, { day: 'numeric' })}</span>
          <span className={styles.long}>{formatDayName(day)}</span>
        </Link>
        {own.length > 0 && children(own.slice(0, mostShown))}
        {more > 0 && <p className={styles.more}>{more} more</p>}
      </td>
    );
  }

  return (
    <table ref={table} className={styles.month} {...keys}>
      <caption className="visually-hidden">
        The days of the month. The arrow keys move between days, and Enter {chosen ? 'shows' : 'opens'} a day.
      </caption>
      <thead className={styles.weekdays}>
        <tr>
          {Array.from({ length: 7 }, (_, index) => {
            const day = addDays(days[0] ?? '', index);
            return (
              <th key={day} scope="col">
                <abbr title={formatCalendarDate(day, { weekday: 'long' })}>
                  {formatCalendarDate(day, { weekday: 'short' })}
                </abbr>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>{week.map(renderDay)}</tr>
        ))}
      </tbody>
    </table>
  );
}
