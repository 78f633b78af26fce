import { useRef } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../contract/content/number-text.ts';
import type { CalendarItem } from '../../../contract/studio/shapes.ts';
import form from '../../parts/form.module.css';
import { addDays, formatCalendarDate, formatDayName, listMonthDays } from './dates.ts';
import { DayItems } from './day-items.tsx';
import styles from './month-view.module.css';
import { useDayKeys } from './use-day-keys.ts';
import weekViewStyles from './week-view.module.css';

interface MonthViewProps {
  month: string;
  items: CalendarItem[];
  today: string;
  /** The day that is shown beside the month. */
  chosen: string;
  now: string;
}

/** How many changes of a day the month shows; the chosen day shows all. */
const mostShown = 3;

/** Shows a month as a table of weeks, and as a list of days where there is no room. */
export function MonthView({ month, items, today, chosen, now }: MonthViewProps) {
  const days = listMonthDays(month);
  const table = useRef<HTMLTableElement>(null);
  const { getTabIndex, ...keys } = useDayKeys(
    table,
    days,
    chosen,
    (day) => `/studio/calendar?month=${day.slice(0, 7)}&day=${day}`,
  );
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));

  function renderDay(day: string) {
    const own = items.filter((item) => item.day === day);
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
          to={`/studio/calendar?month=${month}&day=${day}`}
          data-day={day}
          tabIndex={getTabIndex(day)}
          aria-label={`${formatDayName(day)}, ${formatCount(own.length, 'change')}`}
          aria-current={day === chosen ? 'true' : undefined}
          className={`${form.cover} ${styles.number}`}
        >
          <span className={styles.short}>{formatCalendarDate(day, { day: 'numeric' })}</span>
          <span className={styles.long}>{formatDayName(day)}</span>
        </Link>
        {own.length > 0 && <DayItems items={own.slice(0, mostShown)} isFull={false} now={now} />}
        {more > 0 && <p className={styles.more}>{more} more</p>}
      </td>
    );
  }

  return (
    <table ref={table} className={styles.month} {...keys}>
      <caption className="visually-hidden">
        The days of the month. The arrow keys move between days, and Enter shows a day.
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

interface WeekViewProps {
  /** The Monday of the week. */
  monday: string;
  items: CalendarItem[];
  today: string;
  /** The day that is shown beside the week. */
  chosen: string;
  now: string;
}

/** Shows the days of a week beside each other with all that changes, and below each other where there is no room. */
export function WeekView({ monday, items, today, chosen, now }: WeekViewProps) {
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const list = useRef<HTMLOListElement>(null);
  const { getTabIndex, ...keys } = useDayKeys(list, days, chosen, (day) => `/studio/calendar?week=${day}&day=${day}`);
  return (
    <ol ref={list} className={weekViewStyles.week} {...keys}>
      {days.map((day) => {
        const own = items.filter((item) => item.day === day);
        return (
          <li
            key={day}
            id={day}
            className={weekViewStyles.day}
            data-empty={own.length === 0 || undefined}
            data-chosen={day === chosen || undefined}
            aria-current={day === today ? 'date' : undefined}
          >
            <Link
              to={`/studio/calendar?week=${monday}&day=${day}`}
              data-day={day}
              tabIndex={getTabIndex(day)}
              aria-label={`${formatDayName(day)}, ${formatCount(own.length, 'change')}`}
              aria-current={day === chosen ? 'true' : undefined}
              className={form.cover}
            >
              <span className={weekViewStyles.number}>{formatCalendarDate(day, { day: 'numeric' })}</span>
            </Link>
            <span aria-hidden="true" className={form.small}>
              {formatCalendarDate(day, { weekday: 'short' })}
            </span>
            {own.length > 0 && <DayItems items={own} isFull={false} now={now} />}
          </li>
        );
      })}
    </ol>
  );
}
