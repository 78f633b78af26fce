import { useRef } from 'react';
import type { CalendarItem } from '../../../contract/studio/shapes.ts';
import { AsOfLink } from '../../parts/as-of.tsx';
import { addDays, formatCalendarDate } from './dates.ts';
import { DayItems } from './day-items.tsx';
import { useDayKeys } from './use-day-keys.ts';
import styles from './week-view.module.css';

interface WeekViewProps {
  /** The Monday of the week. */
  monday: string;
  items: CalendarItem[];
  today: string;
  now: string;
}

/** Lists the days of a week with all that changes, and the buttons that move what is scheduled. */
export function WeekView({ monday, items, today, now }: WeekViewProps) {
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const list = useRef<HTMLOListElement>(null);
  const { getTabIndex, ...keys } = useDayKeys(list, days, today, (day) => `/studio/calendar?week=${day}`);
  return (
    <ol ref={list} className={styles.week} {...keys}>
      {days.map((day) => {
        const own = items.filter((item) => item.day === day);
        const name = formatCalendarDate(day, { weekday: 'long', day: 'numeric', month: 'long' });
        return (
          <li key={day} id={day} className={styles.day} aria-current={day === today ? 'date' : undefined}>
            <div className={styles.head}>
              <h2 className={styles.name}>{name}</h2>
              <AsOfLink
                at={`${day}T23:59`}
                label={`Show the site as of ${name}`}
                tabIndex={getTabIndex(day)}
                data-day={day}
              >
                Show the site
              </AsOfLink>
            </div>
            {own.length > 0 ? (
              <DayItems items={own} isFull now={now} />
            ) : (
              <p className={styles.empty}>Nothing changes for visitors.</p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
