import { useRef } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../contract/content/number-text.ts';
import type { CalendarItem } from '../../../contract/studio/shapes.ts';
import form from '../../parts/form.module.css';
import { addDays, formatCalendarDate, formatDayName } from './dates.ts';
import { DayItems } from './day-items.tsx';
import { MonthGrid } from './month-grid.tsx';
import { useDayKeys } from './use-day-keys.ts';
import styles from './week-view.module.css';

interface MonthViewProps {
  month: string;
  items: CalendarItem[];
  today: string;
  /** The day that is shown beside the month. */
  chosen: string;
  now: string;
}

/** Shows a month. Choosing a day shows all its changes beside it. */
export function MonthView({ month, items, today, chosen, now }: MonthViewProps) {
  return (
    <MonthGrid
      {...{ month, today, chosen }}
      noun="change"
      mostShown={3}
      getAddress={(day) => `/studio/calendar?month=${month}&day=${day}`}
      getMonthAddress={(day) => `/studio/calendar?month=${day.slice(0, 7)}&day=${day}`}
      listItems={(day) => items.filter((item) => item.day === day)}
    >
      {(own) => <DayItems items={own} isFull={false} now={now} />}
    </MonthGrid>
  );
}

interface WeekViewProps {
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
    <ol ref={list} className={styles.week} {...keys}>
      {days.map((day) => {
        const own = items.filter((item) => item.day === day);
        return (
          <li
            key={day}
            id={day}
            className={styles.day}
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
              <span className={styles.number}>{formatCalendarDate(day, { day: 'numeric' })}</span>
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
