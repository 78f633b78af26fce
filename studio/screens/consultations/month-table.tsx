import { useRef } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../contract/content/number-text.ts';
import type { ConsultationRange } from '../../../contract/studio/consultation-shapes.ts';
import { addDays, formatCalendarDate } from '../calendar/dates.ts';
import { useDayKeys } from '../calendar/use-day-keys.ts';
import { CalendarItem } from './item.tsx';
import styles from './month-table.module.css';
import { getPeriodAddress, listDays, listItemsOfDay, type Period } from './place-in-day.ts';

/** How many consultations of a day the month shows; the day shows all. */
const mostShown = 6;

/** Renders a month as a table of weeks, and as a list of days where there is no room. */
export function MonthTable({
  period,
  items,
  advisers,
  timeZone,
  today,
}: ConsultationRange & { period: Period; today: string }) {
  const days = listDays(period);
  const month = period.day.slice(0, 7);
  const table = useRef<HTMLTableElement>(null);
  const getAddress = (day: string) => getPeriodAddress({ ...period, day });
  const { getTabIndex, ...keys } = useDayKeys(table, days, today.startsWith(month) ? today : `${month}-01`, getAddress);
  const byId = new Map(advisers.map((adviser) => [adviser.id, adviser]));
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    <table ref={table} className={styles.month} {...keys}>
      <caption className="visually-hidden">
        The days of the month. The arrow keys move between days, and Enter opens a day.
      </caption>
      <thead>
        <tr>
          {Array.from({ length: 7 }, (_, index) => {
            const day = addDays(days[0] ?? '', index);
            return (
              <th key={day} scope="col">
                {formatCalendarDate(day, { weekday: 'short' })}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const own = listItemsOfDay(items, day, timeZone);
              const name = formatCalendarDate(day, { weekday: 'long', day: 'numeric', month: 'long' });
              return (
                <td
                  key={day}
                  data-empty={own.length === 0 || undefined}
                  data-other={day.startsWith(month) ? undefined : true}
                  aria-current={day === today ? 'date' : undefined}
                >
                  <Link
                    to={getPeriodAddress({ ...period, view: 'day', day })}
                    data-day={day}
                    tabIndex={getTabIndex(day)}
                    aria-label={`${name}, ${formatCount(own.length, 'consultation')}`}
                    className={styles.number}
                  >
                    <span className={styles.short}>{formatCalendarDate(day, { day: 'numeric' })}</span>
                    <span className={styles.long}>{name}</span>
                  </Link>
                  <ol className={styles.items}>
                    {own.slice(0, mostShown).map((item) => (
                      <li key={item.id}>
                        <CalendarItem isShort item={item} adviser={byId.get(item.adviser)} timeZone={timeZone} />
                      </li>
                    ))}
                  </ol>
                  {own.length > mostShown && <p className={styles.more}>{own.length - mostShown} more</p>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
